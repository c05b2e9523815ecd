import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import {
  bearer,
  dumpDatabase,
  openPeople,
  type People,
  type Person,
  password,
} from "../../testing/fixtures/people.ts";
import { simulatedCheckouts, simulatedSubscriptions } from "../../testing/payments/simulated-payments.ts";
import { openPlanApi, type PlanApi } from "../../testing/payments/subscribing.ts";

let people: People;
let desk: PlanApi;
beforeAll(async () => {
  people = await openPeople();
  desk = await openPlanApi(people);
});
afterAll(() => desk.close());

const deleteAccount = ({ token }: Person) =>
  people.call("DELETE", "me", { payload: { password }, headers: bearer(token).headers });

/** How what was paid for stands with the provider, by the number of the order. */
async function withProvider(order: number | undefined): Promise<{ status: string; refunded: boolean }[]> {
  const { rows } = await sql<{ status: string; refunded: boolean }>`
    select s.status, c.refunded from ${simulatedSubscriptions} s
      join payment p on p.id = s.payment_id join ${simulatedCheckouts} c on c.payment_id = p.id
    where p.kind = 'SUBSCRIPTION' and p.reference = ${String(order)}`.execute(people.context.db);
  return rows;
}

describe("deleting an account", () => {
  it("cancels its subscriptions and leaves no personal data", async () => {
    const person = await people.join();
    await desk.buy(person, "PREMIUM_YEARLY");
    const [order] = await desk.listOrders(person);
    expect((await deleteAccount(person)).status).toBe(200);
    await desk.deliverWebhooks();
    expect(await withProvider(order?.id)).toEqual([{ status: "ENDED", refunded: false }]);
    expect(await desk.listPlanMails(person)).toEqual(["Your Premium plan is active"]);
    const stored = await dumpDatabase(people);
    for (const trace of [person.id, person.email]) expect(stored).not.toContain(trace);
  });

  it("closes the open checkout", async () => {
    const person = await people.join();
    const { url } = (await desk.subscribe(person, "PREMIUM_MONTHLY")).json.body;
    expect((await deleteAccount(person)).status).toBe(200);
    await desk.deliverWebhooks();
    const page = await people.inject({ method: "GET", url: new URL(url).pathname });
    expect(page.body).toContain("This checkout is closed");
  });

  it("cancels and refunds a plan that is paid at the same moment", async () => {
    const person = await people.join();
    const { url } = (await desk.subscribe(person, "PREMIUM_MONTHLY")).json.body;
    const [order] = await desk.listOrders(person);
    await desk.pay(url, "late");
    expect((await deleteAccount(person)).status).toBe(200);
    await desk.deliverWebhooks();
    expect(await withProvider(order?.id)).toEqual([{ status: "ENDED", refunded: true }]);
    const { rows } = await sql<{ state: string }>`
      select state from subscription_order where id = ${order?.id}`.execute(people.context.db);
    expect(rows).toEqual([{ state: "REFUSED" }]);
  });

  it("leaves nothing that is charged again, whatever is being confirmed concurrently", {
    retry: 0,
  }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await people.join();
      const { url } = (await desk.subscribe(person, "PREMIUM_MONTHLY")).json.body;
      const [order] = await desk.listOrders(person);
      const proof = await desk.pay(url, "late");
      const [left, ...confirmed] = await Promise.all([
        deleteAccount(person),
        ...[1, 2, 3].map(() => desk.confirmOrder(person, proof)),
        desk.syncPayments(person),
      ]);
      expect(left.status).toBe(200);
      for (const answer of confirmed.slice(0, -1))
        if (answer?.status !== 200) expect(answer?.json.code).toMatch(/^(E0003|E0035)$/);
      await desk.deliverWebhooks();
      expect(await withProvider(order?.id)).toMatchObject([{ status: "ENDED" }]);
    }
  });
});

describe("the data export", () => {
  it("contains the account's own plans, orders and invoices", async () => {
    const person = await people.join();
    await desk.buy(await people.join(), "PREMIUM_YEARLY");
    const bought = await desk.buy(person, "PREMIUM_MONTHLY");
    const { json } = await people.call("GET", "my/data", bearer(person.token));
    const { expires_at, kept_until } = bought;
    expect(json.body.subscriptions).toMatchObject({
      plans: [
        {
          id: bought.id,
          plan: "PREMIUM_MONTHLY",
          is_granted: false,
          price_cents: 1000,
          expires_at,
          is_canceled: false,
          renews_as: "PREMIUM_MONTHLY",
          is_unpaid: false,
          kept_until,
          ended_at: null,
        },
      ],
      orders: [{ plan: "PREMIUM_MONTHLY", price_cents: 1000, state: "FULFILLED" }],
      bills: [{ plan: "PREMIUM_MONTHLY", amount_cents: 1000, state: "PAID", period_until: expires_at }],
    });
    expect(json.body.subscriptions.bills).toHaveLength(1);
    expect(json.body.accounts.subscriptions).toMatchObject([{ id: bought.id }]);
    // The code of its confirmation is not its owner's to read again.
    expect(Object.keys(json.body.subscriptions.orders[0]).sort()).toEqual([
      ...["created_at", "expires_at", "id", "order", "plan", "price_cents", "state"],
    ]);
  });
});
