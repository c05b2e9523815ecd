import type { paymentStates } from "@wrapsody/shared/payments.ts";

export type State = (typeof paymentStates)[number];

/** What becomes known of a payment, or is decided about it. */
export type Fact = "opened" | "paid" | "expired" | "refund asked" | "refunded";

/**
 * Every way from one state to another; undefined: the fact changes nothing. Facts come in any order and any number of times. Money
 * that arrived is believed late, too; what closed meanwhile does not undo it.
 */
export function nextState(state: State, fact: Fact): State | undefined {
  switch (fact) {
    case "opened":
      return state === "OPENING" ? "OPEN" : undefined;
    case "paid":
      return state === "OPENING" || state === "OPEN" || state === "EXPIRED" ? "PAID" : undefined;
    case "expired":
      return state === "OPENING" || state === "OPEN" ? "EXPIRED" : undefined;
    case "refund asked":
      return state === "PAID" ? "REFUNDING" : undefined;
    case "refunded":
      return state === "PAID" || state === "REFUNDING" ? "REFUNDED" : undefined;
  }
}
