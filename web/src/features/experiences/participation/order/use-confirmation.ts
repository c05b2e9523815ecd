import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { participationTexts, postPaymentConfirm } from "@wrapsody/shared/experiences/participation.ts";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { orPending, PENDING } from "../../../../lib/external-payment.ts";
import type { OrderAddress } from "./order-address.ts";

export type Confirmed = AnswerOf<typeof postPaymentConfirm>;
export type ConfirmationState =
  | { is: "confirming" }
  /** The payment provider has not reported the result yet; polling continues. */
  | { is: "pending" }
  | { is: "confirmed"; answer: Confirmed }
  | { is: "needsPhoto" }
  | { is: "unpaid" }
  | { is: "refunded" }
  | { is: "otherAmount" }
  | { is: "failed"; error: Error };

/** Initial poll interval. It grows, so that a slow payment does not hit the rate limit. */
const POLL_INTERVAL_MS = 3_000;
const MAX_POLL_INTERVAL_MS = 20_000;

/** Confirms an order on mount. Confirmation is idempotent, so a reload or a second tab changes nothing. */
export function useConfirmation({ c, i }: OrderAddress): { state: ConfirmationState; retry(): void } {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["POST payment/confirm", { c, i }],
    queryFn: ({ signal }) =>
      orPending(apiFetch(postPaymentConfirm, { body: { code: c, orderId: i } }, signal)),
    staleTime: ({ state }) => (state.data === PENDING ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) =>
      state.data === PENDING && state.error === null
        ? Math.min(MAX_POLL_INTERVAL_MS, POLL_INTERVAL_MS * (state.dataUpdateCount + 1))
        : false,
  });
  return { state: stateOf(data, error, isFetching), retry: () => void refetch() };
}

function stateOf(
  data: Confirmed | typeof PENDING | undefined,
  error: Error | null,
  isFetching: boolean,
): ConfirmationState {
  if (data !== undefined && data !== PENDING) return { is: "confirmed", answer: data };
  if (error === null || isFetching) return { is: data ?? "confirming" };
  if (!(error instanceof ApiError)) return { is: "failed", error };
  if (error.code === "E0086") return { is: "needsPhoto" };
  if (error.code !== "E0040") return { is: "failed", error };
  if (error.message === participationTexts.otherAmount) return { is: "otherAmount" };
  return { is: error.message === participationTexts.refunded ? "refunded" : "unpaid" };
}
