import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { participationTexts, postPaymentConfirm } from "@wrapsody/shared/participation.ts";
import { AskError, ask } from "../../../../lib/api/api-fetch.ts";
import { orUnderWay, underWay } from "../../../../lib/api/pending.ts";
import type { OrderAddress } from "./order-address.ts";

export type Confirmed = AnswerOf<typeof postPaymentConfirm>;
export type ConfirmationState =
  | { is: "asking" }
  /** The provider has not told yet how the payment ended; it is asked again by itself. */
  | { is: "underWay" }
  | { is: "confirmed"; answer: Confirmed }
  | { is: "needsPhoto" }
  | { is: "unpaid" }
  | { is: "paidBack" }
  | { is: "otherAmount" }
  | { is: "failed"; error: Error };

/** Milliseconds between two questions: longer from one to the next, so that a slow payment does not meet the limit. */
const gap = 3_000;
const longestGap = 20_000;

/** Confirms an order as soon as the page runs. A repeat answers the same, so a reload or a second tab changes nothing. */
export function useConfirmation({ c, i }: OrderAddress): { state: ConfirmationState; again(): void } {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["POST payment/confirm", { c, i }],
    queryFn: ({ signal }) => orUnderWay(ask(postPaymentConfirm, { body: { code: c, orderId: i } }, signal)),
    staleTime: ({ state }) => (state.data === underWay ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) =>
      state.data === underWay && state.error === null
        ? Math.min(longestGap, gap * (state.dataUpdateCount + 1))
        : false,
  });
  return { state: stateOf(data, error, isFetching), again: () => void refetch() };
}

function stateOf(
  data: Confirmed | typeof underWay | undefined,
  error: Error | null,
  asking: boolean,
): ConfirmationState {
  if (data !== undefined && data !== underWay) return { is: "confirmed", answer: data };
  if (error === null || asking) return { is: data ?? "asking" };
  if (!(error instanceof AskError)) return { is: "failed", error };
  if (error.code === "E0086") return { is: "needsPhoto" };
  if (error.code !== "E0040") return { is: "failed", error };
  if (error.message === participationTexts.otherAmount) return { is: "otherAmount" };
  return { is: error.message === participationTexts.refunded ? "paidBack" : "unpaid" };
}
