import type { Filter } from "@wrapsody/shared/page.ts";
import { paymentStates } from "@wrapsody/shared/payments.ts";

/** Views of the list: payments that need attention, or one state. */
export const views = ["STUCK", ...paymentStates] as const;
export type View = (typeof views)[number];

/** Filter of the list: a view, and a search text for the order number, the title or the payer. */
export type PaymentFilter = { view: View | undefined; q: string };

/** Parses the query string. Unknown values are ignored. */
export function parseFilter(query: URLSearchParams): PaymentFilter {
  return {
    view: views.find((view) => view === query.get("show")),
    q: (query.get("q") ?? "").trim().slice(0, 200),
  };
}

/** Converts the filter to query parameters. */
export function toSearchParams({ view, q }: PaymentFilter): { show?: string; q?: string } {
  return { ...(view && { show: view }), ...(q !== "" && { q }) };
}

export function toFilters({ view, q }: PaymentFilter): Filter[] {
  const text: Filter[] = q === "" ? [] : [{ key: "text", operator: "~~", value: q }];
  if (view === undefined) return text;
  if (view === "STUCK") return [...text, { key: "stuck", operator: "==", value: true }];
  return [...text, { key: "state", operator: "==", value: view }];
}
