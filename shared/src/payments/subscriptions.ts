import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";

/** Messages for E0040, which otherwise means that nothing was paid. */
export const planOrderTexts = {
  refunded: "This payment was refunded.",
  otherAmount:
    "The amount paid differs from the price, so the order was not fulfilled. Please contact support.",
} as const;

export const plans = ["FREE", "PREMIUM_MONTHLY", "PREMIUM_YEARLY"] as const;
export type Plan = (typeof plans)[number];

/** The paid plans, billed monthly or yearly. */
export const paidPlans = ["PREMIUM_MONTHLY", "PREMIUM_YEARLY"] as const;
export type PaidPlan = (typeof paidPlans)[number];

/** A plan that was bought, or granted by an administrator. A cancelled plan keeps its benefits until it expires. */
export const subscription = z.object({
  id: z.number().int(),
  plan: z.enum(plans),
  expires_at: instant,
  is_canceled: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

/** US cents per billing period. */
export const planPrices = { PREMIUM_MONTHLY: 1_000, PREMIUM_YEARLY: 9_600 } as const;

/**
 * How many days a renewing plan is kept beyond the paid period, because a card may be declined or a webhook late. A cancelled plan ends
 * with its paid period.
 */
export const graceDays = 7;

/** An account's usage of its plan. */
export const planUse = z.object({
  plan: z.enum(plans),
  /** Null on the free plan. */
  expires_at: instant.nullable(),
  is_canceled: z.boolean(),
  artists: z.object({ used: z.number().int(), most: z.number().int() }),
  songs_this_month: z.object({ used: z.number().int(), most: z.number().int() }),
  /** `most` is null if unlimited. */
  wnfts: z.object({ used: z.number().int(), most: z.number().int().nullable() }),
});
export type PlanUse = z.output<typeof planUse>;

export const getMyPlan = endpoint({
  method: "GET",
  path: "my/plan",
  access: "session",
  tag: "subscriptions",
  summary: "Returns the caller's plan and its usage.",
  answer: planUse,
});

/** A plan as its owner sees it. */
export const ownSubscription = subscription.extend({
  plan: z.enum(paidPlans),
  /** Granted by an administrator: free, and not renewed. */
  is_granted: z.boolean(),
  /** The plan of the next period; null: it ends with this one. */
  renews_as: z.enum(paidPlans).nullable(),
  /** US cents of the next period; null if there is none. */
  next_price_cents: z.number().int().nullable(),
  /** The charge for the next period failed and is retried; the benefits last until `kept_until`. */
  is_unpaid: z.boolean(),
  kept_until: instant,
});
export type OwnSubscription = z.output<typeof ownSubscription>;

export const getMySubscription = endpoint({
  method: "GET",
  path: "my/subscription",
  access: "personal",
  tag: "subscriptions",
  summary: "Returns the caller's bought or granted plan, and whether plans can be bought here.",
  answer: z.object({
    /** Whether a payment provider is configured. */
    is_payable: z.boolean(),
    current: ownSubscription.nullable(),
    /** The open checkout and when it expires. */
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
    "Opens the checkout for a plan and returns its URL. A repeat returns the same one; another plan closes the open checkout. " +
    "Fails with E0047 if the caller has a Premium plan.",
  params: z.object({ plan: z.enum(paidPlans) }),
  answer: z.object({ url: z.string() }),
});

export const postSubscribeConfirm = endpoint({
  method: "POST",
  path: "subscribe/confirm",
  access: "personal",
  tag: "subscriptions",
  summary: "Confirms a paid order by its one-time code. A repeat returns the same result.",
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
    "Cancels a plan: nothing more is charged, and the plan is kept until it expires. A repeat changes nothing.",
  params: idOfSubscription,
  answer: ownSubscription,
});

export const patchSubscription = endpoint({
  method: "PATCH",
  path: "subscribe/:id",
  access: "personal",
  tag: "subscriptions",
  summary:
    "Sets what the plan renews as when the paid period ends. Nothing is charged before; a cancelled plan is resumed.",
  params: idOfSubscription,
  body: z.object({ renews_as: z.enum(paidPlans, { error: "Please choose a plan." }) }),
  answer: ownSubscription,
});

/** An invoice for one period. Amounts are US cents. */
export const invoice = z.object({
  id: z.string(),
  /** The provider's invoice number; null until it is assigned. */
  number: z.string().nullable(),
  plan: z.enum(paidPlans),
  amount_cents: z.number().int(),
  refunded_cents: z.number().int(),
  /** OPEN: payable. VOID: no longer payable. */
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
  summary: "Lists the caller's invoices, the latest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(invoice),
});

export const getInvoicePage = endpoint({
  method: "GET",
  path: "my/invoice/:id",
  access: "personal",
  tag: "subscriptions",
  summary:
    "Returns the provider's page of an invoice, where it can be viewed, downloaded and, while open, paid.",
  params: z.object({ id: z.string() }),
  answer: z.object({ url: z.string() }),
});

export const postBilling = endpoint({
  method: "POST",
  path: "my/billing",
  access: "personal",
  tag: "subscriptions",
  summary: "Returns the provider's page on which the caller updates their card.",
  answer: z.object({ url: z.string() }),
});
