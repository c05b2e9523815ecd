import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { migrate } from "../../../platform/database/migrate.ts";
import { type ListeningProgram, reserveAddress, startListening } from "../../../testing/http/listening.ts";
import { fetchPage, submitChoice } from "../../../testing/payments/simulated-plans.ts";
import { openShop } from "../../../testing/payments/stripe-shop.ts";
import { findStripe } from "../stripe/connection.ts";
import { findHostedInvoiceUrl } from "../stripe/pages.ts";
import { setRenewalAtStripe } from "../stripe/renewals.ts";
import { retrieveSession } from "../stripe/snapshot.ts";
import { deliverSandboxEventJob } from "./events.ts";

const MIGRATION = "0035_stripe_simulator.sql";
const DAY_MS = 24 * 60 * 60 * 1000;

let program: ListeningProgram;
let shop: Awaited<ReturnType<typeof openShop>>;
let start: Date;

type OldPayment = {
  id: string;
  reference: string;
  session: string;
  state?: string;
  checkout?: "OPEN" | "PAID" | "CLOSED";
  refundedAt?: Date;
  destination?: string;
  subscription?: OldSubscription;
};
type OldSubscription = {
  id: string;
  customer: string;
  status: "PAID" | "UNPAID" | "ENDED";
  paidUntil: Date;
  next: { title: string; cents: number; period: "MONTH" | "YEAR" } | null;
  declines?: boolean;
  declined?: number;
  invoices: { id: string; status: "PAID" | "OPEN" | "VOID"; from: Date; until: Date; refunded?: number }[];
};

const days = (count: number) => new Date(start.getTime() + count * DAY_MS);
const monthly = { title: "Premium, monthly", cents: 1_000, period: "MONTH" } as const;
const yearly = { title: "Premium, yearly", cents: 9_600, period: "YEAR" } as const;

const payments = {} as Record<
  "paid" | "shared" | "open" | "refunded" | "switching" | "unpaid" | "cancelled" | "ended",
  OldPayment
>;

beforeAll(async () => {
  program = await startListening(await reserveAddress());
  const { context } = program;
  shop = await openShop(context);
  start = new Date(Math.floor(context.clock.now().getTime() / 1000) * 1000);
  const order = (name: string, more: Partial<OldPayment> = {}): OldPayment => ({
    id: randomUUID(),
    reference: name,
    session: `sbx_${name}`,
    ...more,
  });
  const invoice = (id: string, status: "PAID" | "OPEN" | "VOID", from: number, refunded = 0) => ({
    id: `sbxin_${id}`,
    status,
    from: days(from),
    until: days(from + 30),
    refunded,
  });
  const plan = (name: string, more: Partial<OldSubscription>): OldPayment =>
    order(name, {
      subscription: {
        id: `sbxsub_${name}`,
        customer: `sbxcus_${name}`,
        status: "PAID",
        paidUntil: days(20),
        next: monthly,
        invoices: [invoice(name, "PAID", -10)],
        ...more,
      },
    });
  Object.assign(payments, {
    paid: order("paid"),
    shared: order("shared", { destination: "sbxacct_payee" }),
    open: order("open", { state: "OPEN", checkout: "OPEN" }),
    refunded: order("refunded", { state: "REFUNDED", refundedAt: days(-1) }),
    switching: plan("switching", { next: yearly }),
    unpaid: plan("unpaid", {
      status: "UNPAID",
      paidUntil: days(-1),
      declines: true,
      declined: 1,
      invoices: [invoice("unpaid1", "PAID", -31), invoice("unpaid2", "OPEN", -1)],
    }),
    cancelled: plan("cancelled", { next: null }),
    ended: plan("ended", {
      status: "ENDED",
      paidUntil: days(-2),
      invoices: [invoice("ended1", "PAID", -40, 1_000), invoice("ended2", "PAID", -10)],
    }),
  });
  await recreateSandbox();
  await sql`insert into sandbox_payout_account values ('sbxacct_payee', true, ${days(-9)})`.execute(
    context.db,
  );
  for (const payment of Object.values(payments)) await insertPayment(payment);
  await sql`delete from schema_migration where name = ${MIGRATION}`.execute(context.db);
  expect(await migrate(program.databaseUrl)).toEqual([MIGRATION]);
});
afterAll(() => program.close());

/** Restores the tables as they were before the migration. */
async function recreateSandbox(): Promise<void> {
  const { db } = program.context;
  await sql`drop table stripe_simulator_object, stripe_simulator_response`.execute(db);
  for (const name of ["0020_payments.sql", "0025_recurring.sql"]) {
    const text = await readFile(new URL(`../../../../migrations/${name}`, import.meta.url), "utf8");
    const statements = text.match(/^(create table|create index|alter table) sandbox_[\s\S]*?;$/gm) ?? [];
    for (const statement of statements) await sql.raw(statement).execute(db);
  }
}

