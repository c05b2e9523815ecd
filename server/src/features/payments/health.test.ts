import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { sql } from "../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { paymentHealth } from "./health.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  const { db } = database.context;
  for (const table of ["payment_event", "payment_reconciliation", "payment"])
    await sql`delete from ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

const at = (secondsAgo: number) => new Date(database.context.clock.now().getTime() - secondsAgo * 1_000);

function health() {
  const { context } = database;
  const config = readConfig({
    STRIPE_SECRET_KEY: "sk_test_health",
    STRIPE_WEBHOOK_SECRET: "whsec_health",
    DEMO: "0",
  });
  return paymentHealth({ ...context, config });
}

async function readGauge(name: string): Promise<readonly { labels: object; value: number }[] | undefined> {
  return health()
    .gauges.find((gauge) => gauge.name === name)
    ?.read();
}

async function addEvent(secondsAgo: number, doneAt: Date | null = null): Promise<void> {
  await sql`
    insert into payment_event (provider, event_id, type, told, created_at, received_at, done_at)
    values ('STRIPE', ${`evt_${secondsAgo}`}, 'x', '{}', ${at(secondsAgo)}, ${at(secondsAgo)}, ${doneAt})`.execute(
    database.context.db,
  );
}

async function addPayment({
  problem = null,
  secondsAgo = 60,
}: {
  problem?: string | null;
  secondsAgo?: number;
}): Promise<void> {
  const created = at(secondsAgo);
  await sql`
    insert into payment (id, kind, reference, title, amount_cents, platform_fee_cents, provider, state, problem, created_at, expires_at, checked_at, paid_at)
    values (gen_random_uuid(), 'PARTICIPATION', ${`r${secondsAgo}`}, 'Tide Tables', 1000, 70, 'STRIPE', 'PAID', ${problem}, ${created}, ${created}, ${created}, ${created})`.execute(
    database.context.db,
  );
}

async function addReconciliation(secondsAgo: number): Promise<void> {
  await sql`
    insert into payment_reconciliation (provider, compared, repaired, strangers, failed, started_at, finished_at)
    values ('STRIPE', 1, 0, '[]', '[]', ${at(secondsAgo)}, ${at(secondsAgo)})`.execute(database.context.db);
}

test("events that were not applied for 15 minutes are an issue", async () => {
  await addEvent(3_600, at(3_000));
  await addEvent(14 * 60);
  expect(await health().issues()).toEqual([]);
  await addEvent(16 * 60);
  expect(await health().issues()).toEqual([
    { part: "payments", of: "STRIPE", kind: "EVENTS_WAITING", since: at(16 * 60).toISOString() },
  ]);
  expect(await readGauge("wrapsody_payment_events_waiting")).toEqual([
    { labels: { provider: "STRIPE" }, value: 2 },
  ]);
  expect(await readGauge("wrapsody_payment_events_oldest_seconds")).toEqual([
    { labels: { provider: "STRIPE" }, value: 16 * 60 },
  ]);
});

test("a reconciliation is late after 26 hours, if there are payments and real money moves", async () => {
  await addReconciliation(27 * 3_600);
  expect(await health().issues()).toEqual([]);
  await addPayment({});
  expect(await health().issues()).toMatchObject([{ of: "STRIPE", kind: "RECONCILIATION_LATE" }]);
  expect(await paymentHealth(database.context).issues()).toEqual([]);
  await addReconciliation(25 * 3_600);
  expect(await health().issues()).toEqual([]);
  expect(await readGauge("wrapsody_payment_reconciliation_age_seconds")).toEqual([
    { labels: { provider: "STRIPE" }, value: 25 * 3_600 },
  ]);
});

test("payments that need attention are an issue until an administrator resolves them", async () => {
  await addPayment({ problem: "AMOUNT_DIFFERS", secondsAgo: 120 });
  await addPayment({ problem: "DISPUTED", secondsAgo: 60 });
  expect(await health().issues()).toEqual([
    { part: "payments", of: "STRIPE", kind: "PAYMENTS_STUCK", since: at(120).toISOString() },
  ]);
  expect(await readGauge("wrapsody_payments_stuck")).toEqual([{ labels: { provider: "STRIPE" }, value: 2 }]);
});
