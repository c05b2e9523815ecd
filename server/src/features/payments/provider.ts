import { Failure } from "../../platform/failure.ts";
import type { Period } from "./orders.ts";

/** The price of one period, in US cents. */
export type Price = { title: string; amountCents: number; period: Period };

/** The parameters of a checkout. Amounts are US cents. */
export type CheckoutRequest = {
  /** Idempotency key: a repeat with the same id returns the same checkout. */
  paymentId: string;
  title: string;
  amountCents: number;
  platformFeeCents: number;
  /** The payee's account with the provider; null: the platform collects the whole amount. */
  destination: string | null;
  /** The billing interval; null for a one-time payment. */
  period: Period | null;
  /** The payer's customer id at the provider, if they have one. */
  customerId: string | null;
  /** The address for receipts; null: the checkout asks for it. */
  email: string | null;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

/** An invoice for one period, as the provider reports it. Amounts are US cents. */
export type InvoiceSnapshot = {
  id: string;
  number: string | null;
  amountCents: number;
  refundedCents: number;
  /** VOID: no longer payable. */
  state: "OPEN" | "PAID" | "VOID";
  period: Period;
  from: Date;
  until: Date;
  createdAt: Date;
  paidAt: Date | null;
};

/** A subscription as the provider reports it at one moment. */
export type SubscriptionSnapshot = {
  id: string;
  customerId: string;
  /** UNPAID: the invoice of the next period is open and retried. ENDED: nothing more is charged. */
  status: "PAID" | "UNPAID" | "ENDED";
  /** The end of the last paid period, or the moment the subscription ended if that was earlier. */
  paidUntil: Date;
  /** The interval of the paid period. */
  period: Period;
  /** The price after the paid period; null: the subscription ends with it. */
  next: Pick<Price, "amountCents" | "period"> | null;
  /** The latest first, at least those of the last two years. */
  invoices: InvoiceSnapshot[];
};

/** A dispute of a charge as the provider reports it. OPEN: undecided. LOST: the money went back to the cardholder. */
export type DisputeSnapshot = {
  id: string;
  amountCents: number;
  state: "OPEN" | "WON" | "LOST";
  createdAt: Date;
};

/** A checkout as the provider reports it at one moment. */
export type CheckoutSnapshot = {
  /** CLOSED: it can no longer be paid. */
  checkout: "OPEN" | "PAID" | "CLOSED";
  amountCents: number;
  /** ISO code in lower case, e.g. `usd`. */
  currency: string;
  /** The payment intent that refunds and disputes refer to; null before payment. */
  intentId: string | null;
  /** The provider's own fee; null until it is known. */
  feeCents: number | null;
  refundedCents: number;
  isDisputed: boolean;
  /** Of one-time payments only. */
  disputes: DisputeSnapshot[];
  /** Null for one-time payments and before the first period is paid. `amountCents` is that of the first period. */
  subscription: SubscriptionSnapshot | null;
};

/** A listed checkout. `readSnapshot` fetches what the list does not contain; undefined: the checkout no longer exists. */
export type ListedCheckout = {
  sessionId: string;
  paymentId: string | null;
  readSnapshot(): Promise<CheckoutSnapshot | undefined>;
};

/** Identifies a refunded or disputed payment by whatever the provider reports. */
export type Reversal = { paymentId?: string; intentId?: string; customerId?: string };

export type RefundRequest = {
  paymentId: string;
  intentId: string;
  amountCents: number;
  /** Part of the idempotency key; increased after a failed attempt. */
  attempt: number;
  /** The payee's share is reversed as well. */
  isShared: boolean;
  /** A subscription to cancel immediately, so that nothing more is charged. */
  subscriptionId: string | null;
};
/** The refund of one invoice. Amounts are US cents. */
export type InvoiceRefundRequest = {
  invoiceId: string;
  /** The payment that started the subscription. */
  paymentId: string;
  /** The full amount; earlier partial refunds count towards it. */
  amountCents: number;
  /** Part of the idempotency key; increased after a failed attempt. */
  attempt: number;
  /** A subscription to cancel immediately; null: it continues. */
  subscriptionId: string | null;
};
export type RefundOutcome = "DONE" | "UNDER_WAY" | "FAILED";

/** A webhook event. It triggers a sync; its content is never applied. */
export type ProviderEvent = {
  id: string;
  type: string;
  createdAt: Date;
  /** Identifies the payment by whatever the event contains. */
  references: {
    paymentId?: string;
    sessionId?: string;
    intentId?: string;
    subscriptionId?: string;
    customerId?: string;
    payoutAccount?: string;
  };
};

/** A payout account as the provider reports it. */
export type PayoutAccountSnapshot = {
  /** It can receive transfers. */
  isReady: boolean;
  /** Money on it is paid out to the bank. */
  paysOut: boolean;
  /** The provider's names of what the owner must provide. */
  requirements: string[];
  /** Whether the provider verifies details that the owner submitted. */
  isVerifying: boolean;
  /** When transfers or payouts stop if the requirements are not met. */
  deadline: Date | null;
};

/** A payout as the provider reports it. `amount` is in the smallest unit of `currency`. */
export type PayoutSnapshot = {
  id: string;
  amount: number;
  currency: string;
  state: "PENDING" | "IN_TRANSIT" | "PAID" | "FAILED" | "CANCELED";
  /** The provider's code. */
  failure: string | null;
  createdAt: Date;
  arrivesAt: Date;
  /** The provider knows what it consists of. */
  isItemized: boolean;
  /** Its items are complete. */
  isReconciled: boolean;
};

/** A payment or refund in a payout. `transferPaymentId` is that of the payment on the payout account. */
export type PayoutItem = {
  id: string;
  kind: "PAID" | "REFUNDED";
  transferPaymentId: string;
  createdAt: Date;
};

/** A payment on a payout account and the intent that it was transferred for. */
export type TransferredPayment = { transferPaymentId: string; intentId: string };

/** The payee's account cannot receive transfers, whatever was known before. */
export class PayoutAccountRestrictedError extends Error {
  override name = "PayoutAccountRestrictedError";

  constructor(destination: string, cause: unknown) {
    super(`payout account ${destination} cannot receive transfers`, { cause });
  }
}

/** The Retry-After header while the provider is down. */
const RETRY_AFTER_SECONDS = 5;

/** Creates the failure for a provider that does not answer or asks to retry later. */
export const providerUnavailable = (cause: unknown) =>
  new Failure("E0048", { retryAfter: RETRY_AFTER_SECONDS, cause });

export const isProviderUnavailable = (error: unknown) => error instanceof Failure && error.code === "E0048";
