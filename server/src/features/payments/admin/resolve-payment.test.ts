import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { openStripeShop, type StripeShop } from "../../../testing/payments/stripe-shop.ts";

let shop: StripeShop;
let admin: string;

beforeAll(async () => {
  shop = await openStripeShop();
  admin = await shop.logIn("admin");
});
afterAll(() => shop.close());

/** A payment whose payer wants their money back from their bank. */
async function disputed() {
  const purchase = shop.buildPurchase();
  await shop.openCheckout(purchase);
  const { id, session_id: session } = await shop.readPayment(purchase.reference);
  shop.stripe.simulator.pay(session);
  await shop.refreshState(purchase.reference);
  const charge = shop.stripe.simulator.session(session).charge;
  if (charge !== undefined) charge.disputed = true;
  await sendDisputeEvent("created", session);
  return { id, session, reference: purchase.reference };
}

async function sendDisputeEvent(type: "created" | "closed", session: string): Promise<void> {
  expect(await shop.postWebhook(shop.stripe.signChargeEvent(`charge.dispute.${type}`, session))).toBe(200);
  expect(await shop.runDueJobs()).toEqual([]);
}

const resolvePayment = (
  id: string,
  body: object = { problem: "DISPUTED" },
  token: string | undefined = admin,
) => shop.call("POST", `admin/payment/${id}/seen`, { ...(token !== undefined && { token }), body });
const needingAttention = async (): Promise<string[]> => {
  const { json } = await shop.call("GET", "admin/payments?stuck==true&limit=100", { token: admin });
  return json.body.data.map(({ id }: { id: string }) => id);
};
const seenBy = async (id: string) => {
  const { rows } = await sql<{ detail: object }>`
    select detail from security_event where kind = 'payment-seen' and detail->>'payment' = ${id}`.execute(
    shop.context.db,
  );
  return rows.map(({ detail }) => detail);
};

describe("a resolved payment", () => {
  it("leaves the list of payments that need attention, once under concurrent requests, and is logged", {
    retry: 0,
  }, async () => {
    const { id } = await disputed();
    expect(await needingAttention()).toContain(id);
    const both = await Promise.all([resolvePayment(id), resolvePayment(id)]);
    for (const { status, json } of both) {
      expect(status).toBe(200);
      expect(json.body).toMatchObject({ id, problem: "DISPUTED", seen_at: expect.any(String) });
    }
    expect(await needingAttention()).not.toContain(id);
    expect(await seenBy(id)).toEqual([{ payment: id, problem: "DISPUTED" }]);
  });

  it("comes back with a dispute event or any other change", async () => {
    const { id, session } = await disputed();
    await resolvePayment(id);
    await shop.syncPayment(id);
    expect(await needingAttention()).not.toContain(id);
    await sendDisputeEvent("closed", session);
    expect(await needingAttention()).toContain(id);
    expect((await resolvePayment(id)).status).toBe(200);
    expect(await needingAttention()).not.toContain(id);
    shop.stripe.simulator.outcomes.push("failed");
    await shop.call("POST", `admin/payment/${id}/refund`, { token: admin, body: { reason: "Fair." } });
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await needingAttention()).toContain(id);
  });

  it("can be resolved only by administrators and only with its current problem", async () => {
    const { id } = await disputed();
    const body = { problem: "DISPUTED" };
    expect((await shop.call("POST", `admin/payment/${id}/seen`, { body })).json.code).toBe("E0002");
    expect((await resolvePayment(id, body, await shop.logIn("payer"))).json.code).toBe("E0004");
    expect((await resolvePayment(id, {})).json).toMatchObject({
      code: "E0007",
      errors: [{ field: "problem" }],
    });
    expect((await resolvePayment(id, { problem: "UGLY" })).json.code).toBe("E0007");
    expect((await resolvePayment(id, { problem: "OVERDUE" })).json.code).toBe("E0005");
    expect((await resolvePayment("5f0e2d8a-0000-4000-8000-000000000000")).json.code).toBe("E0001");
    expect((await resolvePayment("nonsense")).json.code).toBe("E0001");
    const purchase = shop.buildPurchase();
    await shop.openCheckout(purchase);
    expect((await resolvePayment((await shop.readPayment(purchase.reference)).id)).json.code).toBe("E0005");
    expect(await seenBy(id)).toEqual([]);
    expect(await needingAttention()).toContain(id);
  });
});

describe("a list of many payments", () => {
  /** A year of a busy publisher. The list reads only the rows that it shows. */
  it("is searched and filtered without scanning all of it", async () => {
    const { db } = shop.context;
    await sql`delete from payment where reference like 'bulk-%'`.execute(db);
    await sql`
      insert into payment (id, kind, reference, account_id, title, amount_cents, platform_fee_cents, provider, state, created_at,
        expires_at, checked_at, paid_at)
      select gen_random_uuid(), 'PARTICIPATION', 'bulk-' || n, ${shop.payer}, 'Tide Tables ' || n % 50, 1250, 88, 'STRIPE', 'PAID',
        now() - n * interval '1 minute', now(), now(), now() from generate_series(1, 5000) n`.execute(db);
    await sql`analyze payment`.execute(db);
    const before = await reads();
    const { json } = await shop.call("GET", "admin/payments?limit=20", { token: admin });
    expect(json.body).toMatchObject({ total: 1_000, data: { length: 20 } });
    const found = await shop.call("GET", "admin/payments?limit=20&text~~tables%2049", { token: admin });
    expect(found.json.body.data.every(({ title }: { title: string }) => title === "Tide Tables 49")).toBe(
      true,
    );
    const unmatched = await shop.call("GET", "admin/payments?text~~nobody-at-all", { token: admin });
    expect(unmatched.json.body).toEqual({ data: [], total: 0, sum_cents: 0 });
    expect((await reads()) - before).toBeLessThan(1_250);
  });

  /** Payments that were read without an index. */
  async function reads(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(shop.context.db);
    const { rows } = await sql<{ reads: number }>`
      select coalesce(seq_tup_read, 0)::int as reads from pg_stat_user_tables where relname = 'payment'`.execute(
      shop.context.db,
    );
    return rows[0]?.reads ?? 0;
  }
});
