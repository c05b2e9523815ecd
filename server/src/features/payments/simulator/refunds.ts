import type { Billing } from "./billing.ts";
import { type Charge, newId, type Parameters, type Refund } from "./objects.ts";
import { StripeError } from "./parameters.ts";

/** Refunds and disputes of charges. */
export function openRefunds(billing: Billing) {
  const { sessions, intents, refunds, disputes, now } = billing;
  /** The outcomes of the next refunds; by default they succeed. */
  const outcomes: Refund["status"][] = [];

  function findCharge(intentId: string): Charge {
    const found =
      sessions.find((session) => session.intentId === intentId)?.charge ??
      intents.find(({ id }) => id === intentId)?.charge;
    if (found === undefined)
      throw new StripeError(
        { code: "resource_missing", message: `No such payment_intent: '${intentId}'` },
        404,
      );
    return found;
  }

  return {
    outcomes,

    createRefund(params: Parameters["createRefund"]): Refund {
      const { payment_intent } = params;
      const charge = findCharge(payment_intent);
      const data = sessions.find(({ intentId }) => intentId === payment_intent)?.params.payment_intent_data;
      const rest = charge.amount - charge.amount_refunded;
      if (rest === 0)
        throw new StripeError({
          code: "charge_already_refunded",
          message: `Charge ${charge.id} has already been refunded.`,
        });
      const amount = params.amount ?? rest;
      if (amount > rest)
        throw new StripeError({
          param: "amount",
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`,
        });
      if (params.reverse_transfer === true && data?.transfer_data === undefined)
        throw new StripeError({ message: "There is no transfer to reverse.", param: "reverse_transfer" });
      if (params.refund_application_fee === true && data?.application_fee_amount === undefined)
        throw new StripeError({ message: "There is no application fee.", param: "refund_application_fee" });
      const status = outcomes.shift() ?? "succeeded";
      if (status !== "failed") charge.amount_refunded += amount;
      const created: Refund = {
        id: newId("re"),
        payment_intent,
        amount,
        created: now(),
        metadata: params.metadata ?? {},
        status,
        isReversed: params.reverse_transfer === true,
      };
      refunds.push(created);
      return created;
    },

    /** Disputes a charge. */
    dispute(payment_intent: string): void {
      const charge = findCharge(payment_intent);
      charge.disputed = true;
      const { amount } = charge;
      disputes.push({
        id: newId("du"),
        payment_intent,
        amount,
        created: now(),
        status: "needs_response",
      });
    },

    /** Returns the customer and metadata of a payment intent. */
    intent(id: string): object {
      findCharge(id);
      const session = sessions.find(({ intentId, started }) => intentId === id && started === undefined);
      const customer = intents.find((intent) => intent.id === id)?.customer ?? null;
      const metadata = session?.params.payment_intent_data?.metadata ?? {};
      return { id, object: "payment_intent", customer, metadata };
    },
  };
}
