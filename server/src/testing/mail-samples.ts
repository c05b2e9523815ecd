import { alarmKinds } from "@wrapsody/shared/operations/alarms.ts";
import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import type { MailData, MailKind } from "../platform/mail/mail-data.ts";

const link = "https://music.example/somewhere?code=Zk3v9QmT0rXy8sLw&more=1";
const otherLink = "https://music.example/elsewhere";
const claim = { reward: "Backstage pass", wrap: "Salt Meridian", link };
const spot = { experience: "Tide Tables", order: "W-7QK2", totalCents: 1_250, link };
const receipt = {
  ...spot,
  discountCents: 0,
  paidAt: new Date("2031-05-17T09:00:00Z"),
  wrap: "Salt Meridian",
  artist: "Nadia Halden",
  publisher: "Halden Records",
  operator: "Harbour Music Ltd",
  contact: "hello@music.example",
  withdrawal: ["You can withdraw within 14 days.", "Write to hello@music.example."],
};
const namedOwner = {
  wrap: "Salt Meridian",
  artist: "Inês Corvacho",
  ownershipPoints: 2_500,
  royaltyPoints: 3_333,
};
const list = { experience: "Tide Tables", link };
const refund = { ...spot, isArtworkKept: true } as const;
const { PREMIUM: premium, FREE: free } = planEntitlements;
const until = new Date("2031-05-17T09:00:00Z");
const monthly = { plan: "PREMIUM_MONTHLY", day: until, priceCents: 1_000 } as const;
const yearly = { plan: "PREMIUM_YEARLY", day: until, priceCents: 9_600 } as const;
const started = { premium, free, until, link };

const otherAlarm = { part: "later", of: "disk", kind: "FULL", since: until, until, link };
/** An alarm of every kind. */
const alarms = Object.entries(alarmKinds).flatMap(([part, kinds]) =>
  kinds.map((kind) => ({ ...otherAlarm, part, of: "POLYGON", kind })),
);

type Samples = { [Kind in MailKind]: readonly [MailData[Kind], ...MailData[Kind][]] };