async function insertPayment(payment: OldPayment): Promise<void> {
  const { id, session, state = "PAID", checkout = "PAID", subscription, refundedAt } = payment;
  const { db, encryption } = program.context;
  const [cents, period] = subscription === undefined ? [1_250, null] : [1_000, "MONTH"];
  const kind = subscription === undefined ? "PARTICIPATION" : "SUBSCRIPTION";
  const created = subscription?.invoices[0]?.from ?? days(-10);
  const expires = checkout === "OPEN" ? days(0.02) : created;
  await sql`
    insert into payment (id, kind, reference, account_id, title, amount_cents, platform_fee_cents, provider, destination, session_id,
      intent_id, url, state, created_at, expires_at, checked_at, period, subscription_id, customer_id, paid_until)
    values (${id}, ${kind}, ${payment.reference}, ${shop.payer}, 'Tide Tables', ${cents}, 88, 'SANDBOX', ${payment.destination ?? null},
      ${session}, ${checkout === "PAID" ? `sbxpay_${session}` : null}, ${`${program.url}/sandbox/checkout/${session}`}, ${state},
      ${created}, ${expires}, ${created}, ${period}, ${subscription?.id ?? null}, ${subscription?.customer ?? null},
      ${subscription?.paidUntil ?? null})`.execute(db);
  const urls = { successUrl: `${program.url}/done?c=once`, cancelUrl: `${program.url}/left` };
  await sql`
    insert into sandbox_checkout (id, payment_id, title, amount_cents, ways_back, status, created_at, expires_at, paid_at, refunded_at,
      period, customer_id)
    values (${session}, ${id}, 'Tide Tables', ${cents}, ${encryption.encrypt("sandbox-checkout-ways", JSON.stringify(urls))},
      ${checkout}, ${created}, ${expires}, ${checkout === "PAID" ? created : null}, ${refundedAt ?? null}, ${period},
      ${subscription?.customer ?? null})`.execute(db);
  if (subscription !== undefined) await insertSubscription(id, subscription);
}

async function insertSubscription(paymentId: string, subscription: OldSubscription): Promise<void> {
  const { db } = program.context;
  const { id, customer, status, paidUntil, next, declines = false, declined = 0, invoices } = subscription;
  const { rows } = await sql<{ number: number }>`
    insert into sandbox_subscription (id, payment_id, customer_id, title, amount_cents, period, status, paid_until, next_title,
      next_amount_cents, next_period, declines, declined, created_at)
    values (${id}, ${paymentId}, ${customer}, ${monthly.title}, 1000, 'MONTH', ${status}, ${paidUntil}, ${next?.title ?? null},
      ${next?.cents ?? null}, ${next?.period ?? null}, ${declines}, ${declined}, ${invoices[0]?.from}) returning number`.execute(
    db,
  );
  for (const [index, invoice] of invoices.entries())
    await sql`
      insert into sandbox_invoice values (${invoice.id}, ${id}, ${`SBX-000${rows[0]?.number}-000${index + 1}`}, ${monthly.title}, 1000,
        ${invoice.status}, ${invoice.refunded ?? 0}, 'MONTH', ${invoice.from}, ${invoice.until}, ${invoice.from},
        ${invoice.status === "PAID" ? invoice.from : null})`.execute(db);
}

function stripe() {
  const connection = findStripe(program.context);
  if (connection === undefined) throw new Error("no simulator is configured");
  return connection.stripe;
}

async function checkoutOf({ session }: OldPayment) {
  const snapshot = await retrieveSession(stripe(), session);
  if (snapshot === undefined) throw new Error(`the simulator does not know ${session}`);
  return snapshot;
}

const termsOf = async (payment: OldPayment) => (await checkoutOf(payment)).subscription;
const checkoutUrl = ({ session }: OldPayment) => `${program.url}/sandbox/checkout/${session}`;

