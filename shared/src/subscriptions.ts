import * as z from "zod";
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
