import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { MIN_PAYMENT_CENTS } from "./pricing.ts";

export const orderKinds = ["PARTICIPATION", "SUBSCRIPTION"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** OPENING: the checkout is being created. REFUNDING: the refund is being requested. */
export const paymentStates = ["OPENING", "OPEN", "PAID", "EXPIRED", "REFUNDING", "REFUNDED"] as const;

/**
 * Why a payment needs attention.
 * - `AMOUNT_DIFFERS`: the provider charged another amount than requested; the order was not fulfilled.
 * - `DISPUTED`: the cardholder disputed the charge with their bank.
 * - `REFUND_FAILED`: the provider could not refund it.
 * - `UNKNOWN_TO_PROVIDER`: the provider does not know the checkout.
 * - `OVERDUE`: it has been in a transient state for too long.
 * - `MATERIAL_MISSING`: it is paid, and its order has been waiting for photos for more than a week.
 * - `ARTWORK_FAILED`: it is paid, and the artwork of its order could not be rendered.
 */
export const paymentProblems = [
  "AMOUNT_DIFFERS",
  "DISPUTED",
  "REFUND_FAILED",
  "UNKNOWN_TO_PROVIDER",
  "OVERDUE",
  "MATERIAL_MISSING",
  "ARTWORK_FAILED",
] as const;

/** The states of orders of all kinds. */
export const orderStates = [
  "OPEN",
  "RESERVED",
  "AWAITING_PAYMENT",
  "NEEDS_MATERIAL",
  "FULFILLED",
  "EXPIRED",
  "REFUSED",
  "REFUNDED",
] as const;

/** US cents; the range of card payments. */
export const paymentLimits = {
  minCents: MIN_PAYMENT_CENTS,
  maxCents: 99_999_999,
  maxReasonLength: 200,
} as const;

const person = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() });

/** An invoice for one period, as administrators see it. Amounts are US cents. */
export const listedInvoice = z.object({
  /** Its id at the provider. */
  id: z.string(),
  number: z.string().nullable(),
  amount_cents: z.number().int(),
  refunded_cents: z.number().int(),
  /** VOID: no longer payable. */
  state: z.enum(["OPEN", "PAID", "VOID"]),
  /** The state of its refund; null: none was requested. */
  refund: z.enum(["REFUNDING", "FAILED", "REFUNDED"]).nullable(),
  refund_reason: z.string().nullable(),
  /** It is for the latest paid period, so refunding it ends the subscription immediately. */
  ends_plan: z.boolean(),
  period: z.enum(["MONTH", "YEAR"]),
  period_from: instant,
  period_until: instant,
  created_at: instant,
  paid_at: instant.nullable(),
});
export type ListedInvoice = z.output<typeof listedInvoice>;

/** A payment as administrators see it. Amounts are US cents. */
export const listedPayment = z.object({
  id: z.string(),
  kind: z.enum(orderKinds),
  /** The id of the order in the selling feature. */
  reference: z.string(),
  /** The order as its owner sees it; null if the selling feature has none. */
  order: z.object({ number: z.string(), title: z.string(), state: z.enum(orderStates) }).nullable(),
  title: z.string(),
  state: z.enum(paymentStates),
  problem: z.enum(paymentProblems).nullable(),
  /** When an administrator resolved its problem; null: unresolved, or changed since. */
  seen_at: instant.nullable(),
  /** The invoices of a recurring payment, the latest first; empty for one-time payments. */
  bills: z.array(listedInvoice),
  /** The payer; null if the account was deleted. */
  account: person.nullable(),
  /** The account that earns it; null for income of the platform. */
  payee: person.nullable(),
  amount_cents: z.number().int(),
  platform_fee_cents: z.number().int(),
  /** The provider's fee; null until it is known. */
  provider_fee_cents: z.number().int().nullable(),
  /** The refunded amount, in part or in full. */
  refunded_cents: z.number().int(),
  provider: z.enum(["STRIPE", "SANDBOX"]),
  /** The checkout's id at the provider. */
  session_id: z.string().nullable(),
  /** The payee's share was transferred to their payout account. */
  is_shared: z.boolean(),
  refund_reason: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  paid_at: instant.nullable(),
  refunded_at: instant.nullable(),
});
export type ListedPayment = z.output<typeof listedPayment>;

export const getPayments = endpoint({
  method: "GET",
  path: "admin/payments",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: lists all payments, newest first after payments that need attention. `text` matches order numbers, " +
    "and parts of titles, payer names and email addresses.",
  list: {
    filters: {
      state: "text",
      kind: "text",
      provider: "text",
      stuck: "boolean",
      created_at: "time",
      text: "text",
    },
    sortKeys: ["created_at", "amount"],
  },
  answer: listOf(listedPayment).extend({
    /** Sum of `amount_cents` of all payments that pass the filters; null if they are too many to be counted. */
    sum_cents: z.number().int().nullable(),
  }),
});

