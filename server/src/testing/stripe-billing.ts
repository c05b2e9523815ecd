import type { BillingParameters } from "./stripe-billing-parameters.ts";
import {
  after,
  type Metadata,
  newId,
  type StripeCustomer,
  type StripeIntent,
  type StripeInvoice,
  type StripePhase,
  type StripePrice,
  type StripeSchedule,
  type StripeSubscription,
} from "./stripe-objects.ts";
import { StripeError } from "./stripe-parameters.ts";

/** Answers 404 for an id in the path, 400 for one in a parameter. */
function missing(what: string, id: string, param?: string): StripeError {
  const told = { code: "resource_missing", message: `No such ${what}: '${id}'` };
  return param === undefined ? new StripeError(told, 404) : new StripeError({ ...told, param });
}

export type StripeBilling = ReturnType<typeof openBilling>;

/** The state of Stripe Billing with its validation rules. Times are seconds. */
export function openBilling(now: () => number) {
  const customers = new Map<string, StripeCustomer>();
  const subscriptions = new Map<string, StripeSubscription>();
  const schedules = new Map<string, StripeSchedule>();
  const invoices: StripeInvoice[] = [];
  const intents: StripeIntent[] = [];
  const prices = new Map<string, StripePrice>();
  const products = new Map<string, string>();
  const configurations: { id: string; metadata: Metadata; takesCards: boolean }[] = [];

  function subscription(id: string, param?: string): StripeSubscription {
    const found = subscriptions.get(id);
    if (found === undefined) throw missing("subscription", id, param);
    return found;
  }

  function schedule(id: string): StripeSchedule {
    const found = schedules.get(id);
    if (found === undefined) throw missing("subscription schedule", id);
    return found;
  }

  function invoice(id: string): StripeInvoice {
    const found = invoices.find((one) => one.id === id);
    if (found === undefined) throw missing("invoice", id);
    return found;
  }

  function customer(id: string, param?: string): StripeCustomer {
    const found = customers.get(id);
    if (found === undefined || found.isDeleted) throw missing("customer", id, param);
    return found;
  }

  function price(given: Omit<StripePrice, "id">): StripePrice {
    const made = { id: newId("price"), ...given };
    prices.set(made.id, made);
    return made;
  }

  function product(name: string, id = newId("prod")): string {
    if (products.has(id))
      throw new StripeError({ code: "resource_already_exists", message: `Product already exists: '${id}'` });
    products.set(id, name);
    return id;
  }

  /** Only active schedules can be updated or released. */
  function running(id: string): StripeSchedule {
    const found = schedule(id);
    if (found.status !== "active")
      throw new StripeError({
        message: `You cannot change a subscription schedule that is currently in the \`${found.status}\` status.`,
      });
    return found;
  }

  type Phase = NonNullable<BillingParameters["updateSchedule"]["phases"]>[number];

  function priceOf({ items }: Phase): StripePrice {
    const [item, ...more] = items;
    if (item === undefined || more.length > 0)
      throw new StripeError({ message: "Only one item is sold here." });
    const { price: known, price_data: made } = item;
    if ((known === undefined) === (made === undefined))
      throw new StripeError({ message: "You must pass exactly one of `price` and `price_data`." });
    if (made !== undefined) {
      if (!products.has(made.product)) throw missing("product", made.product, "product");
      const { unit_amount, recurring } = made;
      return price({ product: made.product, unit_amount, interval: recurring.interval });
    }
    const found = prices.get(known ?? "");
    if (found === undefined) throw missing("price", known ?? "", "price");
    return found;
  }

  function phaseOf(asked: Phase, start: number): StripePhase {
    const { start_date, end_date, duration } = asked;
    if (start_date !== undefined && start_date !== start)
      throw new StripeError({
        message: "Each phase begins where the one before ends.",
        param: "phases[start_date]",
      });
    if ((end_date === undefined) === (duration === undefined))
      throw new StripeError({ message: "You must set exactly one of `end_date` and `duration` of a phase." });
    const end = end_date ?? after(start, duration?.interval ?? "month", duration?.interval_count);
    if (end <= start)
      throw new StripeError({ message: "A phase must end after it begins.", param: "end_date" });
    return { start, end, price: priceOf(asked) };
  }

  /** The payment method must belong to the customer. */
  function cardOf(id: string, card: string): string {
    if (card !== customer(id).card && card !== `pm_${id}`)
      throw new StripeError({
        message: `The customer does not have a payment method with the ID ${card}.`,
        param: "default_payment_method",
      });
    return card;
  }

  return {
    customers,
    subscriptions,
    schedules,
    invoices,
    intents,
    products,
    configurations,
    subscription,
    schedule,
    invoice,
    customer,
    price,
    product,

    updateSubscription(id: string, asked: BillingParameters["updateSubscription"]): StripeSubscription {
      const found = subscription(id);
      const { cancel_at_period_end: atEnd, cancel_at: at, default_payment_method: card } = asked;
      if (found.status === "canceled")
        throw new StripeError({
          message: "A canceled subscription can only update its cancellation_details and metadata.",
        });
      if (found.schedule !== null && (atEnd !== undefined || at !== undefined))
        throw new StripeError({
          message: `The subscription is managed by the subscription schedule \`${found.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
        });
      if (atEnd !== undefined && at !== undefined)
        throw new StripeError({ message: "You may only specify one of: cancel_at, cancel_at_period_end." });
      if (typeof at === "number" && at <= now())
        throw new StripeError({ message: "`cancel_at` has to be in the future.", param: "cancel_at" });
      if (card !== undefined) found.card = cardOf(found.customer, card);
      if (atEnd !== undefined) {
        found.cancelAtPeriodEnd = atEnd;
        found.cancelAt = atEnd ? found.period.end : null;
      }
      if (at !== undefined) {
        found.cancelAtPeriodEnd = false;
        found.cancelAt = at === "" ? null : at;
      }
      return found;
    },

    /** Stripe answers 404 for a second cancellation. */
    cancelSubscription(id: string): StripeSubscription {
      const found = subscription(id);
      if (found.status === "canceled") throw missing("subscription", id);
      if (found.schedule !== null)
        throw new StripeError({
          message: `The subscription is managed by the subscription schedule \`${found.schedule}\`.`,
        });
      Object.assign(found, { status: "canceled", endedAt: now() });
      for (const one of invoices)
        if (one.subscription === id && one.status === "open") one.autoAdvance = false;
      return found;
    },

    createSchedule(asked: BillingParameters["createSchedule"]): StripeSchedule {
      const { from_subscription: from, ...others } = asked;
      if (from === undefined)
        throw new StripeError({ message: "Only subscriptions that there are get a schedule here." });
      if (Object.keys(others).length > 0)
        throw new StripeError({ message: "You cannot set other parameters if `from_subscription` is set." });
      const found = subscription(from, "from_subscription");
      if (found.status === "canceled")
        throw new StripeError({
          message: "You cannot migrate a subscription that is in the `canceled` status to a schedule.",
        });
      if (found.schedule !== null)
        throw new StripeError({
          message: `You cannot migrate a subscription that is already attached to a schedule: \`${found.schedule}\`.`,
        });
      const { start, end } = found.period;
      const made: StripeSchedule = {
        id: newId("sub_sched"),
        subscription: from,
        status: "active",
        endBehavior: found.cancelAt === null ? "release" : "cancel",
        card: found.card,
        phases: [{ start, end, price: found.price }],
      };
      schedules.set(made.id, made);
      found.schedule = made.id;
      return made;
    },

    updateSchedule(id: string, asked: BillingParameters["updateSchedule"]): StripeSchedule {
      const found = running(id);
      const { period, customer: payer } = subscription(found.subscription);
      const card = asked.default_settings?.default_payment_method;
      if (card !== undefined) found.card = cardOf(payer, card);
      if (asked.phases !== undefined) {
        const [first] = asked.phases;
        if (first?.start_date !== period.start)
          throw new StripeError({
            message: "You can not modify the start date of the current phase.",
            param: "phases",
          });
        const phases: StripePhase[] = [];
        for (const one of asked.phases) phases.push(phaseOf(one, phases.at(-1)?.end ?? period.start));
        if (
          phases[0]?.price.id !== subscription(found.subscription).price.id &&
          asked.proration_behavior !== "none"
        )
          throw new StripeError({ message: "This test's Stripe prorates nothing." });
        found.phases = phases;
      }
      found.endBehavior = asked.end_behavior ?? found.endBehavior;
      return found;
    },

    releaseSchedule(id: string): StripeSchedule {
      const found = running(id);
      found.status = "released";
      Object.assign(subscription(found.subscription), { schedule: null, cancelAt: null });
      return found;
    },

    voidInvoice(id: string): StripeInvoice {
      const found = invoice(id);
      if (found.status !== "open")
        throw new StripeError({
          message: `You can only pass in open invoices. This invoice is ${found.status}.`,
        });
      const voided = Object.assign(found, { status: "void" as const, autoAdvance: false });
      // Nothing is owed any more, so a past-due subscription becomes active.
      const owner = subscription(found.subscription);
      if (owner.status === "past_due") owner.status = "active";
      return voided;
    },

    updateInvoice(id: string, { auto_advance }: BillingParameters["updateInvoice"]): StripeInvoice {
      const found = invoice(id);
      if (auto_advance !== undefined && found.status !== "draft" && found.status !== "open")
        throw new StripeError({
          message: "Finalized invoices can't be updated in this way.",
          param: "auto_advance",
        });
      found.autoAdvance = auto_advance ?? found.autoAdvance;
      return found;
    },

    createPortal({
      customer: id,
      configuration,
      flow_data: flow,
    }: BillingParameters["createPortal"]): string {
      customer(id, "customer");
      const found = configurations.find((one) => one.id === configuration);
      if (configuration === undefined)
        throw new StripeError({
          message:
            "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings.",
        });
      if (found === undefined) throw missing("configuration", configuration, "configuration");
      if (flow !== undefined && !found.takesCards)
        throw new StripeError({
          message: "The configuration does not allow this flow.",
          param: "flow_data[type]",
        });
      if ((flow?.after_completion?.type === "redirect") !== (flow?.after_completion?.redirect !== undefined))
        throw new StripeError({
          message: "Missing required param: redirect.",
          param: "flow_data[after_completion]",
        });
      return `https://billing.stripe.com/p/session/${newId("test")}`;
    },

    createConfiguration({ features, metadata = {} }: BillingParameters["createConfiguration"]) {
      const takesCards = features.payment_method_update?.enabled ?? false;
      const made = { id: newId("bpc"), metadata, takesCards };
      configurations.push(made);
      return made;
    },
  };
}
