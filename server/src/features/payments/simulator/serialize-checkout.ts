import type { Dispute, PageUrls, Refund, Session } from "./objects.ts";
import { serializeCharge } from "./serialize.ts";

/** Serializes a session with its expanded fields. */
export function serializeSession(pages: PageUrls, session: Session, expand: readonly string[] = []): object {
  const { params, charge, started } = session;
  return {
    id: session.id,
    object: "checkout.session",
    mode: params.mode,
    livemode: false,
    created: session.created,
    amount_subtotal: session.amount,
    amount_total: session.amount,
    currency: "usd",
    client_reference_id: params.client_reference_id ?? null,
    metadata: params.metadata ?? {},
    expires_at: session.expiresAt,
    status: session.status,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    payment_status: charge === undefined ? "unpaid" : "paid",
    payment_intent:
      session.intentId === undefined || started !== undefined
        ? null
        : serializeSessionIntent(session, expand),
    subscription: started?.subscription.id ?? null,
    invoice: started?.invoice.id ?? null,
    customer: started?.subscription.customer ?? params.customer ?? null,
    customer_details: charge === undefined ? null : { name: "Ottilie Brandt", email: "payer@mail.example" },
    url: session.status === "open" ? pages.checkout(session.id) : null,
  };
}

function serializeSessionIntent(session: Session, expand: readonly string[]): unknown {
  if (!expand.some((path) => path.startsWith("payment_intent"))) return session.intentId;
  const { charge, intentId } = session;
  const isChargeExpanded = expand.some((path) => path.startsWith("payment_intent.latest_charge"));
  const isFeeExpanded = expand.includes("payment_intent.latest_charge.balance_transaction");
  return {
    id: session.intentId,
    object: "payment_intent",
    amount: session.amount,
    status: "succeeded",
    latest_charge:
      isChargeExpanded && charge !== undefined
        ? serializeCharge(charge, intentId, isFeeExpanded)
        : charge?.id,
  };
}

export function serializeRefund({ isReversed: _, ...refund }: Refund): object {
  return { object: "refund", currency: "usd", ...refund };
}

export function serializeReversal(reversal: Refund | Dispute): object {
  return "metadata" in reversal
    ? serializeRefund(reversal)
    : { object: "dispute", currency: "usd", ...reversal };
}
