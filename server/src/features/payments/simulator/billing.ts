import {
  type Customer,
  type Environment,
  type Invoice,
  newId,
  type Parameters,
  type Price,
  type Schedule,
  type Subscription,
} from "./objects.ts";
import { StripeError } from "./parameters.ts";

/** Responds with 404 for an id in the path, 400 for one in a parameter. */
export function resourceMissing(what: string, id: string, param?: string): StripeError {
  const body = { code: "resource_missing", message: `No such ${what}: '${id}'` };
  return param === undefined ? new StripeError(body, 404) : new StripeError({ ...body, param });
}

export type Billing = ReturnType<typeof openBilling>;

/** Customers, subscriptions, invoices and products, with Stripe's rules for changing them. */
export function openBilling({ state, now, pages }: Environment) {
  const { customers, subscriptions, schedules, invoices, prices, products } = state;

  function findCustomer(id: string, param?: string): Customer {
    const found = customers.get(id);
    if (found === undefined || found.isDeleted) throw resourceMissing("customer", id, param);
    return found;
  }

  function findSubscription(id: string, param?: string): Subscription {
    const found = subscriptions.get(id);
    if (found === undefined) throw resourceMissing("subscription", id, param);
    return found;
  }

  function findInvoice(id: string): Invoice {
    const found = invoices.find((invoice) => invoice.id === id);
    if (found === undefined) throw resourceMissing("invoice", id);
    return found;
  }

  /** Returns the card if it belongs to the customer. */
  function checkCard(customerId: string, card: string): string {
    if (card !== findCustomer(customerId).card && card !== `pm_${customerId}`)
      throw new StripeError({
        message: `The customer does not have a payment method with the ID ${card}.`,
        param: "default_payment_method",
      });
    return card;
  }

  return {
    ...state,
    state,
    now,
    pages,
    customer: findCustomer,
    subscription: findSubscription,
    invoice: findInvoice,
    checkCard,

    schedule(id: string): Schedule {
      const found = schedules.get(id);
      if (found === undefined) throw resourceMissing("subscription schedule", id);
      return found;
    },

    createPrice(price: Omit<Price, "id">): Price {
      const created = { id: newId("price"), ...price };
      prices.set(created.id, created);
      return created;
    },

    createProduct(name: string, id = newId("prod")): string {
      if (products.has(id))
        throw new StripeError({
          code: "resource_already_exists",
          message: `Product already exists: '${id}'`,
        });
      products.set(id, name);
      return id;
    },

    updateSubscription(id: string, params: Parameters["updateSubscription"]): Subscription {
      const found = findSubscription(id);
      const { cancel_at_period_end: atEnd, cancel_at: at, default_payment_method: card } = params;
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
      if (card !== undefined) found.card = checkCard(found.customer, card);
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
    cancelSubscription(id: string): Subscription {
      const found = findSubscription(id);
      if (found.status === "canceled") throw resourceMissing("subscription", id);
      if (found.schedule !== null)
        throw new StripeError({
          message: `The subscription is managed by the subscription schedule \`${found.schedule}\`.`,
        });
      Object.assign(found, { status: "canceled", endedAt: now() });
      for (const invoice of invoices)
        if (invoice.subscription === id && invoice.status === "open") invoice.autoAdvance = false;
      return found;
    },

    voidInvoice(id: string): Invoice {
      const found = findInvoice(id);
      if (found.status !== "open")
        throw new StripeError({
          message: `You can only pass in open invoices. This invoice is ${found.status}.`,
        });
      const voided = Object.assign(found, { status: "void" as const, autoAdvance: false });
      // Nothing is owed any more, so a past-due subscription becomes active.
      const owner = findSubscription(found.subscription);
      if (owner.status === "past_due") owner.status = "active";
      return voided;
    },

    updateInvoice(id: string, { auto_advance }: Parameters["updateInvoice"]): Invoice {
      const found = findInvoice(id);
      if (auto_advance !== undefined && found.status !== "draft" && found.status !== "open")
        throw new StripeError({
          message: "Finalized invoices can't be updated in this way.",
          param: "auto_advance",
        });
      found.autoAdvance = auto_advance ?? found.autoAdvance;
      return found;
    },
  };
}
