import type { Billing } from "./billing.ts";
import type { Charge, Customer, Invoice, PaymentIntent, Price, Schedule, Subscription } from "./objects.ts";

const isExpanded = (expand: readonly string[], path: string) =>
  expand.some((expanded) => expanded.startsWith(path));

export function serializePrice({ id, product, unit_amount, interval }: Price): object {
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

function serializeCustomer({ id, email, card }: Customer): object {
  return {
    id,
    object: "customer",
    email,
    livemode: false,
    invoice_settings: { default_payment_method: card },
  };
}

/** Serializes a subscription. Only its item carries the period. */
export function serializeSubscription(
  billing: Billing,
  subscription: Subscription,
  expand: readonly string[] = [],
): object {
  const { id, status, metadata, created, price, period, schedule } = subscription;
  const customer = isExpanded(expand, "customer")
    ? serializeCustomer(billing.customer(subscription.customer))
    : subscription.customer;
  const isScheduleExpanded = schedule !== null && isExpanded(expand, "schedule");
  const latest = billing.invoices.findLast(({ subscription: owner }) => owner === id);
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
          price: serializePrice(price),
          current_period_start: period.start,
          current_period_end: period.end,
        },
      ],
    },
    schedule: isScheduleExpanded
      ? serializeSchedule(billing, billing.schedule(schedule), innerPaths(expand, "schedule"))
      : schedule,
  };
}

const innerPaths = (expand: readonly string[], name: string) =>
  expand.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));

export function serializeSchedule(
  billing: Billing,
  { id, subscription, status, endBehavior, phases, card }: Schedule,
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
          price: isExpanded(expand, "phases.items.price") ? serializePrice(price) : price.id,
        },
      ],
    })),
  };
}

/** Serializes an invoice. `payments` is included only if expanded; the subscription is in `parent`. */
export function serializeInvoice(billing: Billing, invoice: Invoice, expand: readonly string[] = []): object {
  const { id, subscription, number, status, price, period, created, paidAt, intent } = invoice;
  const { customer, metadata } = billing.subscription(subscription);
  const amount = price.unit_amount;
  const paid = status === "paid" ? amount : 0;
  const payments = {
    object: "list",
    has_more: false,
    url: "/v1/invoice_payments",
    data: intent === undefined || status === "draft" ? [] : [serializeInvoicePayment(invoice, intent)],
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
    hosted_invoice_url: status === "draft" ? null : billing.pages.invoice(id),
    ...(isExpanded(expand, "payments") ? { payments } : {}),
  };
}

function serializeInvoicePayment({ id, status, price }: Invoice, intent: PaymentIntent): object {
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

export function serializeIntent(intent: PaymentIntent, expand: readonly string[] = []): object {
  const { id, customer, amount, created, charge } = intent;
  const latest = isExpanded(expand, "latest_charge") && charge !== undefined;
  return {
    id,
    object: "payment_intent",
    customer,
    amount,
    created,
    currency: "usd",
    status: charge === undefined ? "requires_payment_method" : "succeeded",
    latest_charge: latest
      ? serializeCharge(charge, id, expand.includes("latest_charge.balance_transaction"))
      : (charge?.id ?? null),
  };
}

/** Serializes a charge with card details, which the program must not store. */
export function serializeCharge(charge: Charge, intentId: string | undefined, isWhole: boolean): object {
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
