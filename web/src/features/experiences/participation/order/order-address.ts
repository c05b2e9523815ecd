/** Query parameters that identify an order: its one-time code and its exposed id. */
export type OrderAddress = { c: string; i: string };

/** Returns true if the URL of the participation page refers to an order, even incompletely. */
export function isOrderPage(query: URLSearchParams): boolean {
  return query.has("c") || query.has("i");
}

/** Parses the order parameters. Returns undefined if either is missing. */
export function parseOrderAddress(query: URLSearchParams): OrderAddress | undefined {
  const c = query.get("c") ?? "";
  const i = query.get("i") ?? "";
  return c === "" || i === "" ? undefined : { c, i };
}
