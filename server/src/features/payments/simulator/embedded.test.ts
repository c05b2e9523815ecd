import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { findStripe } from "../stripe/connection.ts";
import { createSimulatorHttpClient } from "./embedded.ts";

let database: TestDatabase;
let stripe: Stripe;

beforeAll(async () => {
  database = await testDatabase();
  stripe = connect();
});
afterAll(() => database.close());

/** Connects as another process of the same installation would. */
function connect(): Stripe {
  const connection = findStripe({ ...database.context });
  if (connection === undefined) throw new Error("no simulator is configured");
  return connection.stripe;
}

function sessionParams(): Stripe.Checkout.SessionCreateParams {
  const price_data = { currency: "usd", unit_amount: 900, product_data: { name: "Hats" } };
  return {
    mode: "subscription",
    success_url: "https://shop.example/done?c=once",
    customer_email: "payer@wrapsody.example",
    line_items: [{ quantity: 1, price_data: { ...price_data, recurring: { interval: "month" } } }],
  };
}

async function countObjects(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stripe_simulator_object where kind = 'session'`.execute(
    database.context.db,
  );
  return rows[0]?.count ?? -1;
}

describe("the Stripe simulator of a preview", () => {
  it("executes a request once, also if two processes send it concurrently", { retry: 0 }, async () => {
    const before = await countObjects();
    const options = { idempotencyKey: "twice" };
    const sessions = await Promise.all(
      [stripe, connect(), stripe, connect()].map((client) =>
        client.checkout.sessions.create(sessionParams(), options),
      ),
    );
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
    expect(await countObjects()).toBe(before + 1);
    const changed = stripe.checkout.sessions.create({ ...sessionParams(), metadata: { a: "b" } }, options);
    await expect(changed).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  });

  it("forgets an idempotency key after a day", async () => {
    const options = { idempotencyKey: "daily" };
    const first = await stripe.checkout.sessions.create(sessionParams(), options);
    database.context.clock.move(24 * 60 * 60 - 1);
    expect((await stripe.checkout.sessions.create(sessionParams(), options)).id).toBe(first.id);
    database.context.clock.move(2);
    expect((await stripe.checkout.sessions.create(sessionParams(), options)).id).not.toBe(first.id);
  });

  it("stores nothing of a request that was interrupted, so that a retry is safe", async () => {
    const { db } = database.context;
    const before = await countObjects();
    await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
      db,
    );
    await sql`create or replace trigger killed before insert on stripe_simulator_response execute function refuse()`.execute(
      db,
    );
    const options = { idempotencyKey: randomUUID() };
    await expect(stripe.checkout.sessions.create(sessionParams(), options)).rejects.toMatchObject({
      type: "StripeConnectionError",
    });
    expect(await countObjects()).toBe(before);
    await sql`drop trigger killed on stripe_simulator_response`.execute(db);
    await stripe.checkout.sessions.create(sessionParams(), options);
    expect(await countObjects()).toBe(before + 1);
  });

  it("stores neither return URLs nor email addresses in plain text", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const session = await stripe.checkout.sessions.retrieve(id);
    expect(session.success_url).toBe("https://shop.example/done?c=once");
    const { rows } = await sql<{ stored: string }>`
      select concat((select string_agg(o::text, ' ') from stripe_simulator_object o),
        (select string_agg(encode(response, 'escape'), ' ') from stripe_simulator_response)) as stored`.execute(
      database.context.db,
    );
    expect(rows[0]?.stored).toContain(id);
    expect(rows[0]?.stored).not.toMatch(/c=once|payer@/);
  });

  it("expires sessions, pages through lists and rejects other keys, as Stripe does", async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    database.context.clock.move(25 * 60 * 60);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
    const listed = await stripe.checkout.sessions.list({ limit: 1 });
    expect([listed.data.map((session) => session.id), listed.has_more]).toEqual([[id], true]);
    const stranger = new Stripe("sk_test_other", { httpClient: createSimulatorHttpClient(database.context) });
    await expect(stranger.checkout.sessions.list()).rejects.toMatchObject({ statusCode: 401 });
  });
});
