import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  makePremium,
  openPeople,
  type People,
  type Person,
} from "../../../testing/fixtures/people.ts";
import { simulatedSubscriptions } from "../../../testing/payments/simulated-payments.ts";
import { openPlanApi, type PlanApi } from "../../../testing/payments/subscribing.ts";
import { subscriptionOrderHandler } from "../order-handler.ts";

let people: People;
let desk: PlanApi;
beforeAll(async () => {
  people = await openPeople();
  desk = await openPlanApi(people);
});
afterAll(() => desk.close());

const states = async (person: Person) => (await desk.listOrders(person)).map(({ state }) => state);
const urlOf = async (person: Person, plan: string): Promise<string> =>
  (await desk.subscribe(person, plan)).json.body.url;
/** Applies a provider state to the latest order, in a transaction of its own. */
async function expired(person: Person): Promise<void> {
  const { id } = (await desk.listOrders(person)).at(-1) ?? { id: 0 };
  const { context } = people;
  await context.db.transaction().execute((tx) => subscriptionOrderHandler.onExpired(context, tx, String(id)));
}

describe("ordering a plan", () => {
  it("redirects to the provider and back to the confirmation, which activates Premium", async () => {
    const person = await people.join();
    const url = await urlOf(person, "PREMIUM_MONTHLY");
    expect(url).toMatch(/\/sandbox\/checkout\//);
    const { open_order, ...rest } = await desk.readSubscription(person);
    expect(rest).toEqual({ is_payable: true, current: null });
    expect(open_order.plan).toBe("PREMIUM_MONTHLY");
    const openFor = Date.parse(open_order.expires_at) - people.context.clock.now().getTime();
    expect(openFor / 60_000).toBeCloseTo(30, 1);
    expect((await people.call("GET", "my/plan", bearer(person.token))).json.body.plan).toBe("FREE");

    const location = await desk.submitForm(url, { choice: "accept" });
    expect(location).toMatch(
      new RegExp(`^${people.context.publicUrl}/subscription/confirm\\?c=[\\w-]{43}&i=[\\w-]{22}$`),
    );
    const query = new URL(location).searchParams;
    const proof = { orderId: query.get("i"), code: query.get("c") };
    const { status, json } = await desk.confirmOrder(person, proof);
    expect(status).toBe(200);
    expect(json.body).toMatchObject({
      plan: "PREMIUM_MONTHLY",
      is_canceled: false,
      is_granted: false,
      is_unpaid: false,
      renews_as: "PREMIUM_MONTHLY",
      next_price_cents: 1000,
    });
    const { expires_at, kept_until } = json.body;
    expect((Date.parse(kept_until) - Date.parse(expires_at)) / 86_400_000).toBe(7);
    expect((await desk.confirmOrder(person, proof)).json).toEqual(json);
    expect(await desk.readSubscription(person)).toEqual({
      is_payable: true,
      current: json.body,
      open_order: null,
    });
    expect((await people.call("GET", "my/plan", bearer(person.token))).json.body).toMatchObject({
      plan: "PREMIUM_MONTHLY",
      expires_at,
      artists: { most: 10 },
    });
    const me = await people.call("GET", "me", bearer(person.token));
    expect(me.json.body.subscriptions).toMatchObject([{ id: json.body.id, plan: "PREMIUM_MONTHLY" }]);
  });

  it("sends one mail with benefits, price and next payment, in the reader's language", async () => {
    const [person, reader] = [await people.join(), await people.join()];
    await sql`update account set language = 'es' where id = ${reader.id}`.execute(people.context.db);
    await desk.buy(person, "PREMIUM_MONTHLY");
    await desk.buy(reader, "PREMIUM_YEARLY");
    expect(await desk.listPlanMails(person)).toEqual(["Your Premium plan is active"]);
    expect(await desk.listPlanMails(reader)).toEqual(["Tu plan Premium está activo"]);
    const { text = "" } = people.mails.mails(person.email).at(-1) ?? {};
    for (const fact of ["10 artists", "50 new songs", "3%", "7%", "You paid $10 for a month", "each month"])
      expect(text.replaceAll(/\s+/g, " ")).toContain(fact);
    expect(text).toContain(`${people.context.publicUrl}/my/subscription`);
    const spanish = (people.mails.mails(reader.email).at(-1)?.text ?? "").replaceAll(/\s+/g, " ");
    expect(spanish).toContain("Has pagado 96 US$ por un año");
  });

  it("returns the same checkout to repeated and concurrent requests", { retry: 0 }, async () => {
    const person = await people.join();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.subscribe(person, "PREMIUM_YEARLY")),
    );
    expect(new Set(answers.map(({ json }) => json.body?.url)).size).toBe(1);
    expect(await states(person)).toEqual(["OPEN"]);
    expect(await urlOf(person, "PREMIUM_YEARLY")).toBe(answers[0]?.json.body.url);
  });

  it("of another plan closes the open checkout, also under concurrent requests", { retry: 0 }, async () => {
    const person = await people.join();
    const monthly = await urlOf(person, "PREMIUM_MONTHLY");
    const yearly = await urlOf(person, "PREMIUM_YEARLY");
    expect(yearly).not.toBe(monthly);
    expect(await desk.listOrders(person)).toMatchObject([
      { plan: "PREMIUM_MONTHLY", state: "EXPIRED", payment: "EXPIRED" },
      { plan: "PREMIUM_YEARLY", state: "OPEN", payment: "OPEN" },
    ]);
    const closed = await people.inject({ method: "GET", url: new URL(monthly).pathname });
    expect(closed.body).toContain("This checkout is closed");

    const other = await people.join();
    const answers = await Promise.all(
      ["PREMIUM_MONTHLY", "PREMIUM_YEARLY"].map((plan) => desk.subscribe(other, plan)),
    );
    for (const { status, json } of answers) if (status !== 200) expect(json.code).toBe("E0005");
    const open = (await desk.listOrders(other)).filter(
      ({ state, payment }) => state === "OPEN" || payment === "OPEN",
    );
    expect(open.length).toBeLessThan(2);
    expect((await desk.subscribe(other, "PREMIUM_YEARLY")).status).toBe(200);
  });

  it("is rejected after a payment, whether it is known here yet or not", async () => {
    const person = await people.join();
    await desk.pay(await urlOf(person, "PREMIUM_MONTHLY"), "late");
    const { status, json } = await desk.subscribe(person, "PREMIUM_YEARLY");
    expect([status, json.code]).toEqual([409, "E0047"]);
    expect(await states(person)).toEqual(["FULFILLED"]);
    expect((await desk.subscribe(person, "PREMIUM_MONTHLY")).json.code).toBe("E0047");
    expect((await desk.readSubscription(person)).current.plan).toBe("PREMIUM_MONTHLY");
  });

  it("is rejected for accounts with a granted plan until it ends", async () => {
    const person = await people.join();
    await makePremium(people, person, 600);
    expect((await desk.subscribe(person, "PREMIUM_YEARLY")).json.code).toBe("E0047");
    expect((await desk.readSubscription(person)).current).toMatchObject({
      is_granted: true,
      renews_as: null,
    });
    people.context.clock.move(601);
    expect((await desk.readSubscription(person)).current).toBeNull();
    expect((await desk.subscribe(person, "PREMIUM_YEARLY")).status).toBe(200);
  });

  it("paid twice is fulfilled once; the second is cancelled and refunded", { retry: 0 }, async () => {
    const person = await people.join();
    const monthly = await urlOf(person, "PREMIUM_MONTHLY");
    await expired(person);
    const yearly = await urlOf(person, "PREMIUM_YEARLY");
    const [first, second] = await Promise.all([desk.pay(yearly), desk.pay(monthly)]);
    await desk.deliverWebhooks();
    expect((await states(person)).sort()).toEqual(["FULFILLED", "REFUSED"]);
    expect((await desk.listOrders(person)).map(({ payment }) => payment).sort()).toEqual([
      "PAID",
      "REFUNDED",
    ]);
    const answers = [await desk.confirmOrder(person, first), await desk.confirmOrder(person, second)];
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)?.json;
    expect(refused).toMatchObject({
      code: "E0047",
      message: "You already have a Premium plan. This payment will be refunded.",
    });
    const { rows } = await sql<{ status: string }>`
      select s.status from ${simulatedSubscriptions} s join payment p on p.id = s.payment_id
      where p.account_id = ${person.id} order by s.status`.execute(people.context.db);
    expect(rows.map(({ status }) => status)).toEqual(["ENDED", "PAID"]);
    expect(await desk.listPlanMails(person)).toEqual(["Your Premium plan is active"]);
  });

  it("that is paid late counts", async () => {
    const person = await people.join();
    const url = await urlOf(person, "PREMIUM_MONTHLY");
    await expired(person);
    const proof = await desk.pay(url);
    await desk.deliverWebhooks();
    expect(await states(person)).toEqual(["FULFILLED"]);
    expect((await desk.confirmOrder(person, proof)).status).toBe(200);
  });

  it("expires, and the next order is a new one", async () => {
    const person = await people.join();
    const url = await urlOf(person, "PREMIUM_MONTHLY");
    people.context.clock.move(31 * 60);
    expect((await desk.readSubscription(person)).open_order).toBeNull();
    const next = await urlOf(person, "PREMIUM_MONTHLY");
    expect(next).not.toBe(url);
    expect(await states(person)).toEqual(["EXPIRED", "OPEN"]);
  });

  it("with an Idempotency-Key returns the same to a repeat, also once paid, and never another plan", {
    retry: 0,
  }, async () => {
    const person = await people.join();
    const key = { "idempotency-key": "plan-1" };
    const { json } = await desk.subscribe(person, "PREMIUM_MONTHLY", key);
    await desk.pay(json.body.url);
    await desk.deliverWebhooks();
    expect((await desk.subscribe(person, "PREMIUM_MONTHLY", key)).json).toEqual(json);
    expect((await desk.subscribe(person, "PREMIUM_YEARLY", key)).json.code).toBe("E0029");
    expect((await desk.subscribe(person, "PREMIUM_MONTHLY")).json.code).toBe("E0047");
    expect(await states(person)).toEqual(["FULFILLED"]);
  });

  it("is rejected without a payment provider, and the page shows it", async () => {
    const person = await people.join();
    const { config } = people.context;
    const { payments } = config;
    config.payments = { stripe: undefined, sandbox: false };
    try {
      const { status, json } = await desk.subscribe(person, "PREMIUM_MONTHLY");
      expect([status, json.code]).toEqual([409, "E0038"]);
      expect(await desk.readSubscription(person)).toEqual({
        is_payable: false,
        current: null,
        open_order: null,
      });
      expect((await people.call("POST", "my/billing", bearer(person.token))).json.code).toBe("E0038");
    } finally {
      config.payments = payments;
    }
    expect(await states(person)).toEqual([]);
  });

  it("requires a paid plan and a user session", async () => {
    const person = await people.join();
    for (const plan of ["FREE", "PREMIUM", "premium_monthly"])
      expect((await desk.subscribe(person, plan)).json.code).toBe("E0007");
    await makePremium(people, person);
    const { json } = await people.call("PATCH", "provider/keys", bearer(person.token));
    const calls = [
      ["GET", "my/subscription"],
      ["POST", "subscribe/PREMIUM_MONTHLY"],
      ["POST", "subscribe/confirm"],
      ["DELETE", "subscribe/1"],
      ["PATCH", "subscribe/1"],
      ["GET", "my/invoices"],
      ["GET", "my/invoice/1"],
      ["POST", "my/billing"],
    ] as const;
    for (const [method, path] of calls) {
      expect((await people.call(method, path)).json.code).toBe("E0002");
      expect((await people.call(method, path, bearer("x".repeat(43)))).json.code).toBe("E0003");
      expect((await people.call(method, path, basicAuth(json.body))).json.code).toBe("E0023");
    }
  });
});

