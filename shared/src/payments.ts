import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";

export const orderKinds = ["PARTICIPATION", "SUBSCRIPTION"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** OPENING: the provider is being asked for a checkout. REFUNDING: it is being asked to pay back. */
export const paymentStates = ["OPENING", "OPEN", "PAID", "EXPIRED", "REFUNDING", "REFUNDED"] as const;

/**
 * Why somebody has to look at a payment.
 * - `AMOUNT_DIFFERS`: the provider took another amount than was asked for; nothing was given for it.
 * - `DISPUTED`: the owner of the card wants the money back from their bank.
 * - `REFUND_FAILED`: the provider could not pay back.
 * - `UNKNOWN_TO_PROVIDER`: the provider knows nothing of the checkout.
 * - `OVERDUE`: it is in one of the states that pass for longer than they should.
 * - `MATERIAL_MISSING`: it is paid, and its order has waited for photos for more than a week.
 * - `ARTWORK_FAILED`: it is paid, and the artwork of its order could not be made.
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

/** What an order may be, whatever is sold by it; the feature that sells tells which. */
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

/** US cents; the least and the most that card payments are taken for. */
export const paymentLimits = { minCents: 50, maxCents: 99_999_999, maxReasonLength: 200 } as const;

const person = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() });

/** A bill for one period, as administrators see it. Amounts are US cents. */
export const listedInvoice = z.object({
  /** Its id with the provider. */
  id: z.string(),
  number: z.string().nullable(),
  amount_cents: z.number().int(),
  refunded_cents: z.number().int(),
  /** VOID: nobody has to pay it any more. */
  state: z.enum(["OPEN", "PAID", "VOID"]),
  /** How far its being paid back is; null: nobody asked for it. */
  refund: z.enum(["REFUNDING", "FAILED", "REFUNDED"]).nullable(),
  refund_reason: z.string().nullable(),
  /** It is for the last period that is paid for, so what it is a bill of ends at once when it is paid back. */
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
  /** The order that it is for, by the name that the selling feature gave it. */
  reference: z.string(),
  /** The order as its owner knows it; null where the selling feature knows of none. */
  order: z.object({ number: z.string(), title: z.string(), state: z.enum(orderStates) }).nullable(),
  title: z.string(),
  state: z.enum(paymentStates),
  problem: z.enum(paymentProblems).nullable(),
  /** When an administrator has seen to its problem; null: nobody has, or something new has happened to it since. */
  seen_at: instant.nullable(),
  /** Of what is paid for again and again, the latest first; nothing else has any. */
  bills: z.array(listedInvoice),
  /** Who pays; null where the account is gone. */
  account: person.nullable(),
  /** Whose income it is; null where it is the house's own. */
  payee: person.nullable(),
  amount_cents: z.number().int(),
  platform_fee_cents: z.number().int(),
  /** What the provider kept; null until it has said so. */
  provider_fee_cents: z.number().int().nullable(),
  /** What went back to the payer, which may be a part of it. */
  refunded_cents: z.number().int(),
  provider: z.enum(["STRIPE", "SANDBOX"]),
  /** The checkout's id with the provider. */
  session_id: z.string().nullable(),
  /** The payee's share went to their own account with the provider. */
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
    "For administrators: all payments, those that somebody has to look at first, then the latest. `text` finds the number " +
    "of an order, and parts of its title and of its payer's name and e-mail address.",
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
  answer: listOf(listedPayment),
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
    "For administrators: pays a payment back, wholly; of what is paid for again and again, the last bill that was paid. Asked " +
    "again it is done once; one that failed is tried again.",
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
    "For administrators: pays a bill back, wholly. That of the last period that is paid for ends what it is a bill of, an earlier " +
    "one does not. Asked again it is done once; one that failed is tried again.",
  params: z.object({ id: z.string() }),
  body: z.object({
    reason,
    /** What was shown of it: where it is otherwise by now, nothing is done (E0005). */
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
    "For administrators: takes a payment out of those that somebody has to look at, until something new happens to it. The " +
    "problem is the one that was shown: where it has another one by now, nothing is done (E0005).",
  params: z.object({ id: z.string() }),
  body: z.object({ problem: z.enum(paymentProblems) }),
  answer: listedPayment,
});

/** How the payments compared with what the provider has, at one time. */
export const reconciliation = z.object({
  id: z.number().int(),
  provider: z.string(),
  compared: z.number().int(),
  repaired: z.number().int(),
  /** Paid checkouts with the provider that no payment here belongs to, by their ids there. */
  strangers: z.array(z.string()),
  /** Payments that could not be compared, by their ids; the next comparison asks about them again. */
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
  summary: "For administrators: how the payments compared with what the provider has, the latest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(reconciliation),
});

/** A publisher's account with the payment provider. */
export const payoutAccount = z.object({
  /** Null: payments are not taken here by a provider that could pay out. */
  provider: z.enum(["STRIPE", "SANDBOX"]).nullable(),
  /** NONE: the platform collects. STARTED: the provider still asks for something. READY: shares go there. */
  state: z.enum(["NONE", "STARTED", "READY"]),
});
export type PayoutAccount = z.output<typeof payoutAccount>;

export const getPayoutAccount = endpoint({
  method: "GET",
  path: "my/payout-account",
  access: "personal",
  tag: "payments",
  summary: "Whether the caller's income is paid to an account of their own with the payment provider.",
  answer: payoutAccount,
});

export const postPayoutAccount = endpoint({
  method: "POST",
  path: "my/payout-account",
  access: "personal",
  tag: "payments",
  summary:
    "Opens an account with the payment provider for the caller's income, and answers the provider's page on which it is " +
    "completed. A repeat goes on with the same account.",
  answer: z.object({ url: z.string() }),
});
