import { Failure } from "../../platform/failure.ts";
import type { Period } from "./orders.ts";
import type { ProviderName } from "./payments.data.ts";

/** What one period costs, in US cents, and how long it is. */
export type Price = { title: string; amountCents: number; period: Period };

/** A checkout as a provider is asked for it. Amounts are US cents. */
export type CheckoutRequest = {
  /** Ours; a repeat with the same one answers the same checkout. */
  paymentId: string;
  title: string;
  amountCents: number;
  platformFeeCents: number;
  /** The payee's account with the provider; null: all of it is the platform's to collect. */
  destination: string | null;
  /** How often it is paid for; null: once. */
  period: Period | null;
  /** The payer, where the provider knows them from before. */
  customerId: string | null;
  /** What the provider writes to the payer by; null: it asks for one. */
  email: string | null;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

/** A bill for one period, as the provider tells of it. Amounts are US cents. */
export type InvoiceSnapshot = {
  id: string;
  number: string | null;
  amountCents: number;
  refundedCents: number;
  /** VOID: nobody has to pay it any more. */
  state: "OPEN" | "PAID" | "VOID";
  period: Period;
  from: Date;
  until: Date;
  createdAt: Date;
  paidAt: Date | null;
};

/** What a provider says of something that is paid for again and again, at one moment. */
export type SubscriptionSnapshot = {
  id: string;
  customerId: string;
  /** UNPAID: the bill for the next period is open, and the provider tries again. ENDED: no more is asked for. */
  status: "PAID" | "UNPAID" | "ENDED";
  /** The end of the last period that was paid for; the moment of its end where it was ended before. */
  paidUntil: Date;
  /** Of the period that is paid for. */
  period: Period;
  /** What comes after it; null: nothing, it ends. */
  next: Pick<Price, "amountCents" | "period"> | null;
  /** The latest first, at least those of the last two years. */
  bills: InvoiceSnapshot[];
};

/** What a provider says of a checkout, at one moment. */
export type CheckoutSnapshot = {
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
  /** Of what is paid for again and again, once its first period is paid; null otherwise. `amountCents` is that of the first. */
  subscription: SubscriptionSnapshot | null;
};

/** `facts` asks further where the list does not say enough; undefined: it is gone since it was listed. */
export type ListedCheckout = {
  sessionId: string;
  paymentId: string | null;
  readSnapshot(): Promise<CheckoutSnapshot | undefined>;
};

/** Which payment went back or is disputed, by whatever of these the provider names. */
export type Reversal = { paymentId?: string; intentId?: string; customerId?: string };

export type RefundRequest = {
  paymentId: string;
  intentId: string;
  amountCents: number;
  /** A further attempt follows one that failed for good. */
  attempt: number;
  /** The payee's share is taken back from them. */
  isShared: boolean;
  /** What ends at once with it, so that nothing more is charged. */
  subscriptionId: string | null;
};
/** A bill that is paid back by itself. Amounts are US cents. */
export type InvoiceRefundRequest = {
  billId: string;
  /** What it is a bill of began with it. */
  paymentId: string;
  /** All of the bill; what went back of it already stays so. */
  amountCents: number;
  /** A further attempt follows one that failed for good. */
  attempt: number;
  /** What ends at once with it; null: it goes on. */
  subscriptionId: string | null;
};
export type RefundOutcome = "DONE" | "UNDER_WAY" | "FAILED";

/** What a provider tells by itself: a hint to ask it, never a fact. */
export type ProviderEvent = {
  id: string;
  type: string;
  createdAt: Date;
  /** Which payment it is about, by whatever of these it names. */
  references: {
    paymentId?: string;
    sessionId?: string;
    intentId?: string;
    subscriptionId?: string;
    customerId?: string;
    payoutAccount?: string;
  };
};

/**
 * Who takes payments: Stripe, or the sandbox of a preview. Each asks over the network or a database, so no transaction of the
 * caller's may be open.
 *
 * Every function but `readEvent` throws Failure E0048 where the provider does not answer; what it did then is unknown, and the same
 * may be asked again.
 */
export type Provider = {
  name: ProviderName;
  /** @throws PayeeRefused where the destination may not be paid to at the moment; nothing was opened then */
  openCheckout(asked: CheckoutRequest): Promise<{ sessionId: string; url: string }>;
  /** Undefined: it knows no such checkout. */
  retrieveCheckout(sessionId: string): Promise<CheckoutSnapshot | undefined>;
  /** Closes a checkout that nobody has paid; one that is over stays as it is. */
  closeCheckout(sessionId: string): Promise<void>;
  /** Pays all of it back. An attempt is carried out once, however often it is asked for. */
  refundPayment(asked: RefundRequest): Promise<RefundOutcome>;
  /** Pays all of a bill back. An attempt is carried out once, however often it is asked for. */
  refundInvoice(asked: InvoiceRefundRequest): Promise<RefundOutcome>;
  /**
   * Says what a subscription is renewed as when the paid period ends; null: it ends then. Nothing is charged before. Asked again with
   * the same it stays as it is; one that has ended stays ended.
   */
  setRenewal(subscriptionId: string, next: Price | null): Promise<void>;
  /** Ends it at once: nothing more is charged, and nothing is paid back. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** The provider's page on which the payer changes their card. */
  createCardUpdateUrl(customerId: string, returnUrl: string): Promise<string>;
  /** The provider's page of a bill; undefined: it has none. */
  findInvoiceUrl(billId: string): Promise<string | undefined>;
  /** Those that were opened since then, the latest first. */
  listCheckouts(since: Date): AsyncIterable<ListedCheckout>;
  /** Of what was paid back since then, or has been disputed since, whenever it was paid. */
  listReversals(since: Date): AsyncIterable<Reversal>;
  /** @throws Failure E0007 for what the provider has not signed, or not lately */
  verifyEvent(sent: Buffer, signature: string | undefined): ProviderEvent;
  /** Opens an account that a publisher is paid to. A repeat for the same one answers the same account. */
  createPayoutAccount(accountId: string): Promise<string>;
  /** The provider's page on which a publisher completes their account. */
  createOnboardingUrl(externalId: string, back: { againUrl: string; returnUrl: string }): Promise<string>;
  /** Whether it may be paid to. */
  isPayoutAccountReady(externalId: string): Promise<boolean>;
};

/** The account of a payee may not be paid to, whatever was known of it before. */
export class PayoutAccountRestrictedError extends Error {
  override name = "PayeeRefused";

  constructor(destination: string, cause: unknown) {
    super(`${destination} may not be paid to`, { cause });
  }
}

/** Seconds that callers are asked to wait for a provider that does not answer. */
const RETRY_AFTER_SECONDS = 5;

/** A provider does not answer, or not now. */
export const providerUnavailable = (cause: unknown) =>
  new Failure("E0048", { retryAfter: RETRY_AFTER_SECONDS, cause });

export const isProviderUnavailable = (error: unknown) => error instanceof Failure && error.code === "E0048";
