import type { Filter } from "@wrapsody/shared/page.ts";
import { paymentStates } from "@wrapsody/shared/payments.ts";

/** What the list can be narrowed to: what somebody has to look at, or one state. */
export const views = ["STUCK", ...paymentStates] as const;
export type View = (typeof views)[number];

/** What an address asks for; anything else is everything. */
export function viewIn(query: URLSearchParams): View | undefined {
  return views.find((one) => one === query.get("show"));
}

export function filtersOf(view: View | undefined): Filter[] {
  if (view === undefined) return [];
  if (view === "STUCK") return [{ key: "stuck", operator: "==", value: true }];
  return [{ key: "state", operator: "==", value: view }];
}
