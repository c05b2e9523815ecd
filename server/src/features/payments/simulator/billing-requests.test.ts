import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStripe, type StripeEdge, stripeKey } from "../../../testing/payments/stripe.ts";

let edge: StripeEdge;
let stripe: Stripe;
let now = Date.now();

beforeAll(async () => {
  edge = await openStripe();
  edge.setClock(() => new Date(now));
  const { hostname, port } = new URL(edge.url);
  stripe = new Stripe(stripeKey, {
    protocol: "http",
    host: hostname,
    port,
    maxNetworkRetries: 0,
    telemetry: false,
  });
});
afterAll(() => edge.close());

function sessionParams(overrides: object = {}): Stripe.Checkout.SessionCreateParams {
  const recurring = { interval: "month" as const };
  return {
    mode: "subscription",
    success_url: "https://shop.example/",
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: 900, product_data: { name: "Hats" }, recurring },
      },
    ],
    ...overrides,
  };
}

async function startSubscription() {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  edge.simulator.pay(id);
  return edge.simulator.startedBy(id).subscription;
}

const schedule = (from_subscription: string) => stripe.subscriptionSchedules.create({ from_subscription });

function phases({ period, price }: Awaited<ReturnType<typeof startSubscription>>, next: object = {}) {
  return [
    { start_date: period.start, end_date: period.end, items: [{ price: price.id, quantity: 1 }] },
    { items: [{ price: price.id }], duration: { interval: "month" as const, interval_count: 1 }, ...next },
  ];
}

