import type { StripeBilling } from "./stripe-billing.ts";
import { writeInvoice, writeSubscription } from "./stripe-billing-wire.ts";
import {
  after,
  newId,
  type StripeCharge,
  type StripeInvoice,
  type StripePrice,
  type StripeSubscription,
} from "./stripe-objects.ts";

/** An event before it is signed. */
export type StripeEvent = { type: string; object: object };

export function createCharge(amount: number, given: Partial<StripeCharge> = {}): StripeCharge {
  return {
    id: newId("ch"),
    amount,
    amount_refunded: 0,
    disputed: false,
    fee: Math.round(amount * 0.029) + 30,
    feeCurrency: "usd",
    exchangeRate: null,
    ...given,
  };
}

export type StripeLifecycle = ReturnType<typeof openLifecycle>;

/** Simulates what happens outside the API: renewals, declined cards, and actions in the portal and the dashboard. */
export function openLifecycle(billing: StripeBilling, now: () => number) {
  const tell = (type: string, id: string): StripeEvent => ({
    type: `customer.subscription.${type}`,
    object: writeSubscription(billing, billing.subscription(id)),
  });
  const tellInvoice = (type: string, invoice: StripeInvoice): StripeEvent => ({
    type: `invoice.${type}`,
    object: writeInvoice(billing, invoice),
  });

  function bill(subscription: StripeSubscription, status: StripeInvoice["status"]): StripeInvoice {
    const { id, price, period } = subscription;
    const made: StripeInvoice = {
      id: newId("in"),
      subscription: id,
      status,
      price,
      period,
      created: now(),
      number: null,
      autoAdvance: true,
      paidAt: null,
      intent: undefined,
    };
    billing.invoices.push(made);
    return made;
  }

  /** Charges an open invoice. */
  function charge(invoice: StripeInvoice, isDeclined: boolean, given: Partial<StripeCharge> = {}): void {
    const { customer } = billing.subscription(invoice.subscription);
    const amount = invoice.price.unit_amount;
    if (invoice.intent === undefined) {
      invoice.intent = { id: newId("pi"), customer, amount, created: now(), charge: undefined };
      billing.intents.push(invoice.intent);
      invoice.number = `WRAP-${String(billing.invoices.length).padStart(4, "0")}`;
    }
    invoice.status = "open";
    if (isDeclined) return;
    invoice.intent.charge = createCharge(amount, given);
    Object.assign(invoice, { status: "paid", paidAt: now(), autoAdvance: false });
  }

  /** Starts the next period, applying the schedule. */
  function moveOn(subscription: StripeSubscription): void {
    const { period } = subscription;
    const schedule = subscription.schedule === null ? undefined : billing.schedule(subscription.schedule);
    const phase = schedule?.phases.find(({ start }) => start === period.end);
    if (phase !== undefined) Object.assign(subscription, { price: phase.price, card: schedule?.card });
    else if (schedule !== undefined) {
      schedule.status = "completed";
      subscription.schedule = null;
    }
    subscription.period = { start: period.end, end: after(period.end, subscription.price.interval) };
  }

  function openInvoice(id: string): StripeInvoice {
    const found = billing.invoices.findLast((one) => one.subscription === id && one.paidAt === null);
    if (found === undefined || found.status === "void" || !found.autoAdvance)
      throw new Error("there is nothing to be paid");
    return found;
  }

  function end(subscription: StripeSubscription, at: number): StripeEvent[] {
    if (subscription.schedule !== null) billing.schedule(subscription.schedule).status = "canceled";
    Object.assign(subscription, { status: "canceled", endedAt: at, schedule: null });
    return [tell("deleted", subscription.id)];
  }

  return {
    /** Starts a subscription that was paid in a checkout. */
    begin(
      given: {
        customer: string;
        price: StripePrice;
        metadata: Record<string, string>;
      } & Partial<StripeCharge>,
    ) {
      const { customer, price, metadata, ...charged } = given;
      const subscription: StripeSubscription = {
        id: newId("sub"),
        customer,
        status: "active",
        metadata,
        created: now(),
        price,
        period: { start: now(), end: after(now(), price.interval) },
        cancelAtPeriodEnd: false,
        cancelAt: null,
        endedAt: null,
        schedule: null,
        card: `pm_${customer}`,
      };
      billing.subscriptions.set(subscription.id, subscription);
      const invoice = bill(subscription, "open");
      charge(invoice, false, charged);
      return { subscription, invoice };
    },

    /**
     * Ends the paid period. A cancelled subscription ends; otherwise the next period starts and is charged, declined, or not charged yet
     * (invoices stay drafts for about an hour).
     */
    renew(id: string, outcome: "paid" | "declined" | "draft" = "paid"): StripeEvent[] {
      const subscription = billing.subscription(id);
      if (subscription.status !== "active") throw new Error(`the subscription is ${subscription.status}`);
      if (subscription.period.end > now()) throw new Error("its period is not over yet");
      const { cancelAt, period } = subscription;
      if (cancelAt !== null && cancelAt <= period.end) return end(subscription, cancelAt);
      moveOn(subscription);
      const invoice = bill(subscription, "draft");
      if (outcome === "draft") return [tellInvoice("created", invoice), tell("updated", id)];
      return [tellInvoice("created", invoice), ...this.charge(id, outcome)];
    },

    /** Charges the draft or open invoice. */
    charge(id: string, outcome: "paid" | "declined"): StripeEvent[] {
      const invoice = openInvoice(id);
      charge(invoice, outcome === "declined");
      billing.subscription(id).status = outcome === "paid" ? "active" : "past_due";
      return [tellInvoice(outcome === "paid" ? "paid" : "payment_failed", invoice), tell("updated", id)];
    },

    /** Ends a subscription after failed retries. */
    giveUp(id: string): StripeEvent[] {
      return end(billing.subscription(id), now());
    },

    /** Changes the customer's default card in the portal. */
    chooseCard(id: string): string {
      const customer = billing.customer(billing.subscription(id).customer);
      customer.card = newId("pm");
      return customer.card;
    },

    /** Cancels in the portal, for the end of the period or a given time. */
    cancelInPortal(id: string, at?: number): StripeEvent[] {
      const subscription = billing.subscription(id);
      subscription.cancelAtPeriodEnd = at === undefined;
      subscription.cancelAt = at ?? subscription.period.end;
      return [tell("updated", id)];
    },

    /** Cancels immediately in the dashboard. */
    endByHand(id: string): StripeEvent[] {
      return end(billing.subscription(id), now());
    },
    tell,
    tellInvoice,
  };
}
