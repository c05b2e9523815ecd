import { ApiError } from "./api-fetch.ts";

/** That it is not known yet how a payment ended is an answer, too: it stays on screen while it is asked again. */
export const PENDING = "underWay" as const;

/** What was asked about an order, or that its payment is under way; also where it was asked too often: that passes. */
export async function orPending<Answer>(asked: Promise<Answer>): Promise<Answer | typeof PENDING> {
  try {
    return await asked;
  } catch (refusal) {
    if (refusal instanceof ApiError && (refusal.code === "E0039" || refusal.code === "E0010")) return PENDING;
    throw refusal;
  }
}
