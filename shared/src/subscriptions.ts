import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";

/** Told with E0040, which else means that nothing was paid. */
export const planOrderTexts = {
  refunded: "This payment was paid back.",
  otherAmount:
    "Another amount was paid than this costs, so nothing was given for it. Please contact support.",
} as const;

export const plans = ["FREE", "PREMIUM_MONTHLY", "PREMIUM_YEARLY"] as const;
export type Plan = (typeof plans)[number];

/** Those that are paid for, a month or a year at a time. */
export const paidPlans = ["PREMIUM_MONTHLY", "PREMIUM_YEARLY"] as const;
export type PaidPlan = (typeof paidPlans)[number];

/** A plan that was paid for, or given by an administrator. Cancelled, it keeps its benefits until it expires. */
export const subscription = z.object({
  id: z.number().int(),
  plan: z.enum(plans),
  expires_at: instant,
  is_canceled: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

/** US cents. A yearly plan is paid for twelve months at once. */
export const planPrices = { PREMIUM_MONTHLY: 1_000, PREMIUM_YEARLY: 9_600 } as const;

/**
 * Days that a plan that is to be renewed is kept beyond what is paid for: a card may be declined, the news of its payment late.
 * One that was cancelled ends with its last paid day.
 */
export const graceDays = 7;

/** How much of an account's plan is used up. */
export const planUse = z.object({
  plan: z.enum(plans),
  /** Null on the free plan. */
  expires_at: instant.nullable(),
  is_canceled: z.boolean(),
  artists: z.object({ used: z.number().int(), most: z.number().int() }),
  songs_this_month: z.object({ used: z.number().int(), most: z.number().int() }),
  /** `most` is null where there is one for every song. */
  wnfts: z.object({ used: z.number().int(), most: z.number().int().nullable() }),
});
export type PlanUse = z.output<typeof planUse>;

export const getMyPlan = endpoint({
  method: "GET",
  path: "my/plan",
  access: "session",
  tag: "subscriptions",
  summary: "The plan of the user, and how much of it is used up.",
  answer: planUse,
});

/** A plan as its owner manages it. */
export const ownSubscription = subscription.extend({
  plan: z.enum(paidPlans),
  /** It was given by an administrator: nothing is paid for it, and it is not renewed. */
  is_granted: z.boolean(),
  /** What it is paid for as from the next period on; null: it ends with this one. */
  renews_as: z.enum(paidPlans).nullable(),
  /** US cents that the next period costs; null where there is none. */
  next_price_cents: z.number().int().nullable(),
  /** The card was declined for the next period: the provider tries again, and the benefits last until `kept_until`. */
  is_unpaid: z.boolean(),
  kept_until: instant,
});
export type OwnSubscription = z.output<typeof ownSubscription>;

export const getMySubscription = endpoint({
  method: "GET",
  path: "my/subscription",
  access: "personal",
  tag: "subscriptions",
  summary: "The plan that the caller pays for or was given, and whether one can be paid for here.",
  answer: z.object({
    /** Nobody takes payments here where it is false. */
    is_payable: z.boolean(),
    current: ownSubscription.nullable(),
    /** A checkout that is open: paid for nowhere yet, and until when it can be. */
    open_order: z.object({ plan: z.enum(paidPlans), expires_at: instant }).nullable(),
  }),
});

export const postSubscribe = endpoint({
  method: "POST",
  path: "subscribe/:plan",
  access: "personal",
  limit: "order",
  tag: "subscriptions",
  summary:
    "Opens the checkout for a plan, and answers its address. A repeat answers the same one; another plan closes the one that was open. " +
    "Refused (E0047) for who has a premium plan already.",
  params: z.object({ plan: z.enum(paidPlans) }),
  answer: z.object({ url: z.string() }),
});

export const postSubscribeConfirm = endpoint({
  method: "POST",
  path: "subscribe/confirm",
  access: "personal",
  tag: "subscriptions",
  summary: "Confirms an order by its one-time code once it is paid for. A repeat answers the same.",
  body: z.object({
    code: z.string({ error: "Required" }).min(1, { error: "Required" }).max(200),
    orderId: z.string({ error: "Required" }).min(1, { error: "Required" }).max(200),
  }),
  answer: ownSubscription,
});

const idOfSubscription = z.object({ id: z.string() });

export const deleteSubscription = endpoint({
  method: "DELETE",
  path: "subscribe/:id",
  access: "personal",
  tag: "subscriptions",
  summary:
    "Cancels: nothing more is paid, and what was paid for is kept until it expires. A repeat changes nothing.",
  params: idOfSubscription,
  answer: ownSubscription,
});

export const patchSubscription = endpoint({
  method: "PATCH",
  path: "subscribe/:id",
  access: "personal",
  tag: "subscriptions",
  summary:
    "What the plan is renewed as when the paid period ends. Nothing is charged before; a plan that was cancelled goes on.",
  params: idOfSubscription,
  body: z.object({ renews_as: z.enum(paidPlans, { error: "Please choose a plan." }) }),
  answer: ownSubscription,
});

/** A bill for one period. Amounts are US cents. */
export const invoice = z.object({
  id: z.string(),
  /** As the provider numbers it; null until it does. */
  number: z.string().nullable(),
  plan: z.enum(paidPlans),
  amount_cents: z.number().int(),
  refunded_cents: z.number().int(),
  /** OPEN: to be paid. VOID: nobody has to. */
  state: z.enum(["OPEN", "PAID", "VOID"]),
  period_from: instant,
  period_until: instant,
  created_at: instant,
  paid_at: instant.nullable(),
});
export type Invoice = z.output<typeof invoice>;

export const getInvoices = endpoint({
  method: "GET",
  path: "my/invoices",
  access: "personal",
  tag: "subscriptions",
  summary: "The caller's bills, the latest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(invoice),
});

export const getInvoicePage = endpoint({
  method: "GET",
  path: "my/invoice/:id",
  access: "personal",
  tag: "subscriptions",
  summary: "The provider's page of a bill, on which it is shown, kept as a file, or paid where it is open.",
  params: z.object({ id: z.string() }),
  answer: z.object({ url: z.string() }),
});

export const postBilling = endpoint({
  method: "POST",
  path: "my/billing",
  access: "personal",
  tag: "subscriptions",
  summary: "The provider's page on which the caller changes the card that the plan is paid with.",
  answer: z.object({ url: z.string() }),
});
