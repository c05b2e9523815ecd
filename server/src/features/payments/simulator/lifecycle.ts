import type { Billing } from "./billing.ts";
import {
  type Charge,
  type Customer,
  type Invoice,
  type Metadata,
  newId,
  type Price,
  type SimulatorEvent,
  type Subscription,
} from "./objects.ts";
import { addInterval } from "./periods.ts";
import { serializeInvoice, serializeSubscription } from "./serialize.ts";

/** How often an invoice is charged automatically before its subscription ends. */
const MAX_CHARGE_ATTEMPTS = 3;
/** The last retry falls within the days of grace of a plan. */
const RETRY_INTERVAL_SECONDS = 3 * 24 * 60 * 60;
const DECLINED_CARD = "pm_declined";

export function createCharge(amount: number, charge: Partial<Charge> = {}): Charge {
  return {
    id: newId("ch"),
    amount,
    amount_refunded: 0,
    disputed: false,
    fee: Math.min(amount, Math.round(amount * 0.029) + 30),
    feeCurrency: "usd",
    exchangeRate: null,
    ...charge,
  };
}

export function isDeclinedCard(card: string): boolean {
  return card.startsWith(DECLINED_CARD);
}

export type Lifecycle = ReturnType<typeof openLifecycle>;

/**
 * Simulates what happens outside the API: renewals, declined cards, and actions in the portal and the dashboard. Functions return the
 * events that Stripe would send.
 */
