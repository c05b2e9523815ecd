import type { ProviderName } from "./payments.data.ts";

/** A checkout as a provider is asked for it. Amounts are US cents. */
export type CheckoutAsked = {
  /** Ours; a repeat with the same one answers the same checkout. */
  paymentId: string;
  title: string;
  amountCents: number;
  platformFeeCents: number;
  /** The payee's account with the provider; null: all of it is the platform's to collect. */
  destination: string | null;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

/** What a provider says of a checkout, at one moment. */
export type Facts = {
  /** CLOSED: nobody can pay it any more. */
  checkout: "OPEN" | "PAID" | "CLOSED";
  amountCents: number;
  /** Lower case, as `usd`. */
  currency: string;
  /** What refunds and disputes refer to, once something was paid. */
  intentId: string | null;
  /** What the provider keeps of it, once it is known. */
  feeCents: number | null;
  refundedCents: number;
  isDisputed: boolean;
};

export type RefundAsked = {
  paymentId: string;
  intentId: string;
  amountCents: number;
  /** A further attempt follows one that failed for good. */
  attempt: number;
  /** The payee's share is taken back from them. */
  isShared: boolean;
};
export type RefundOutcome = "DONE" | "UNDER_WAY" | "FAILED";

/** What a provider tells by itself: a hint to ask it, never a fact. */
export type ProviderEvent = {
  id: string;
  type: string;
  createdAt: Date;
  /** Which payment it is about, by whatever of these it names. */
  about: { paymentId?: string; sessionId?: string; intentId?: string; payoutAccount?: string };
};

/**
 * Who takes payments: Stripe, or the sandbox of a preview. Each asks over the network or a database, so no transaction of the
 * caller's may be open.
 *
 * Every function but `readEvent` throws Failure E0037 where the provider does not answer; what it did then is unknown, and the same
 * may be asked again.
 */
export type Provider = {
  name: ProviderName;
  openCheckout(asked: CheckoutAsked): Promise<{ sessionId: string; url: string }>;
  /** Undefined: it knows no such checkout. */
  lookUp(sessionId: string): Promise<Facts | undefined>;
  /** Closes a checkout that nobody has paid; one that is over stays as it is. */
  closeCheckout(sessionId: string): Promise<void>;
  /** Pays all of it back. An attempt is carried out once, however often it is asked for. */
  refund(asked: RefundAsked): Promise<RefundOutcome>;
  /** Those that were opened since then, the latest first. */
  listCheckouts(since: Date): AsyncIterable<{ sessionId: string; paymentId: string | null; facts: Facts }>;
  /** @throws Failure E0007 for what the provider has not signed, or not lately */
  readEvent(sent: Buffer, signature: string | undefined): ProviderEvent;
  /** Opens an account that a publisher is paid to. A repeat for the same one answers the same account. */
  openPayoutAccount(accountId: string): Promise<string>;
  /** The provider's page on which a publisher completes their account. */
  payoutAccountPage(externalId: string, back: { againUrl: string; returnUrl: string }): Promise<string>;
  /** Whether it may be paid to. */
  isPayoutAccountReady(externalId: string): Promise<boolean>;
};
