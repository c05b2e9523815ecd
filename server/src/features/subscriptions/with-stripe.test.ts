import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { proofIn } from "../../testing/fixtures/taking-part.ts";
import { monthly, openPlanShop, type PlanShop } from "../../testing/payments/plan-shop.ts";
import { registerOrderHandlers } from "../payments/index.ts";
import { subscriptionOrderHandler } from "./order-handler.ts";

let shop: PlanShop;
beforeAll(async () => {
  shop = await openPlanShop();
  registerOrderHandlers({ SUBSCRIPTION: subscriptionOrderHandler });
});
afterAll(() => shop.close());
beforeEach(() => shop.stripe.setDown(false));

type Buyer = { id: string; name: string; token: string };

async function addBuyer(): Promise<Buyer> {
  const id = await shop.addAccount("buyer");
  const { rows } = await sql<{ name: string }>`select name from account where id = ${id}`.execute(
    shop.context.db,
  );
  const name = rows[0]?.name ?? "";
  return { id, name, token: await shop.logIn(name) };
}

/** Calls the API with the session of a buyer. */
async function call(
  { token }: Buyer,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
) {
  const answer = await shop.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, retryAfter: answer.headers["retry-after"], ...answer.json() };
}

const current = async (buyer: Buyer) => (await call(buyer, "GET", "my/subscription")).body.current;

/** The latest session of a buyer's with Stripe. */
async function sessionOf({ id }: Buyer): Promise<string> {
  const { rows } = await sql<{ session: string }>`
    select session_id as session from payment where account_id = ${id} order by reference::int desc limit 1`.execute(
    shop.context.db,
  );
  return rows[0]?.session ?? "";
}

/** Orders a plan, pays Stripe and comes back from there. */
async function buy(buyer: Buyer, plan: string) {
  await call(buyer, "POST", `subscribe/${plan}`);
  const session = await sessionOf(buyer);
  shop.stripe.simulator.pay(session);
  const back = shop.stripe.simulator.session(session).params.success_url;
  const { body } = await call(buyer, "POST", "subscribe/confirm", proofIn(back));
  return { plan: body, subscription: shop.stripe.simulator.startedBy(session).subscription };
}

