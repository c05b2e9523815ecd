import type { OrderKind } from "@wrapsody/shared/payments.ts";
import type { OrderHandler, OrderHandlers } from "./orders.ts";

let handlers: OrderHandlers = {};

/**
 * Hands in what is done about each kind of order. `features.ts` does it once, when it is loaded and before anything runs; every
 * process has it, because a payment may become known wherever somebody asks for it.
 */
export function handOrdersTo(given: OrderHandlers): void {
  handlers = given;
}

export function handlerOf(kind: OrderKind): OrderHandler | undefined {
  return handlers[kind];
}
