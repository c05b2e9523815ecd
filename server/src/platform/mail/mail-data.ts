import type { MemberRole } from "@wrapsody/shared/accounts/accounts.ts";
import type { RefundReason } from "@wrapsody/shared/experiences/participation.ts";
import type { PlanEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import type { PaidPlan } from "@wrapsody/shared/payments/subscriptions.ts";

/** The URL of a page, to be opened by the recipient. */
type Link = { link: string };
/** A link or code that expires. The mail names the lifetime and is not sent after it. */
type Expiring = { lifetimeSeconds: number };
/** A claim on a reward; both are names. */
type Claim = Link & { reward: string; wrap: string };
/** The splits of a wrap. */
type Split = Link & { wrap: string; artist: string };
/**
 * `access` is how the owner gets to their statement: they have an account, or sign-up is open, by invitation or closed. In the latter two cases
 * `link` leads to the imprint, if there is one, and `contact` is the address of the operator, if it is known.
 */
type NamedOwner = Omit<Split, "link"> & { ownershipPoints: number; royaltyPoints: number } & (
    | (Link & { access: "account" | "open" })
    | { access: "invitation" | "closed"; link: string | null; contact: string | null }
  );
/** `details` are the artist's instructions to the fan, null if there are none. */
type OwnClaim = Claim & { details: string | null };
/** An order of a spot: the name of its experience, its number and its price, which is 0 for a free spot. */
type SpotOrder = Link & { experience: string; order: string; totalCents: number };
type Report = Link & { thing: string; report: number };
/** The next period of a plan. */
type NextPeriod = { plan: PaidPlan; day: Date; priceCents: number };
type AlarmReport = Link & { part: string; of: string; kind: string; since: Date };

/** Every kind of mail with what it reports. */
export type MailData = {
  /** Completes a sign-up. */
  "confirm-sign-up": Link & Expiring;
  /** To the owner of an account whose address was used to sign up again. */
  "already-registered": { loginLink: string; resetLink: string };
  /** An administrator invited the recipient to sign up. */
  "sign-up-invited": Link & Expiring;
  /** An owner of an account invited the recipient to work for it; `account` is its name. */
  "member-invited": Link & Expiring & { account: string; role: MemberRole };
  /** To the account: someone accepted an invitation. `member` is their address. */
  "member-joined": Link & { member: string; role: MemberRole };
  /** To the former member. */
  "member-removed": Link & { account: string };
  /** An administrator checks the mail server. */
  "test-mail": Link;
  /** An account was created for the recipient. */
  "claim-account": Link & Expiring;
  /** The account was claimed and has no password yet. */
  "choose-password": Link & Expiring;
  "reset-password": Link & Expiring;
  "login-code": { code: string } & Expiring;
  "password-changed": Link;
  /** `passkey` is the name that its owner gave it. */
  "passkey-added": Link & { passkey: string };
  "passkey-removed": Link & { passkey: string };
  /** To the new address of an account, which the link confirms. */
  "confirm-address": Link & Expiring;
  /** To the new address, once it is confirmed. */
  "address-confirmed": Link;
  /** To the former address; the link undoes the change. `address` is the new one, masked. */
  "address-changed": Link & Expiring & { address: string };
  /** To a suppressed address, which the link makes an ordinary one again. */
  "confirm-mailbox": Link & Expiring;
  "codes-switched-on": Link;
  "codes-switched-off": Link;
  /** A streaming service was added as a login method. */
  "network-linked": Link & { service: string };
  "account-deleted": Record<never, never>;
  /** Another administrator granted or revoked the role. */
  "administrator-granted": Link;
  "administrator-revoked": Link;
  /** To administrators: an alarm of docs/operate/runbook.md began. `of` is what it affects, such as a network. */
  "alarm-began": AlarmReport;
  "alarm-ended": AlarmReport & { until: Date };
  /** An administrator allowed imports in bulk. */
  "import-invited": Link;
  /** An administrator granted Premium; `lastDay` is YYYY-MM-DD. */
  "premium-granted": Link & { lastDay: string };

  /** To the previous owner of a wallet that another account has linked. */
  "wallet-unlinked": Link & { wallet: string };

  /** Deliveries to the address failed for days, so no more events are sent there. */
  "webhook-disabled": Link & { address: string };

  "wrap-approved": Link & { wrap: string };
  /** Approved, and public from a time in the publisher's time zone on. */
  "wrap-scheduled": Link & { wrap: string; from: Date; timeZone: string };
  /** To an address that someone entered at a countdown. */
  "release-reminder-requested": Link & { wrap: string; artist: string } & Expiring;
  /** To everyone who asked for it. */
  "wrap-released": Link & { wrap: string; artist: string };
  /** To a follower of the artist who chose a mail for every release. */
  "followed-release": Link & { wrap: string; artist: string };
  /** To a follower who chose one mail a week; `more` counts the releases that it does not name. */
  "followed-digest": Link & {
    releases: readonly (Link & { wrap: string; artist: string })[];
    more: number;
  };
  /** To an address that someone entered at the countdown of a phase. */
  "phase-reminder-requested": Link & { experience: string; phase: string } & Expiring;
  /** To everyone who asked for it. */
  "phase-opened": Link & { experience: string; phase: string };
  /** To the first of a waitlist: a spot is held until then. */
  "spot-held": Link & { experience: string; until: Date };
  "wrap-changes-requested": Link & { wrap: string; comment: string };
  "audio-approved": Link & { wrap: string };
  "audio-rejected": Link & { wrap: string; comment: string };
  /** Of a listed wrap whose publisher is not trusted. */
  "recording-approved": Link & { wrap: string };
  "title-approved": Link & { wrap: string };
  "title-rejected": Link & { wrap: string; comment: string };
  "cover-approved": Link & { wrap: string };
  "cover-rejected": Link & { wrap: string; comment: string };

  /** To the sender of a report. `thing` is the name of what was reported. */
  "report-received": Report;
  "report-dismissed": Report & { reason: string };
  "report-restricted": Report;
  /** To the owner: the statement of reasons. */
  "content-restricted": Link & { thing: string; ground: "law" | "terms"; basis: string; reason: string };
  "content-restored": Link & { thing: string; reason: string };
  "restriction-kept": Link & { thing: string; reason: string };
  "account-suspended": Link & { ground: "law" | "terms"; basis: string; reason: string };
  "account-restored": Link & { reason: string };
  "suspension-kept": Link & { reason: string };
  /** To administrators. */
  "suspension-contested": Link & { statement: string };
  /** To administrators. */
  "restriction-contested": Link & { thing: string; statement: string };
  /** To the sender of a copyright notice. */
  "counter-notice-sent": Report & { statement: string; signature: string; address: string };

  /** To an account that has to confirm a proposed change of a wrap's splits. */
  "splits-proposed": Split;
  /** To an owner whose address the publisher entered. */
  "splits-named": NamedOwner;
  /** To the publisher. */
  "splits-confirmed": Link & { wrap: string };
  "splits-declined": Link & { wrap: string; comment: string | null };

  /** To the fan: their points suffice for the reward. */
  "reward-within-reach": Claim;
  /** To the fan: the artist will be in touch. */
  "reward-claimed": OwnClaim;
  /** To the fan: the reward needs nothing of the artist. */
  "reward-ready": OwnClaim;
  /** To the artist. */
  "claim-received": Claim;
  "claim-contacted": Claim;
  "claim-fulfilled": Claim;
  "claim-rejected": Claim & { points: number; comment: string };

  /** To the publisher: paid orders of an experience since the last digest. */
  "sales-made": Link & { experience: string; orders: number; totalCents: number };
  /** To the publisher. */
  "sales-refunded": Link & { experience: string; refunds: number; totalCents: number };
  /** To the publisher: `amount` is in the smallest unit of the currency. */
  "payout-arrived": Link & { amount: number; currency: string; day: Date };

  /** The receipt of a paid order. `publisher`, `operator` and `contact` may be empty; `withdrawal` has paragraphs that the operator wrote. */
  "order-receipt": SpotOrder & {
    /** Discount of a code; 0 without one. */
    discountCents: number;
    paidAt: Date;
    wrap: string;
    artist: string;
    publisher: string;
    operator: string;
    contact: string;
    withdrawal: readonly string[];
  };
  /** `isKept`: the artwork is kept for its owner, who gave no wallet. */
  "spot-confirmed": SpotOrder & { isKept: boolean };
  /** The order is paid and needs a photo. */
  "photo-requested": SpotOrder;
  "photo-reminder": SpotOrder;
  /** `isArtworkKept`: the artwork was drawn before the refund. */
  "order-refunded": SpotOrder & { why: RefundReason; isArtworkKept: boolean };
  /** To the sender of a list of wallets. */
  "wallet-list-minted": Link & { experience: string; minted: number };
  "wallet-list-partly-minted": Link & { experience: string; minted: number; failed: number };
  /** To the publisher. */
  "artwork-failed": Link & { experience: string };

  /** `next` is null if the plan ends with this period, `until`. */
  "plan-started": Link & {
    plan: PaidPlan;
    priceCents: number;
    until: Date;
    next: NextPeriod | null;
    premium: PlanEntitlements;
    free: PlanEntitlements;
  };
  /** `keptUntil` is null once the grace period is over. */
  "plan-payment-failed": Link & { keptUntil: Date | null };
  /** `keptUntil` is null if nothing is left of the paid period. */
  "plan-cancelled": Link & { keptUntil: Date | null };
  "plan-period-changed": Link & { next: NextPeriod };
  "plan-resumed": Link & { next: NextPeriod };
  "plan-ended": Link & { free: PlanEntitlements };
};
export type MailKind = keyof MailData;
