import type { Context } from "../../../../platform/context.ts";
import { withSimulator } from "../embedded.ts";
import { createEvent, enqueueEvent, type QueuedEvent } from "../events.ts";
import { serializeSession } from "../serialize-checkout.ts";
import type { Simulator } from "../simulator.ts";
import { listSubscriptions, type SubscriptionView, toStatus } from "./views.ts";

/** How a payment succeeds and how its webhooks are delivered. */
export const scenarios = ["accept", "leave", "late", "twice", "disorder"] as const;
export type Scenario = (typeof scenarios)[number];

/** The delay of the webhook in the scenario `late`. */
export const WEBHOOK_DELAY_SECONDS = 30;

/** Pays a checkout once, and starts its subscription. Returns false if it was paid or closed already. */
export function payCheckout(context: Context, id: string, scenario: Scenario): Promise<boolean> {
  return withSimulator(context, { ids: [id] }, async (simulator, tx) => {
    if (simulator.session(id).status !== "open") return false;
    simulator.pay(id);
    for (const { event, seconds } of planDeliveries(simulator, { id, scenario, now: context.clock.now() }))
      await enqueueEvent(context, tx, event, seconds);
    return true;
  });
}

type Delivery = { event: QueuedEvent; seconds: number };

function planDeliveries(
  { session, pages, lifecycle }: Simulator,
  { id, scenario, now }: { id: string; scenario: Scenario; now: Date },
): Delivery[] {
  const object = serializeSession(pages, session(id));
  const completed = createEvent({ type: "checkout.session.completed", object }, now);
  switch (scenario) {
    case "accept":
    case "leave":
      return [{ event: completed, seconds: 0 }];
    case "late":
      return [{ event: completed, seconds: WEBHOOK_DELAY_SECONDS }];
    case "twice":
      return [completed, completed].map((event) => ({ event, seconds: 0 }));
    case "disorder": {
      const { started } = session(id);
      const before = new Date(now.getTime() - 60_000);
      const expired = createEvent({ type: "checkout.session.expired", object }, before);
      // The invoice event arrives before the subscription is known to the program.
      const invoicePaid = started && createEvent(lifecycle.invoiceEvent("paid", started.invoice), now);
      return [
        ...(invoicePaid === undefined ? [] : [{ event: invoicePaid, seconds: 0 }]),
        { event: completed, seconds: 0 },
        { event: expired, seconds: 1 },
      ];
    }
  }
}

/** Completes a payout account and sends `account.updated`. Returns whether there is such an account. */
export function completeAccount(context: Context, id: string): Promise<boolean> {
  return withSimulator(context, { ids: [id] }, async (simulator) => {
    if (!simulator.accounts.has(id)) return false;
    simulator.completeAccount(id);
    simulator.events.push({ type: "account.updated", object: { id, object: "account" } });
    return true;
  });
}

/** Pays out the balance of an account, or lets payouts arrive, and sends the events. Returns whether there is such an account. */
export function movePayouts(context: Context, id: string, step: "payout" | "arrive"): Promise<boolean> {
  const selection = { ids: [id], listing: { kind: "session", since: 0 } } as const;
  return withSimulator(context, selection, async (simulator) => {
    if (!simulator.accounts.has(id)) return false;
    const created = step === "payout" ? simulator.createPayout(id) : undefined;
    const moved = step === "arrive" ? simulator.settlePayouts(id) : created === undefined ? [] : [created];
    for (const payout of moved)
      simulator.events.push({
        type: step === "payout" ? "payout.created" : "payout.paid",
        object: { id: payout.id, object: "payout" },
        account: id,
      });
    return true;
  });
}

/** Changes the card of a customer. */
export function changeCard(
  context: Context,
  customerId: string,
  card: "accepted" | "declines",
): Promise<void> {
  return withSimulator(context, { ids: [customerId] }, async ({ billing, lifecycle }) =>
    lifecycle.replaceCard(billing.customer(customerId), card),
  );
}

/**
 * Ends the current period of a customer's subscription. Returns its new status; undefined if there is no such subscription, or if it has
 * changed since the page with `step` was rendered.
 */
export function endPeriodNow(
  context: Context,
  { customerId, id, step }: { customerId: string; id: string; step: string },
): Promise<SubscriptionView["status"] | undefined> {
  return withSimulator(context, { ids: [customerId] }, async (simulator) => {
    const find = () =>
      listSubscriptions(simulator, customerId).find((subscription) => subscription.id === id);
    if (find()?.step !== step) return undefined;
    const { events, lifecycle, billing } = simulator;
    events.push(...lifecycle.endPeriod(id, billing.now()));
    return toStatus(billing.subscription(id));
  });
}

/** Pays an open invoice with an accepted card; any other invoice stays as it is. */
export function payInvoice(context: Context, id: string): Promise<void> {
  return withSimulator(context, { ids: [id] }, async ({ events, lifecycle }) => {
    events.push(...lifecycle.payInvoice(id));
  });
}