export function openLifecycle(billing: Billing) {
  const { now } = billing;
  const subscriptionEvent = (type: string, id: string): SimulatorEvent => ({
    type: `customer.subscription.${type}`,
    object: serializeSubscription(billing, billing.subscription(id)),
  });
  const invoiceEvent = (type: string, invoice: Invoice): SimulatorEvent => ({
    type: `invoice.${type}`,
    object: serializeInvoice(billing, invoice),
  });

  function createInvoice(subscription: Subscription, status: Invoice["status"], at: number): Invoice {
    const { id, price, period } = subscription;
    const created: Invoice = {
      id: newId("in"),
      subscription: id,
      status,
      price,
      period,
      created: at,
      number: null,
      autoAdvance: true,
      paidAt: null,
      declined: 0,
      intent: undefined,
    };
    billing.invoices.push(created);
    return created;
  }

  /** Numbers an invoice, for example `SBX-0001-0003`: by subscription and invoice. */
  function formatNumber({ id, number }: Subscription): string {
    const index = billing.invoices.filter(({ subscription }) => subscription === id).length;
    return `SBX-${String(number).padStart(4, "0")}-${String(index).padStart(4, "0")}`;
  }

  /** Charges an open or draft invoice, and finalizes it before. */
  function chargeInvoice(
    invoice: Invoice,
    { isDeclined, at }: { isDeclined: boolean; at: number },
    charge: Partial<Charge> = {},
  ): void {
    const subscription = billing.subscription(invoice.subscription);
    const amount = invoice.price.unit_amount;
    if (invoice.intent === undefined) {
      const { customer } = subscription;
      invoice.intent = { id: newId("pi"), customer, amount, created: at, charge: undefined };
      billing.intents.push(invoice.intent);
      invoice.number = formatNumber(subscription);
    }
    invoice.status = "open";
    if (isDeclined) {
      invoice.declined += 1;
      return;
    }
    invoice.intent.charge = createCharge(amount, charge);
    Object.assign(invoice, { status: "paid", paidAt: at, autoAdvance: false });
  }

  /** Starts the next period, applying the schedule. */
  function startNextPeriod(subscription: Subscription): void {
    const { period, created: anchor } = subscription;
    const schedule = subscription.schedule === null ? undefined : billing.schedule(subscription.schedule);
    const phase = schedule?.phases.find(({ start }) => start === period.end);
    if (phase !== undefined) Object.assign(subscription, { price: phase.price, card: schedule?.card });
    else if (schedule !== undefined) {
      schedule.status = "completed";
      subscription.schedule = null;
    }
    const end = addInterval(period.end, subscription.price.interval, { anchor });
    subscription.period = { start: period.end, end };
  }

  function findPayable(id: string): Invoice | undefined {
    const found = billing.invoices.findLast(
      ({ subscription, paidAt }) => subscription === id && paidAt === null,
    );
    return found === undefined || found.status === "void" || !found.autoAdvance ? undefined : found;
  }

  function endSubscription(subscription: Subscription, at: number): SimulatorEvent[] {
    if (subscription.schedule !== null) billing.schedule(subscription.schedule).status = "canceled";
    Object.assign(subscription, { status: "canceled", endedAt: at, schedule: null });
    return [subscriptionEvent("deleted", subscription.id)];
  }

  /** Charges the draft or open invoice. */
  function charge(id: string, outcome: "paid" | "declined", at = now()): SimulatorEvent[] {
    const invoice = findPayable(id);
    if (invoice === undefined) throw new Error("there is nothing to be paid");
    chargeInvoice(invoice, { isDeclined: outcome === "declined", at });
    billing.subscription(id).status = outcome === "paid" ? "active" : "past_due";
    return [
      invoiceEvent(outcome === "paid" ? "paid" : "payment_failed", invoice),
      subscriptionEvent("updated", id),
    ];
  }

  /** Charges the card on file. The last failed attempt ends the subscription and voids the invoice. */
  function attemptCharge(subscription: Subscription, at: number): SimulatorEvent[] {
    const { id, card } = subscription;
    const events = charge(id, isDeclinedCard(card) ? "declined" : "paid", at);
    const invoice = findPayable(id);
    if (invoice === undefined || invoice.declined < MAX_CHARGE_ATTEMPTS) return events;
    Object.assign(invoice, { status: "void", autoAdvance: false });
    return [...events.slice(0, 1), ...endSubscription(subscription, at)];
  }

  /** Moves the last paid period back so that it ends at `at`: it was ended early, and the next one is unpaid. */
  function shortenPaidPeriod(id: string, at: number): void {
    const paid = billing.invoices.findLast(
      ({ subscription, status }) => subscription === id && status === "paid",
    );
    if (paid === undefined || paid.period.end <= at) return;
    const { start, end } = paid.period;
    paid.period = { start: start - (end - at), end: at };
  }

  /** Ends the current period at `at`, also before its time: charges for the next one, or ends a cancelled subscription. */
  function endPeriod(id: string, at: number): SimulatorEvent[] {
    const subscription = billing.subscription(id);
    const { status, cancelAt, period } = subscription;
    if (status === "past_due") return attemptCharge(subscription, at);
    if (cancelAt !== null && cancelAt <= period.end) return endSubscription(subscription, at);
    startNextPeriod(subscription);
    const invoice = createInvoice(subscription, "draft", at);
    const events = attemptCharge(subscription, at);
    if (invoice.status !== "paid") shortenPaidPeriod(id, at);
    return [invoiceEvent("created", invoice), ...events];
  }

  /** Returns when Stripe would end the period or retry the card; undefined if it does nothing more. */
  function findDueTime({ id, status, cancelAt, period }: Subscription): number | undefined {
    if (status === "canceled") return undefined;
    if (status === "active") return Math.min(period.end, cancelAt ?? period.end);
    const invoice = findPayable(id);
    return invoice && invoice.created + invoice.declined * RETRY_INTERVAL_SECONDS;
  }

  return {
    subscriptionEvent,
    invoiceEvent,
    charge,
    endPeriod,

    /** Starts a subscription that was paid in a checkout. */
    start(
      params: {
        customer: string;
        price: Price;
        metadata: Metadata;
      } & Partial<Charge>,
    ) {
      const { customer, price, metadata, ...paid } = params;
      billing.state.counter.subscriptions += 1;
      const subscription: Subscription = {
        id: newId("sub"),
        number: billing.state.counter.subscriptions,
        customer,
        status: "active",
        metadata,
        created: now(),
        price,
        period: { start: now(), end: addInterval(now(), price.interval) },
        cancelAtPeriodEnd: false,
        cancelAt: null,
        endedAt: null,
        schedule: null,
        card: `pm_${customer}`,
      };
      billing.subscriptions.set(subscription.id, subscription);
      const invoice = createInvoice(subscription, "open", now());
      chargeInvoice(invoice, { isDeclined: false, at: now() }, paid);
      return { subscription, invoice };
    },

    /**
     * Ends the paid period. A cancelled subscription ends; otherwise the next period starts and is charged, declined, or not charged yet
     * (invoices stay drafts for about an hour).
     */
    renew(id: string, outcome: "paid" | "declined" | "draft" = "paid"): SimulatorEvent[] {
      const subscription = billing.subscription(id);
      if (subscription.status !== "active") throw new Error(`the subscription is ${subscription.status}`);
      if (subscription.period.end > now()) throw new Error("its period is not over yet");
      const { cancelAt, period } = subscription;
      if (cancelAt !== null && cancelAt <= period.end) return endSubscription(subscription, cancelAt);
      startNextPeriod(subscription);
      const invoice = createInvoice(subscription, "draft", now());
      if (outcome === "draft") return [invoiceEvent("created", invoice), subscriptionEvent("updated", id)];
      return [invoiceEvent("created", invoice), ...charge(id, outcome)];
    },

    /** Ends all periods that are due and retries declined cards, each at its own time. */
    renewDue(id: string): SimulatorEvent[] {
      const events: SimulatorEvent[] = [];
      for (;;) {
        const due = findDueTime(billing.subscription(id));
        if (due === undefined || due > now()) return events;
        events.push(...endPeriod(id, due));
      }
    },

    /** Ends a subscription after failed retries. */
    giveUp(id: string): SimulatorEvent[] {
      return endSubscription(billing.subscription(id), now());
    },

    /** Pays an open invoice on its page, whichever card is on file; any other invoice stays as it is. */
    payInvoice(id: string): SimulatorEvent[] {
      const { subscription, status } = billing.invoice(id);
      if (status !== "open" || findPayable(subscription)?.id !== id) return [];
      return charge(subscription, "paid");
    },

    /** Changes the customer's default card in the portal. */
    chooseCard(id: string): string {
      const customer = billing.customer(billing.subscription(id).customer);
      customer.card = newId("pm");
      return customer.card;
    },

    /** Changes the card of a customer and of all their subscriptions. */
    replaceCard(customer: Customer, choice: "accepted" | "declines"): void {
      const card = newId(choice === "declines" ? DECLINED_CARD : "pm");
      customer.card = card;
      for (const subscription of billing.subscriptions.values()) {
        if (subscription.customer !== customer.id || subscription.status === "canceled") continue;
        subscription.card = card;
        if (subscription.schedule !== null) billing.schedule(subscription.schedule).card = card;
      }
    },

    /** Cancels in the portal, for the end of the period or a given time. */
    cancelInPortal(id: string, at?: number): SimulatorEvent[] {
      const subscription = billing.subscription(id);
      subscription.cancelAtPeriodEnd = at === undefined;
      subscription.cancelAt = at ?? subscription.period.end;
      return [subscriptionEvent("updated", id)];
    },

    /** Cancels immediately in the dashboard. */
    cancelInDashboard(id: string): SimulatorEvent[] {
      return endSubscription(billing.subscription(id), now());
    },
  };
}
