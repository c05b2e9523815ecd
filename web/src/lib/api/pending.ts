import { ApiError } from "./api-fetch.ts";

/** The outcome of a payment is not known yet. */
export const PENDING = "underWay" as const;

/** Resolves to `PENDING` if the payment is pending (E0039) or the call was rate limited (E0010). */
export async function orPending<Answer>(call: Promise<Answer>): Promise<Answer | typeof PENDING> {
  try {
    return await call;
  } catch (refusal) {
    if (refusal instanceof ApiError && (refusal.code === "E0039" || refusal.code === "E0010")) return PENDING;
    throw refusal;
  }
}