const reason = z
  .string({ error: "Required" })
  .trim()
  .min(1, { error: "Required" })
  .max(paymentLimits.maxReasonLength, {
    error: `Please use at most ${paymentLimits.maxReasonLength} characters.`,
  });

export const postRefund = endpoint({
  method: "POST",
  path: "admin/payment/:id/refund",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: refunds a payment in full; of a recurring payment, the latest paid invoice. A repeat has no effect; " +
    "a failed refund is tried again.",
  params: z.object({ id: z.string() }),
  body: z.object({ reason }),
  answer: listedPayment,
});

export const postInvoiceRefund = endpoint({
  method: "POST",
  path: "admin/bill/:id/refund",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: refunds an invoice in full. Refunding the latest paid period ends the subscription, an earlier one does " +
    "not. A repeat has no effect; a failed refund is tried again.",
  params: z.object({ id: z.string() }),
  body: z.object({
    reason,
    /** The value that was shown; if it has changed, the call fails with E0005. */
    ends_plan: z.boolean().optional(),
  }),
  answer: listedPayment,
});

export const postPaymentResolved = endpoint({
  method: "POST",
  path: "admin/payment/:id/seen",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: marks a payment as resolved until something about it changes. `problem` is the one that was shown; if " +
    "the payment has another one now, the call fails with E0005.",
  params: z.object({ id: z.string() }),
  body: z.object({ problem: z.enum(paymentProblems) }),
  answer: listedPayment,
});

/** The result of one reconciliation with the provider. */
export const reconciliation = z.object({
  id: z.number().int(),
  provider: z.string(),
  compared: z.number().int(),
  repaired: z.number().int(),
  /** The provider's ids of paid checkouts that match no payment. */
  strangers: z.array(z.string()),
  /** The ids of payments that could not be compared; the next reconciliation retries them. */
  failed: z.array(z.string()),
  started_at: instant,
  finished_at: instant,
});
export type Reconciliation = z.output<typeof reconciliation>;

export const getReconciliations = endpoint({
  method: "GET",
  path: "admin/reconciliations",
  access: "personal",
  tag: "admin",
  summary: "For administrators: lists the reconciliations with the provider, the latest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(reconciliation),
});

/**
 * What the provider still requires of the owner of a payout account. PEOPLE: owners, directors or representatives of a company;
 * BUSINESS_PROFILE: what it sells, and its website.
 */
export const payoutRequirements = [
  "IDENTITY",
  "ADDRESS",
  "CONTACT",
  "DOCUMENT",
  "BANK_ACCOUNT",
  "BUSINESS",
  "BUSINESS_PROFILE",
  "PEOPLE",
  "TERMS",
  "OTHER",
] as const;

/** A publisher's payout account at the payment provider. */
export const payoutAccount = z.object({
  /** Null: no payment provider is configured. */
  provider: z.enum(["STRIPE", "SANDBOX"]).nullable(),
  /** NONE: the platform collects. STARTED: onboarding is incomplete. READY: it receives transfers. */
  state: z.enum(["NONE", "STARTED", "READY"]),
  missing: z.array(z.enum(payoutRequirements)),
  /** The provider is verifying what the owner submitted. */
  is_verifying: z.boolean(),
  /** When transfers or payouts stop unless the owner provides what is missing. */
  deadline: instant.nullable(),
  /** Whether the provider pays the account's balance out to the bank; null if that is not known. */
  pays_out: z.boolean().nullable(),
});
export type PayoutAccount = z.output<typeof payoutAccount>;

export const getPayoutAccount = endpoint({
  method: "GET",
  path: "my/payout-account",
  access: "personal",
  tag: "payments",
  summary: "Returns the status of the caller's payout account.",
  answer: payoutAccount,
});

export const postPayoutAccount = endpoint({
  method: "POST",
  path: "my/payout-account",
  access: "personal",
  tag: "payments",
  summary:
    "Creates a payout account for the caller and returns the provider's onboarding page. A repeat continues with the same account.",
  answer: z.object({ url: z.string() }),
});

/** A payout from a payout account to the owner's bank. */
export const payout = z.object({
  /** Its id at the provider. */
  id: z.string(),
  /** In the smallest unit of `currency`; negative if it was taken from the bank. */
  amount: z.number().int(),
  /** ISO code in lower case, e.g. `usd`. */
  currency: z.string(),
  state: z.enum(["PENDING", "IN_TRANSIT", "PAID", "FAILED", "CANCELED"]),
  /** Why it failed: the provider's code. */
  failure: z.string().nullable(),
  created_at: instant,
  /** When it arrives at the bank, or arrived. */
  arrives_at: instant,
  /** Orders and refunds of this site in it. */
  orders: z.number().int(),
  refunds: z.number().int(),
});
export type Payout = z.output<typeof payout>;

export const getPayouts = endpoint({
  method: "GET",
  path: "my/payouts",
  access: "session",
  tag: "payments",
  summary: "Lists the payouts from the caller's payout account to their bank, newest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(payout),
});