describe("a plan bought with Stripe", () => {
  it("is ordered, paid and confirmed, also if Stripe fails to answer in between", async () => {
    const buyer = await addBuyer();
    shop.stripe.setDown(true);
    const refused = await call(buyer, "POST", "subscribe/PREMIUM_MONTHLY");
    expect(refused).toMatchObject({
      status: 503,
      code: "E0048",
      retryAfter: "5",
      message: "The payment service is not responding. You were not charged. Please try again.",
    });
    shop.stripe.setDown(false);
    const { body } = await call(buyer, "POST", "subscribe/PREMIUM_MONTHLY");
    const session = await sessionOf(buyer);
    expect(body.url).toContain(session);
    shop.stripe.simulator.pay(session);
    const proof = proofIn(shop.stripe.simulator.session(session).params.success_url);
    shop.stripe.setDown(true);
    expect((await call(buyer, "POST", "subscribe/confirm", proof)).code).toBe("E0048");
    shop.stripe.setDown(false);
    const confirmed = await call(buyer, "POST", "subscribe/confirm", proof);
    expect(confirmed.body).toMatchObject({ plan: "PREMIUM_MONTHLY", renews_as: "PREMIUM_MONTHLY" });
    const { rows } = await sql`select from subscription_order where account_id = ${buyer.id}`.execute(
      shop.context.db,
    );
    expect(rows).toHaveLength(1);
  });

  it("is switched and cancelled at Stripe, and stays as it was if that fails", async () => {
    const buyer = await addBuyer();
    const { plan, subscription } = await buy(buyer, "PREMIUM_MONTHLY");
    shop.stripe.setDown(true);
    expect((await call(buyer, "DELETE", `subscribe/${plan.id}`)).code).toBe("E0048");
    shop.stripe.setDown(false);
    expect(await current(buyer)).toEqual(plan);
    const switched = await call(buyer, "PATCH", `subscribe/${plan.id}`, { renews_as: "PREMIUM_YEARLY" });
    expect(switched.body).toMatchObject({ plan: "PREMIUM_MONTHLY", renews_as: "PREMIUM_YEARLY" });
    expect(switched.body.next_price_cents).toBe(9_600);
    const cancelled = await call(buyer, "DELETE", `subscribe/${plan.id}`);
    expect(cancelled.body).toMatchObject({ is_canceled: true, kept_until: plan.expires_at });
    const repeated = await call(buyer, "PATCH", `subscribe/${plan.id}`, { renews_as: "PREMIUM_YEARLY" });
    expect(repeated.body).toMatchObject({ is_canceled: false, renews_as: "PREMIUM_YEARLY" });
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id))).toEqual([]);
    const returned = { ...buyer, token: await shop.logIn(buyer.name) };
    expect(await current(returned)).toMatchObject({ plan: "PREMIUM_YEARLY", renews_as: "PREMIUM_YEARLY" });
  });

  it("is kept for the days of grace if the card is declined", async () => {
    const buyer = await addBuyer();
    const { plan, subscription } = await buy(buyer, "PREMIUM_MONTHLY");
    shop.advanceToPeriodEnd(subscription.id);
    expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id, "declined"))).toEqual([]);
    const returned = { ...buyer, token: await shop.logIn(buyer.name) };
    const unpaid = await current(returned);
    expect(unpaid).toMatchObject({ is_unpaid: true, is_canceled: false, expires_at: plan.expires_at });
    expect(Date.parse(unpaid.kept_until) - Date.parse(plan.expires_at)).toBe(7 * 86_400_000);
    const bills = (await call(returned, "GET", "my/invoices")).body.data;
    expect(bills.map(({ state }: { state: string }) => state)).toEqual(["OPEN", "PAID"]);
    expect(await shop.deliverEvents(shop.lifecycle.charge(subscription.id, "paid"))).toEqual([]);
    expect(await current(returned)).toMatchObject({
      is_unpaid: false,
      next_price_cents: monthly.amountCents,
    });
  });

  it.each(["declined", "draft"] as const)(
    "is gone once it is cancelled while its renewal is %s, and the plan that is bought after it is the only one that is charged",
    { retry: 0 },
    async (outcome) => {
      const buyer = await addBuyer();
      const { plan, subscription } = await buy(buyer, "PREMIUM_MONTHLY");
      shop.advanceToPeriodEnd(subscription.id);
      expect(await shop.deliverEvents(shop.lifecycle.renew(subscription.id, outcome))).toEqual([]);
      const returned = { ...buyer, token: await shop.logIn(buyer.name) };
      const both = await Promise.all([1, 2].map(() => call(returned, "DELETE", `subscribe/${plan.id}`)));
      expect(both.map(({ status, body }) => [status, body.kept_until])).toEqual([
        [200, plan.expires_at],
        [200, plan.expires_at],
      ]);
      expect(await current(returned)).toBeNull();
      const second = await buy(returned, "PREMIUM_YEARLY");
      expect(() => shop.lifecycle.charge(subscription.id, "paid")).toThrow("nothing to be paid");
      expect(
        await shop.deliverEvents([shop.lifecycle.subscriptionEvent("updated", subscription.id)]),
      ).toEqual([]);
      expect(await current(returned)).toEqual(second.plan);
      const bills = (await call(returned, "GET", "my/invoices")).body.data;
      const paid = bills.filter(({ state }: { state: string }) => state === "PAID");
      expect(paid.map((bill: { amount_cents: number }) => bill.amount_cents)).toEqual([9_600, 1_000]);
      const live = [...shop.billing.subscriptions.values()].filter(
        ({ customer, status }) => customer === subscription.customer && status !== "canceled",
      );
      expect(live.map(({ id }) => id)).toEqual([second.subscription.id]);
    },
  );

  it("that was paid twice is cancelled at Stripe and refunded", { retry: 0 }, async () => {
    const buyer = await addBuyer();
    await call(buyer, "POST", "subscribe/PREMIUM_MONTHLY");
    const first = await sessionOf(buyer);
    const { rows } = await sql<{ id: number }>`
      select id from subscription_order where account_id = ${buyer.id}`.execute(shop.context.db);
    await shop.context.db
      .transaction()
      .execute((tx) => subscriptionOrderHandler.onExpired(shop.context, tx, String(rows[0]?.id)));
    const { plan } = await buy(buyer, "PREMIUM_YEARLY");
    shop.stripe.simulator.pay(first);
    expect(await shop.postWebhook(shop.stripe.signSessionEvent("checkout.session.completed", first))).toBe(
      200,
    );
    expect(await shop.runDueJobs()).toEqual([]);
    expect(shop.stripe.simulator.startedBy(first).subscription.status).toBe("canceled");
    const { rows: orders } = await sql<{ state: string; payment: string }>`
      select o.state, p.state as payment from subscription_order o
        join payment p on p.kind = 'SUBSCRIPTION' and p.reference = o.id::text
      where o.account_id = ${buyer.id} order by o.id`.execute(shop.context.db);
    expect(orders).toEqual([
      { state: "REFUSED", payment: "REFUNDED" },
      { state: "FULFILLED", payment: "PAID" },
    ]);
    expect(await current(buyer)).toEqual(plan);
  });
});