describe("confirming an order", () => {
  it("requires the order's account and code", async () => {
    const [person, other] = [await people.join(), await people.join()];
    const proof = await desk.pay(await urlOf(person, "PREMIUM_MONTHLY"), "late");
    const refusal = { code: "E0035", message: "Could not validate your order..." };
    expect((await desk.confirmOrder(other, proof)).json).toMatchObject(refusal);
    expect((await desk.confirmOrder(person, { ...proof, code: "not this one" })).json).toMatchObject(refusal);
    expect((await desk.confirmOrder(person, { ...proof, orderId: "unknown" })).json).toMatchObject(refusal);
    const { status, json } = await desk.confirmOrder(person, {});
    expect([status, json.errors]).toEqual([
      400,
      [
        { field: "code", message: "Required" },
        { field: "orderId", message: "Required" },
      ],
    ]);
    expect((await desk.confirmOrder(person, proof)).status).toBe(200);
  });

  it("fails until the order is paid, and reports when it expired", async () => {
    const person = await people.join();
    const { url } = (await desk.subscribe(person, "PREMIUM_MONTHLY")).json.body;
    const proof = await desk.readOrderCode(url);
    expect((await desk.confirmOrder(person, proof)).json.code).toBe("E0039");
    people.context.clock.move(31 * 60);
    expect((await desk.confirmOrder(person, proof)).json.code).toBe("E0040");
    expect((await desk.confirmOrder(person, proof)).json.code).toBe("E0040");
    expect(await states(person)).toEqual(["EXPIRED"]);
  });

  it("activates the plan once, by webhook, look-up, or both concurrently", { retry: 0 }, async () => {
    const person = await people.join();
    const proof = await desk.pay(await urlOf(person, "PREMIUM_YEARLY"), "twice");
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => desk.confirmOrder(person, proof)),
      desk.deliverWebhooks(),
    ]);
    expect(answers.slice(0, 8)).toMatchObject(Array(8).fill({ status: 200 }));
    const { rows } = await sql`select from subscription where account_id = ${person.id}`.execute(
      people.context.db,
    );
    expect(rows).toHaveLength(1);
    expect(await desk.listPlanMails(person)).toEqual(["Your Premium plan is active"]);
  });
});