/** Data of every kind of mail; several if the data decide which texts the mail has. */
export const mailSamples: Samples = {
  "confirm-sign-up": [{ link, lifetimeSeconds: 86_400 }],
  "already-registered": [{ loginLink: link, resetLink: otherLink }],
  "sign-up-invited": [{ link, lifetimeSeconds: 14 * 86_400 }],
  "member-invited": [
    { account: "Salt Meridian", role: "OWNER", link, lifetimeSeconds: 14 * 86_400 },
    { account: "Salt Meridian", role: "EDITOR", link, lifetimeSeconds: 14 * 86_400 },
    { account: "Salt Meridian", role: "READER", link, lifetimeSeconds: 14 * 86_400 },
  ],
  "member-joined": [
    { member: "ada@label.example", role: "OWNER", link },
    { member: "ada@label.example", role: "EDITOR", link },
    { member: "ada@label.example", role: "READER", link },
  ],
  "member-removed": [{ account: "Salt Meridian", link }],
  "test-mail": [{ link }],
  "claim-account": [{ link, lifetimeSeconds: 14 * 86_400 }],
  "choose-password": [{ link, lifetimeSeconds: 86_400 }],
  "reset-password": [{ link, lifetimeSeconds: 3_600 }],
  "login-code": [{ code: "402719", lifetimeSeconds: 600 }],
  "password-changed": [{ link }],
  "passkey-added": [{ link, passkey: "Phone" }],
  "passkey-removed": [{ link, passkey: "Phone" }],
  "confirm-address": [{ link, lifetimeSeconds: 86_400 }],
  "address-confirmed": [{ link }],
  "address-changed": [{ link, address: "o…@reader.example", lifetimeSeconds: 14 * 86_400 }],
  "confirm-mailbox": [{ link, lifetimeSeconds: 86_400 }],
  "codes-switched-on": [{ link }],
  "codes-switched-off": [{ link }],
  "network-linked": [{ link, service: "Apple" }],
  "account-deleted": [{}],
  "administrator-granted": [{ link }],
  "administrator-revoked": [{ link }],
  "alarm-began": [otherAlarm, ...alarms],
  "alarm-ended": [otherAlarm, ...alarms],
  "import-invited": [{ link }],
  "premium-granted": [{ link, lastDay: "2031-05-17" }],
  "wallet-unlinked": [{ link, wallet: "0x8ba1f109551bd432803012645ac136ddd64dba72" }],
  "webhook-disabled": [{ link, address: "https://label.example" }],
  "wrap-approved": [{ link, wrap: "Salt Meridian" }],
  "wrap-scheduled": [{ link, wrap: "Salt Meridian", from: until, timeZone: "Europe/Madrid" }],
  "release-reminder-requested": [
    { link, wrap: "Salt Meridian", artist: "Nadia Halden", lifetimeSeconds: 7 * 86_400 },
  ],
  "wrap-released": [{ link, wrap: "Salt Meridian", artist: "Nadia Halden" }],
  "followed-release": [{ wrap: "Salt Meridian", artist: "Inês Corvacho", link }],
  "followed-digest": [
    { releases: [{ wrap: "Salt Meridian", artist: "Inês Corvacho", link: otherLink }], more: 0, link },
    { releases: [{ wrap: "Salt Meridian", artist: "Inês Corvacho", link: otherLink }], more: 7, link },
  ],
  "phase-reminder-requested": [
    { link, experience: "Tide Tables", phase: "Early access", lifetimeSeconds: 7 * 86_400 },
  ],
  "phase-opened": [{ link, experience: "Tide Tables", phase: "Early access" }],
  "spot-held": [{ link, experience: "Tide Tables", until }],
  "wrap-changes-requested": [{ link, wrap: "Salt Meridian", comment: "The cover is too dark." }],
  "audio-approved": [{ link, wrap: "Salt Meridian" }],
  "audio-rejected": [{ link, wrap: "Salt Meridian", comment: "Another song is audible." }],
  "recording-approved": [{ link, wrap: "Salt Meridian" }],
  "title-approved": [{ link, wrap: "Salt Meridian" }],
  "title-rejected": [{ link, wrap: "Salt Meridian", comment: "The title names another artist." }],
  "cover-approved": [{ link, wrap: "Salt Meridian" }],
  "cover-rejected": [{ link, wrap: "Salt Meridian", comment: "This is someone else’s photograph." }],
  "report-received": [{ link, thing: "Salt Meridian", report: 12 }],
  "report-dismissed": [{ link, thing: "Salt Meridian", report: 12, reason: "The publisher has a licence." }],
  "report-restricted": [{ link, thing: "Salt Meridian", report: 12 }],
  "content-restricted": [
    {
      link,
      thing: "Salt Meridian",
      ground: "law",
      basis: "17 USC 512(c)",
      reason: "The recording is another label’s.",
    },
    {
      link,
      thing: "Salt Meridian",
      ground: "terms",
      basis: "Section 4",
      reason: "The cover insults a group.",
    },
  ],
  "restriction-kept": [{ link, thing: "Salt Meridian", reason: "The licence has ended." }],
  "account-suspended": [
    { link, ground: "terms", basis: "Section 4", reason: "Three artists are invented." },
    { link, ground: "law", basis: "18 USC 1343", reason: "Fans were charged for what does not exist." },
  ],
  "account-restored": [{ link, reason: "The artists exist." }],
  "suspension-kept": [{ link, reason: "Nothing was shown." }],
  "suspension-contested": [{ link, statement: "All three are members of my band." }],
  "restriction-contested": [{ link, thing: "Salt Meridian", statement: "We recorded it ourselves." }],
  "counter-notice-sent": [
    {
      link,
      thing: "Salt Meridian",
      report: 12,
      statement: "We recorded it ourselves.",
      signature: "Halden Maar",
      address: "2 Quay Street, Cork",
    },
  ],
  "content-restored": [{ link, thing: "Salt Meridian", reason: "The licence was shown." }],
  "splits-proposed": [{ link, wrap: "Salt Meridian", artist: "Inês Corvacho" }],
  "splits-named": [
    { ...namedOwner, access: "account", link },
    { ...namedOwner, access: "open", link },
    { ...namedOwner, access: "invitation", link, contact: "desk@music.example" },
    { ...namedOwner, access: "invitation", link, contact: null },
    { ...namedOwner, access: "closed", link: null, contact: null },
  ],
  "splits-confirmed": [{ link, wrap: "Salt Meridian" }],
  "splits-declined": [
    { link, wrap: "Salt Meridian", comment: "My share is missing." },
    { link, wrap: "Salt Meridian", comment: null },
  ],
  "reward-within-reach": [claim],
  "reward-claimed": [{ ...claim, details: "Doors open at eight." }],
  "reward-ready": [{ ...claim, details: "Doors open at eight." }],
  "claim-received": [claim],
  "sales-made": [
    { experience: "Tide Tables", orders: 1, totalCents: 1_250, link },
    { experience: "Tide Tables", orders: 340, totalCents: 425_000, link },
  ],
  "sales-refunded": [
    { experience: "Tide Tables", refunds: 1, totalCents: 1_250, link },
    { experience: "Tide Tables", refunds: 3, totalCents: 3_750, link },
  ],
  "payout-arrived": [{ amount: 116_200, currency: "usd", day: until, link }],
  "claim-contacted": [claim],
  "claim-fulfilled": [claim],
  "claim-rejected": [
    { ...claim, points: 40, comment: "The tour is off." },
    { ...claim, points: 1, comment: "The tour is off." },
  ],
  "order-receipt": [
    receipt,
    { ...receipt, discountCents: 250 },
    { ...receipt, publisher: "", operator: "", contact: "", withdrawal: [] },
  ],
  "spot-confirmed": [
    { ...spot, isKept: false },
    { ...spot, totalCents: 0, isKept: true },
  ],
  "photo-requested": [spot],
  "photo-reminder": [spot],
  "order-refunded": [
    { ...refund, why: "BY_THE_HOUSE" },
    { ...refund, why: "SOLD_OUT", isArtworkKept: false },
    { ...refund, why: "TOO_LATE", isArtworkKept: false },
    { ...refund, why: "WITHDRAWN", isArtworkKept: false },
    { ...refund, why: "CODE_USED", isArtworkKept: false },
  ],
  "wallet-list-minted": [
    { ...list, minted: 2 },
    { ...list, minted: 1 },
  ],
  "wallet-list-partly-minted": [
    { ...list, minted: 0, failed: 1 },
    { ...list, minted: 1, failed: 2 },
  ],
  "artwork-failed": [{ ...list }],
  "plan-started": [
    { ...started, plan: "PREMIUM_MONTHLY", priceCents: 1_000, next: yearly },
    { ...started, plan: "PREMIUM_YEARLY", priceCents: 9_600, next: monthly },
    { ...started, plan: "PREMIUM_YEARLY", priceCents: 9_600, next: null },
  ],
  "plan-payment-failed": [
    { link, keptUntil: until },
    { link, keptUntil: null },
  ],
  "plan-cancelled": [
    { link, keptUntil: until },
    { link, keptUntil: null },
  ],
  "plan-period-changed": [
    { link, next: monthly },
    { link, next: yearly },
  ],
  "plan-resumed": [
    { link, next: monthly },
    { link, next: yearly },
  ],
  "plan-ended": [
    { link, free },
    { link, free: { ...premium, artists: 2, songsPerMonth: 1, wnfts: 2 } },
  ],
};

export const mailKinds = Object.keys(mailSamples) as MailKind[];
