import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getMe } from "@wrapsody/shared/accounts/accounts.ts";
import {
  getInvoices,
  getMyPlan,
  getMySubscription,
  type OwnSubscription,
} from "@wrapsody/shared/payments/subscriptions.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";

/** Refetches everything that shows the plan, its limits or its invoices. */
export function invalidatePlan(client: QueryClient): void {
  invalidateQueries(client, getMySubscription, getMyPlan, getInvoices, getMe);
}

/** Returns a function that caches the plan from a response. */
export function useUpdatePlanCache(): (current: OwnSubscription) => void {
  const client = useQueryClient();
  return (current) => {
    client.setQueryData(queryOf(getMySubscription).queryKey, (before) => before && { ...before, current });
    invalidatePlan(client);
  };
}

/** Returns an error handler that refetches the plan if the page shows outdated data. */
export function useRefreshOnPlanError(): () => void {
  const client = useQueryClient();
  return () => invalidatePlan(client);
}