/** Tests of plans are only as reliable as the simulator's validation. */
describe("the Stripe Billing simulator", () => {
  it.each([
    ["what belongs to payments alone", { payment_intent_data: { metadata: {} } }, "payment_intent_data"],
    ["a customer that there is not", { customer: "cus_none" }, "customer"],
    ["an address that is none", { customer_email: "nobody" }, "customer_email"],
    ["an unknown parameter within another", { subscription_data: { tip: 1 } }, "subscription_data[tip]"],
  ])("refuses a session with %s", async (_what, fields, param) => {
    const changes =
      param === "payment_intent_data" ? { payment_intent_data: { metadata: { a: "b" } } } : fields;
    await expect(stripe.checkout.sessions.create(sessionParams(changes))).rejects.toMatchObject({
      statusCode: 400,
      param,
    });
  });

  it("rejects modes that do not match the price, and two ways to identify the payer", async () => {
    await expect(stripe.checkout.sessions.create(sessionParams({ mode: "payment" }))).rejects.toThrow(
      "recurring",
    );
    const once = {
      quantity: 1,
      price_data: { currency: "usd", unit_amount: 9, product_data: { name: "A hat" } },
    };
    await expect(
      stripe.checkout.sessions.create(sessionParams({ line_items: [once] })),
    ).rejects.toMatchObject({
      statusCode: 400,
    });
    const { customer } = await startSubscription();
    const both = { customer, customer_email: "payer@mail.example" };
    await expect(stripe.checkout.sessions.create(sessionParams(both))).rejects.toThrow("only specify one");
    await expect(stripe.checkout.sessions.create(sessionParams({ customer }))).resolves.toMatchObject({
      customer,
    });
  });

  it("returns periods, payments and parents where this API version has them", async () => {
    const { id, period } = await startSubscription();
    const subscription = await stripe.subscriptions.retrieve(id);
    expect(subscription.items.data[0]).toMatchObject({ current_period_end: period.end });
    expect(subscription).not.toHaveProperty("current_period_end");
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data[0]).toMatchObject({ status: "paid", parent: { subscription_details: { subscription: id } } });
    for (const gone of ["subscription", "payment_intent", "charge", "paid", "payments"])
      expect(data[0]).not.toHaveProperty(gone);
    const { data: paid } = await stripe.invoices.list({ subscription: id, expand: ["data.payments"] });
    expect(paid[0]?.payments?.data[0]).toMatchObject({ status: "paid" });
  });

  it("expands at most four levels, and only known properties", async () => {
    const { id } = await startSubscription();
    const deep = { subscription: id, expand: ["data.payments.data.payment.payment_intent"] };
    await expect(stripe.invoices.list(deep)).rejects.toThrow("4 levels");
    await expect(stripe.invoices.list({ expand: ["payments"] })).rejects.toThrow("expanded");
    await expect(stripe.subscriptions.retrieve(id, { expand: ["card"] })).rejects.toThrow("expanded");
    await expect(stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });

  it("rejects cancelling a scheduled subscription, and a second schedule", async () => {
    const subscription = await startSubscription();
    const { id } = subscription;
    const createdSchedule = await schedule(id);
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(
      "managed by the subscription schedule",
    );
    await expect(stripe.subscriptions.cancel(id)).rejects.toThrow("managed by the subscription schedule");
    await expect(schedule(id)).rejects.toThrow("already attached");
    await stripe.subscriptionSchedules.release(createdSchedule.id);
    await expect(stripe.subscriptionSchedules.release(createdSchedule.id)).rejects.toThrow("released");
    const update = stripe.subscriptionSchedules.update(createdSchedule.id, { phases: phases(subscription) });
    await expect(update).rejects.toThrow("released");
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).resolves.toMatchObject({
      cancel_at_period_end: true,
    });
  });

  it("rejects unknown schedule parameters and invalid phases", async () => {
    const subscription = await startSubscription();
    const with_more = { from_subscription: subscription.id, end_behavior: "release" as const };
    await expect(stripe.subscriptionSchedules.create(with_more)).rejects.toThrow("from_subscription");
    const { id } = await schedule(subscription.id);
    const update = (newPhases: ReturnType<typeof phases>) =>
      stripe.subscriptionSchedules.update(id, { phases: newPhases, proration_behavior: "none" });
    await expect(update(phases(subscription).slice(1))).rejects.toThrow("start date of the current phase");
    await expect(update(phases(subscription, { end_date: now }))).rejects.toThrow("exactly one");
    await expect(update(phases(subscription, { items: [] }))).rejects.toMatchObject({ statusCode: 400 });
    await expect(update(phases(subscription, { items: [{ price: "price_none" }] }))).rejects.toMatchObject({
      code: "resource_missing",
    });
    const price_data = {
      currency: "usd",
      product: "prod_none",
      recurring: { interval: "year" },
      unit_amount: 9,
    };
    await expect(update(phases(subscription, { items: [{ price_data }] }))).rejects.toMatchObject({
      param: "product",
    });
    await expect(update(phases(subscription))).resolves.toMatchObject({ status: "active" });
  });

  it("rejects changes of an ended subscription", async () => {
    const { id } = await startSubscription();
    await expect(stripe.subscriptions.cancel(id)).resolves.toMatchObject({ status: "canceled" });
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: "resource_missing" });
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toThrow(
      "canceled",
    );
    await expect(schedule(id)).rejects.toThrow("canceled");
    await expect(stripe.subscriptions.retrieve(id)).resolves.toMatchObject({ status: "canceled" });
  });

  it("cancels at a time or with the period, not in the past, and takes a cancellation back", async () => {
    const { id, period } = await startSubscription();
    const seconds = Math.floor(now / 1000);
    await expect(stripe.subscriptions.update(id, { cancel_at: seconds - 1 })).rejects.toThrow("future");
    await expect(
      stripe.subscriptions.update(id, { cancel_at: seconds + 9, cancel_at_period_end: true }),
    ).rejects.toThrow("only specify one");
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).resolves.toMatchObject({
      cancel_at: period.end,
    });
    await expect(stripe.subscriptions.update(id, { cancel_at: "" })).resolves.toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
    });
  });

  it("renews only after the period has ended", async () => {
    const { id, period } = await startSubscription();
    expect(() => edge.simulator.lifecycle.renew(id)).toThrow("not over");
    now = period.end * 1000;
    edge.simulator.lifecycle.renew(id, "declined");
    await expect(stripe.subscriptions.retrieve(id)).resolves.toMatchObject({ status: "past_due" });
    const { data } = await stripe.invoices.list({ subscription: id, status: "open" });
    const [bill] = data;
    if (bill === undefined) throw new Error("there is no bill");
    await expect(stripe.invoices.voidInvoice(bill.id)).resolves.toMatchObject({ status: "void" });
    await expect(stripe.invoices.voidInvoice(bill.id)).rejects.toThrow("void");
    await expect(stripe.invoices.update(bill.id, { auto_advance: false })).rejects.toMatchObject({
      param: "auto_advance",
    });
  });

  it("accepts a product id once, and opens the portal only with a suitable configuration", async () => {
    const product = { id: randomUUID(), name: "Hats" };
    await stripe.products.create(product);
    await expect(stripe.products.create(product)).rejects.toMatchObject({
      code: "resource_already_exists",
    });
    const { customer } = await startSubscription();
    const flow_data = { type: "payment_method_update" as const };
    const page = (overrides: object) =>
      stripe.billingPortal.sessions.create({ customer, flow_data, ...overrides });
    await expect(page({})).rejects.toThrow("No configuration provided");
    await expect(page({ configuration: "bpc_none" })).rejects.toMatchObject({ param: "configuration" });
    const { id } = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    await expect(page({ configuration: id })).rejects.toMatchObject({ param: "flow_data[type]" });
    await expect(page({ configuration: id, customer: "cus_none" })).rejects.toMatchObject({
      param: "customer",
    });
  });
});
