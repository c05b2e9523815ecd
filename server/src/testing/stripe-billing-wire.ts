import type { StripeBilling } from "./stripe-billing.ts";
import type {
  StripeCharge,
  StripeCustomer,
  StripeIntent,
  StripeInvoice,
  StripePrice,
  StripeSchedule,
  StripeSubscription,
} from "./stripe-objects.ts";

const writtenOut = (expand: readonly string[], path: string) => expand.some((one) => one.startsWith(path));

export function writePrice({ id, product, unit_amount, interval }: StripePrice): object {
  return {
    id,
    object: "price",
    active: false,
    currency: "usd",
    product,
    unit_amount,
    type: "recurring",
    recurring: { interval, interval_count: 1, usage_type: "licensed", meter: null },
  };
}

function writeCustomer({ id, email, card }: StripeCustomer): object {
  return {
    id,
    object: "customer",
    email,
    livemode: false,
    invoice_settings: { default_payment_method: card },
  };
}

/** Serializes a subscription. Only its item carries the period. */
export function writeSubscription(
  billing: StripeBilling,
  subscription: StripeSubscription,
  expand: readonly string[] = [],
): object {
  const { id, status, metadata, created, price, period, schedule } = subscription;
  const customer = writtenOut(expand, "customer")
    ? writeCustomer(billing.customer(subscription.customer))
    : subscription.customer;
  const whole = schedule !== null && writtenOut(expand, "schedule");
  const latest = billing.invoices.findLast((one) => one.subscription === id);
  return {
    id,
    object: "subscription",
    customer,
    status,
    metadata,
    created,
    currency: "usd",
    livemode: false,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAt,
    ended_at: subscription.endedAt,
    billing_mode: { type: "flexible" },
    latest_invoice: latest?.id,
    collection_method: "charge_automatically",
    default_payment_method: subscription.card,
    items: {
      object: "list",
      has_more: false,
      url: "/v1/subscription_items",
      data: [
        {
          id: `si_${id}`,
          object: "subscription_item",
          subscription: id,
          quantity: 1,
          created,
          price: writePrice(price),
          current_period_start: period.start,
          current_period_end: period.end,
        },
      ],
    },
    schedule: whole
      ? writeSchedule(billing, billing.schedule(schedule), inner(expand, "schedule"))
      : schedule,
  };
}

const inner = (expand: readonly string[], name: string) =>
  expand.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1));

export function writeSchedule(
  billing: StripeBilling,
  { id, subscription, status, endBehavior, phases, card }: StripeSchedule,
  expand: readonly string[] = [],
): object {
  const { customer, period } = billing.subscription(subscription);
  const current = phases.find(({ start }) => start === period.start);
  const isOver = status !== "active";
  return {
    id,
    object: "subscription_schedule",
    customer,
    status,
    end_behavior: endBehavior,
    subscription: isOver ? null : subscription,
    released_subscription: isOver ? subscription : null,
    default_settings: { collection_method: "charge_automatically", default_payment_method: card },
    current_phase:
      isOver || current === undefined ? null : { start_date: current.start, end_date: current.end },
    phases: phases.map(({ start, end, price }) => ({
      start_date: start,
      end_date: end,
      proration_behavior: "none",
      currency: "usd",
      metadata: {},
      items: [
        {
          quantity: 1,
          metadata: {},
          plan: price.id,
          price: writtenOut(expand, "phases.items.price") ? writePrice(price) : price.id,
        },
      ],
    })),
  };
}

/** Serializes an invoice. `payments` is included only if expanded; the subscription is in `parent`. */
export function writeInvoice(
  billing: StripeBilling,
  invoice: StripeInvoice,
  expand: readonly string[] = [],
): object {
  const { id, subscription, number, status, price, period, created, paidAt, intent } = invoice;
  const { customer, metadata } = billing.subscription(subscription);
  const amount = price.unit_amount;
  const paid = status === "paid" ? amount : 0;
  const payments = {
    object: "list",
    has_more: false,
    url: "/v1/invoice_payments",
    data: intent === undefined || status === "draft" ? [] : [writeInvoicePayment(invoice, intent)],
  };
  return {
    id,
    object: "invoice",
    customer,
    number,
    status,
    created,
    currency: "usd",
    livemode: false,
    total: amount,
    amount_due: amount,
    amount_paid: paid,
    amount_remaining: amount - paid,
    // The usage period, which is the one before the billed period.
    period_start: created,
    period_end: created,
    auto_advance: invoice.autoAdvance,
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { metadata, subscription },
    },
    lines: {
      object: "list",
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: [
        {
          id: `il_${id}`,
          object: "line_item",
          amount,
          currency: "usd",
          invoice: id,
          period,
          quantity: 1,
          pricing: { type: "price_details", price_details: { price: price.id, product: price.product } },
          parent: {
            type: "subscription_item_details",
            invoice_item_details: null,
            subscription_item_details: {
              subscription,
              subscription_item: `si_${subscription}`,
              proration: false,
            },
          },
        },
      ],
    },
    status_transitions: {
      finalized_at: status === "draft" ? null : created,
      paid_at: paidAt,
      voided_at: null,
    },
    hosted_invoice_url: status === "draft" ? null : `https://invoice.stripe.com/i/${id}`,
    ...(writtenOut(expand, "payments") ? { payments } : {}),
  };
}

function writeInvoicePayment({ id, status, price }: StripeInvoice, intent: StripeIntent): object {
  return {
    id: `inpay_${intent.id}`,
    object: "invoice_payment",
    invoice: id,
    is_default: true,
    status: status === "paid" ? "paid" : status === "void" ? "canceled" : "open",
    amount_requested: price.unit_amount,
    amount_paid: status === "paid" ? price.unit_amount : null,
    payment: { type: "payment_intent", payment_intent: intent.id },
  };
}

export function writeBillingIntent(intent: StripeIntent, expand: readonly string[] = []): object {
  const { id, customer, amount, created, charge } = intent;
  const latest = writtenOut(expand, "latest_charge") && charge !== undefined;
  return {
    id,
    object: "payment_intent",
    customer,
    amount,
    created,
    currency: "usd",
    status: charge === undefined ? "requires_payment_method" : "succeeded",
    latest_charge: latest
      ? writeCharge(charge, id, expand.includes("latest_charge.balance_transaction"))
      : (charge?.id ?? null),
  };
}

/** Serializes a charge with card details, which the program must not store. */
export function writeCharge(charge: StripeCharge, intentId: string | undefined, isWhole: boolean): object {
  const transaction = {
    id: `txn_${charge.id}`,
    object: "balance_transaction",
    amount: charge.amount,
    fee: charge.fee,
    currency: charge.feeCurrency,
    exchange_rate: charge.exchangeRate,
  };
  return {
    id: charge.id,
    object: "charge",
    amount: charge.amount,
    amount_refunded: charge.amount_refunded,
    payment_intent: intentId,
    disputed: charge.disputed,
    refunded: charge.amount === charge.amount_refunded,
    payment_method_details: {
      type: "card",
      card: { brand: "visa", last4: "4242", fingerprint: "Xt5EWLLDS7FJjR1c" },
    },
    billing_details: { name: "Ottilie Brandt", email: "payer@mail.example" },
    balance_transaction: charge.fee === null ? null : isWhole ? transaction : transaction.id,
  };
}
