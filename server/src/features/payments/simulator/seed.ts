import type { Executor } from "../../../platform/database/database.ts";
import { createCharge } from "./lifecycle.ts";
import { writeObject } from "./objects.data.ts";

/** A one-time payment that the simulator shall know. */
type PaidCheckout = {
  sessionId: string;
  paymentId: string;
  title: string;
  amountCents: number;
  paidAt: Date;
};

/** Stores a paid checkout, for demo orders. Returns the id of its payment intent and the provider's fee. */
export async function insertPaidCheckout(
  tx: Executor,
  { sessionId: id, paymentId, title, amountCents, paidAt }: PaidCheckout,
): Promise<{ intentId: string; feeCents: number | null }> {
  const created = Math.floor(paidAt.getTime() / 1000);
  const intentId = `pi_${id}`;
  const charge = createCharge(amountCents);
  const metadata = { payment_id: paymentId };
  const price_data = {
    currency: "usd" as const,
    unit_amount: amountCents,
    product_data: { name: title },
  };
  await writeObject(tx, {
    id,
    owner: id,
    intent: intentId,
    created,
    kind: "session",
    data: {
      id,
      params: {
        mode: "payment",
        line_items: [{ quantity: 1, price_data }],
        client_reference_id: paymentId,
        metadata,
        payment_intent_data: { metadata },
      },
      // The demo buyers need no page to return to.
      urls: "",
      amount: amountCents,
      created,
      expiresAt: created,
      status: "complete",
      intentId,
      charge,
    },
  });
  return { intentId, feeCents: charge.fee };
}
