import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { markAccountReady, markPaid, type SandboxCheckout } from "./checkouts.data.ts";
import { createEvent, enqueueEvent, invoiceEvent, type SandboxEvent } from "./deliver.ts";
import { insertPaidSubscription } from "./renewals.ts";

/** How a payment succeeds and how its webhooks are delivered. */
export const scenarios = ["accept", "leave", "late", "twice", "disorder"] as const;
export type Scenario = (typeof scenarios)[number];

/** The delay of the webhook in the scenario `late`. */
export const WEBHOOK_DELAY_SECONDS = 30;

/** Marks a checkout as paid, once, and starts its subscription. Returns false if it was paid or closed already. */
export function payCheckout(
  context: Context,
  checkout: SandboxCheckout,
  scenario: Scenario,
): Promise<boolean> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    if (!(await markPaid(tx, checkout.id, now))) return false;
    const invoicePaid = await startSubscription(tx, checkout, now);
    // Sends the invoice event before the subscription is known to the program.
    if (scenario === "disorder" && invoicePaid !== undefined) await enqueueEvent(context, tx, invoicePaid);
    for (const { event, seconds } of planDeliveries(checkout, scenario, now))
      await enqueueEvent(context, tx, event, seconds);
    return true;
  });
}

/** Returns the event of the first invoice; undefined for a one-time payment. */
async function startSubscription(
  tx: Executor,
  { customer_id, period, ...checkout }: SandboxCheckout,
  now: Date,
): Promise<SandboxEvent | undefined> {
  if (customer_id === null || period === null) return undefined;
  const { payment_id, title, amount_cents } = checkout;
  const begun = { payment_id, title, amount_cents, customer_id, period };
  return invoiceEvent("invoice.paid", await insertPaidSubscription(tx, begun, now), now);
}

type Delivery = { event: SandboxEvent; seconds: number };

function planDeliveries({ id, payment_id }: SandboxCheckout, scenario: Scenario, now: Date): Delivery[] {
  const object = { id, object: "checkout.session", client_reference_id: payment_id };
  const completed = createEvent("checkout.session.completed", object, now);
  const before = createEvent("checkout.session.expired", object, new Date(now.getTime() - 60_000));
  switch (scenario) {
    case "accept":
    case "leave":
      return [{ event: completed, seconds: 0 }];
    case "late":
      return [{ event: completed, seconds: WEBHOOK_DELAY_SECONDS }];
    case "twice":
      return [completed, completed].map((event) => ({ event, seconds: 0 }));
    case "disorder":
      return [completed, before].map((event, index) => ({ event, seconds: index }));
  }
}

/** Completes a payout account and sends `account.updated`. */
export function completeAccount(context: Context, id: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    await markAccountReady(tx, id);
    const event = createEvent("account.updated", { id, object: "account" }, context.clock.now());
    await enqueueEvent(context, tx, event);
  });
}
