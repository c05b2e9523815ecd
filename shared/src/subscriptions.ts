import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";

export const plans = ["FREE", "PREMIUM_MONTHLY", "PREMIUM_YEARLY"] as const;
export type Plan = (typeof plans)[number];

/** A plan that was paid for. Cancelled, it keeps its benefits until it expires. */
export const subscription = z.object({
  id: z.number().int(),
  plan: z.enum(plans),
  expires_at: instant,
  is_canceled: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

/**
 * What a plan allows: artists at a time, songs that are added in a calendar month (UTC), tokens of wraps, where null is any
 * number. The fee is the share of a paid
 * participation that the house keeps, in hundredths of a percent.
 */
export const planLimits = {
  FREE: { artists: 1, songsAMonth: 5, wnfts: 1, feeBasisPoints: 700 },
  PREMIUM: { artists: 10, songsAMonth: 50, wnfts: null, feeBasisPoints: 300 },
} as const;

/** US cents. A yearly plan is paid for twelve months at once. */
export const planPrices = { PREMIUM_MONTHLY: 1_000, PREMIUM_YEARLY: 9_600 } as const;

/** How much of an account's plan is used up. */
export const planUse = z.object({
  plan: z.enum(plans),
  /** Null on the free plan. */
  expires_at: instant.nullable(),
  is_canceled: z.boolean(),
  artists: z.object({ used: z.number().int(), most: z.number().int() }),
  songs_this_month: z.object({ used: z.number().int(), most: z.number().int() }),
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
