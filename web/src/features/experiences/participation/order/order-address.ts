/** What stands for an order in an address: its one-time code and its exposed id. */
export type OrderAddress = { c: string; i: string };

/** Whether the address of the page to take part means an order, if perhaps a part of it got lost on the way. */
export function isOrderPage(query: URLSearchParams): boolean {
  return query.has("c") || query.has("i");
}

/** Undefined where either is missing. */
export function parseOrderAddress(query: URLSearchParams): OrderAddress | undefined {
  const c = query.get("c") ?? "";
  const i = query.get("i") ?? "";
  return c === "" || i === "" ? undefined : { c, i };
}
