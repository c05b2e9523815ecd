import type { OrderReference } from "../../../payments/index.ts";

/** What an order is called where it is paid for. */
export function orderReference(orderId: number): OrderReference {
  return { kind: "PARTICIPATION", reference: String(orderId) };
}

/** The number of the order; undefined for what is none. */
export function parseOrderReference(reference: string): number | undefined {
  return /^\d{1,15}$/.test(reference) ? Number(reference) : undefined;
}
