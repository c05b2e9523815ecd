import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type OwnSubscription, postSubscribeConfirm } from "@wrapsody/shared/payments/subscriptions.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { orPending, PENDING } from "../../../lib/external-payment.ts";
import { paths } from "../../../paths.ts";
import { invalidatePlan } from "../plan/use-plan-changed.ts";

/** Query parameters that identify an order: its one-time code and its exposed id. */
export type OrderAddress = { c: string; i: string };

type ConfirmationState =
  | { is: "confirming" }
  /** The payment provider has not reported the result yet; polling continues. */
  | { is: "pending" }
  /** Polling has ended after some minutes; the user decides how to continue. */
  | { is: "late" }
  | { is: "confirmed" }
  | { is: "failed"; error: Error };

/** Initial poll interval. It grows, so that a slow payment does not hit the rate limit. */
const POLL_INTERVAL_MS = 3_000;
const MAX_POLL_INTERVAL_MS = 15_000;
/** Time after which polling ends. */
const LATE_AFTER_MS = 4 * 60_000;

/**
 * Confirms an order on mount and redirects once it is confirmed. Confirmation is idempotent, so a reload or a second
 * tab changes nothing.
 */
export function useConfirmation({ c, i }: OrderAddress): { state: ConfirmationState; retry(): void } {
  const [late, startOver] = useLate();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["POST subscribe/confirm", { c, i }],
    queryFn: ({ signal }) =>
      orPending(apiFetch(postSubscribeConfirm, { body: { code: c, orderId: i } }, signal)),
    staleTime: ({ state }) => (state.data === PENDING ? 0 : Number.POSITIVE_INFINITY),
    meta: { personal: true },
    refetchInterval: ({ state }) =>
      state.data === PENDING && state.error === null && !late
        ? Math.min(MAX_POLL_INTERVAL_MS, POLL_INTERVAL_MS * (state.dataUpdateCount + 1))
        : false,
  });
  useRedirectWhenDone(data !== undefined && data !== PENDING);
  const retry = () => {
    startOver();
    void refetch();
  };
  return { state: stateOf(data, error, isFetching, late), retry };
}

function stateOf(
  data: OwnSubscription | typeof PENDING | undefined,
  error: Error | null,
  isFetching: boolean,
  late: boolean,
): ConfirmationState {
  if (data !== undefined && data !== PENDING) return { is: "confirmed" };
  if (error !== null && !isFetching) return { is: "failed", error };
  if (data === undefined) return { is: "confirming" };
  return { is: late ? "late" : "pending" };
}

function useLate(): [late: boolean, startOver: () => void] {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (late) return;
    const timer = window.setTimeout(() => setLate(true), LATE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [late]);
  return [late, () => setLate(false)];
}

/** Refetches what the new plan changes and replaces the URL, which contains the code. */
function useRedirectWhenDone(confirmed: boolean): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (!confirmed) return;
    invalidatePlan(client);
    void navigate(paths.planStarted, { replace: true });
  }, [confirmed, client, navigate]);
}
