import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getMe } from "@wrapsody/shared/accounts.ts";
import {
  getInvoices,
  getMyPlan,
  getMySubscription,
  type OwnSubscription,
} from "@wrapsody/shared/subscriptions.ts";
import { invalidate } from "../../../lib/api/invalidate.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";

/** A plan has begun or changed: whatever shows it, its limits or its bills asks anew. */
export function invalidatePlan(client: QueryClient): void {
  invalidate(client, getMySubscription, getMyPlan, getInvoices, getMe);
}

/** Answers what keeps a plan as a call has just answered it. */
export function useUpdatePlanCache(): (current: OwnSubscription) => void {
  const client = useQueryClient();
  return (current) => {
    client.setQueryData(queryOf(getMySubscription).queryKey, (before) => before && { ...before, current });
    invalidatePlan(client);
  };
}

/** Answers what to do about a refusal: it says that the page does not show how things stand. */
export function useRefreshOnPlanError(): () => void {
  const client = useQueryClient();
  return () => invalidatePlan(client);
}