describe("payments of the earlier sandbox", () => {
  it("keep their ids, amounts and refunds", async () => {
    const { paid, refunded } = payments;
    expect(await checkoutOf(paid)).toMatchObject({
      checkout: "PAID",
      amountCents: 1_250,
      intentId: `sbxpay_${paid.session}`,
      feeCents: 66,
      refundedCents: 0,
    });
    expect(await checkoutOf(refunded)).toMatchObject({ checkout: "PAID", refundedCents: 1_250 });
    expect((await fetchPage(checkoutUrl(refunded))).text).toContain("was refunded");
  });

  it("can be refunded once, also if a payee received a share", { retry: 0 }, async () => {
    for (const { reference, session } of [payments.paid, payments.shared]) {
      await Promise.all([shop.refund(reference), shop.refund(reference)]);
      expect(await shop.runDueJobs()).toEqual([]);
      expect(await shop.readPayment(reference)).toMatchObject({ state: "REFUNDED", problem: null });
      expect((await checkoutOf({ session } as OldPayment)).refundedCents).toBe(1_250);
    }
    const { rows } = await sql`
      select from stripe_simulator_object where kind = 'refund' and intent = ${`sbxpay_${payments.paid.session}`}`.execute(
      program.context.db,
    );
    expect(rows).toHaveLength(1);
  });

  it("can still be paid, and return to the stored URL", { retry: 0 }, async () => {
    const { open } = payments;
    expect(await submitChoice(checkoutUrl(open), "accept")).toMatchObject({
      status: 303,
      to: `${program.url}/done?c=once`,
    });
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.readPayment(open.reference)).toMatchObject({ state: "PAID" });
  });

  it("receive the events that the earlier version queued", async () => {
    const { db, queue } = program.context;
    const { id, session } = payments.refunded;
    const object = { id: session, object: "checkout.session", client_reference_id: id };
    const event = { id: "sbxevt_queued", type: "checkout.session.completed", created: 1, object };
    await queue.enqueue(db, deliverSandboxEventJob, event);
    expect(await shop.runDueJobs()).toEqual([]);
    const { rows } = await sql<{ done: boolean }>`
      select done_at is not null as done from payment_event where event_id = 'sbxevt_queued'`.execute(db);
    expect(rows).toEqual([{ done: true }]);
  });

  it("keep complete payout accounts", async () => {
    const url = `${program.url}/sandbox/payout-account/sbxacct_payee`;
    expect((await fetchPage(url)).text).toContain("The account is complete");
  });
});

describe("subscriptions of the earlier sandbox", () => {
  it("keep their terms and invoices", async () => {
    const { switching, cancelled, unpaid, ended } = payments;
    expect(await termsOf(switching)).toMatchObject({
      id: "sbxsub_switching",
      customerId: "sbxcus_switching",
      status: "PAID",
      paidUntil: days(20),
      period: "MONTH",
      next: { amountCents: 9_600, period: "YEAR" },
      invoices: [{ id: "sbxin_switching", number: expect.stringMatching(/^SBX-000\d-0001$/), state: "PAID" }],
    });
    expect(await termsOf(cancelled)).toMatchObject({ status: "PAID", paidUntil: days(20), next: null });
    expect(await termsOf(unpaid)).toMatchObject({
      status: "UNPAID",
      paidUntil: days(-1),
      next: { amountCents: 1_000 },
    });
    const terms = await termsOf(ended);
    expect(terms).toMatchObject({ status: "ENDED", paidUntil: days(-2), next: null });
    expect(terms?.invoices.map(({ refundedCents }) => refundedCents)).toEqual([0, 1_000]);
  });

  it("are paid on the page of an open invoice", async () => {
    const url = await findHostedInvoiceUrl(stripe(), "sbxin_unpaid2");
    expect(url).toBe(`${program.url}/sandbox/invoice/sbxin_unpaid2`);
    expect((await submitChoice(url ?? "", "pay")).status).toBe(303);
    expect(await termsOf(payments.unpaid)).toMatchObject({ status: "PAID", paidUntil: days(29) });
    expect(await shop.runDueJobs()).toEqual([]);
  });

  it("can be cancelled and switched", async () => {
    const { cancelled } = payments;
    const next = { title: yearly.title, amountCents: yearly.cents, period: yearly.period };
    await setRenewalAtStripe(stripe(), "sbxsub_cancelled", next);
    expect(await termsOf(cancelled)).toMatchObject({ next: { amountCents: 9_600, period: "YEAR" } });
    await setRenewalAtStripe(stripe(), "sbxsub_cancelled", null);
    expect(await termsOf(cancelled)).toMatchObject({ next: null });
  });

  it("renew at the scheduled price, end if cancelled, and number new invoices after the old ones", async () => {
    const { switching, cancelled } = payments;
    program.context.clock.move(21 * 24 * 60 * 60);
    const renewed = await termsOf(switching);
    expect(renewed).toMatchObject({ status: "PAID", period: "YEAR" });
    const numbers = renewed?.invoices.map(({ number }) => number?.slice(-4));
    expect(numbers).toEqual(["0002", "0001"]);
    expect(await termsOf(cancelled)).toMatchObject({ status: "ENDED", paidUntil: days(20) });
    expect(await shop.runDueJobs()).toEqual([]);
  });

  it("leave the numbers of new subscriptions unique", async () => {
    const { rows } = await sql<{ count: number; highest: number }>`
      select (data->>'subscriptions')::integer as count,
        (select max((data->>'number')::integer) from stripe_simulator_object where kind = 'subscription') as highest
      from stripe_simulator_object where id = 'counter'`.execute(program.context.db);
    expect(rows[0]?.count).toBe(rows[0]?.highest);
  });
});

it("removes the tables of the earlier sandbox", async () => {
  const { rows } = await sql`
    select from pg_tables
    where tablename in ('sandbox_checkout', 'sandbox_invoice', 'sandbox_subscription', 'sandbox_payout_account')`.execute(
    program.context.db,
  );
  expect(rows).toEqual([]);
});
