import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getMe } from "@wrapsody/shared/accounts.ts";
import {
  getInvoices,
  getMyPlan,
  getMySubscription,
  type OwnSubscription,
} from "@wrapsody/shared/subscriptions.ts";
import { forget } from "../../../lib/api/invalidate.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";

/** A plan has begun or changed: whatever shows it, its limits or its bills asks anew. */
export function forgetPlan(client: QueryClient): void {
  forget(client, getMySubscription, getMyPlan, getInvoices, getMe);
}

/** Answers what keeps a plan as a call has just answered it. */
export function useKeepPlan(): (current: OwnSubscription) => void {
  const client = useQueryClient();
  return (current) => {
    client.setQueryData(queryOf(getMySubscription).queryKey, (before) => before && { ...before, current });
    forgetPlan(client);
  };
}

/** Answers what to do about a refusal: it says that the page does not show how things stand. */
export function usePlanRefused(): () => void {
  const client = useQueryClient();
  return () => forgetPlan(client);
}
