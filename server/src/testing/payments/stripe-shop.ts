import { randomUUID } from "node:crypto";
import type { OrderKind } from "@wrapsody/shared/payments/payments.ts";
import {
  type OrderHandler,
  openCheckout,
  type Purchase,
  refreshPaymentState,
  refundPayment,
  registerOrderHandlers,
  type SubscriptionTerms,
} from "../../features/payments/index.ts";
import type { Context } from "../../platform/context.ts";
import { type Database, sql } from "../../platform/database/database.ts";
import { createServer } from "../../server.ts";
import { testDatabase } from "../database/database.ts";
import { password, passwordHash } from "../fixtures/people.ts";
import { runJobs } from "../jobs.ts";
import { openStripe } from "./stripe.ts";

export type StripeShop = Awaited<ReturnType<typeof openStripeShop>>;

/** The columns of `payment` that tests read. */
export type PaymentRecord = {
  id: string;
  state: string;
  problem: string | null;
  session_id: string;
  intent_id: string | null;
  provider_fee_cents: number | null;
  refund_reason: string | null;
  url: string;
  subscription_id: string | null;
  customer_id: string | null;
  paid_until: string | null;
  ended_at: string | null;
};

/**
 * Starts the program with a Stripe simulator and a test shop that sells spots and plans. The shop's order handler records its calls in a
 * table, in the transaction of the call.
 */
export async function openStripeShop(environment: Record<string, string> = {}) {
  const stripe = await openStripe();
  const database = await testDatabase({ RATE_LIMITS: "0", ...stripe.environment, ...environment });
  const { context } = database;
  stripe.setClock(() => context.clock.now());
  const app = await createServer(context, { site: false });

  async function call(method: "GET" | "POST", path: string, request: { token?: string; body?: object } = {}) {
    const headers = request.token === undefined ? {} : { authorization: `Bearer ${request.token}` };
    const sent = request.body === undefined ? {} : { payload: request.body };
    const answer = await app.inject({ method, url: `/api/v1/${path}`, headers, ...sent });
    return { status: answer.statusCode, json: answer.json() };
  }

  return {
    ...(await openShop(context)),
    stripe,
    context,
    app,
    call,
    /** Posts a signed webhook. */
    async postWebhook({ payload, signature }: { payload: string; signature: string | undefined }) {
      const answer = await app.inject({
        method: "POST",
        url: "/api/v1/payment/webhook/stripe",
        payload,
        headers: {
          "content-type": "application/json",
          ...(signature === undefined ? {} : { "stripe-signature": signature }),
        },
      });
      return answer.statusCode;
    },
    async logIn(name: string): Promise<string> {
      const body = { username: `${name}@wrapsody.example`, password };
      return String((await call("POST", "auth", { body })).json.body.token);
    },
    async close() {
      await app.close();
      await database.close();
      await stripe.close();
    },
  };
}

/** The part of the test shop that is independent of the provider. */
export async function openShop(context: Context) {
  const { db } = context;
  await sql`create table handler_call (id serial, reference text not null, what text not null, terms jsonb)`.execute(
    db,
  );
  const shop = { isSoldOut: false, isBroken: false };
  const handler = shopOf(shop);
  const registerShopFor = (...kinds: OrderKind[]) =>
    registerOrderHandlers(Object.fromEntries(kinds.map((kind) => [kind, handler])));
  registerShopFor("PARTICIPATION", "SUBSCRIPTION");
  await addAccount(db, "admin", "ADMIN");
  const [payer, payee] = [await addAccount(db, "payer"), await addAccount(db, "payee")];
  const orderOf = (reference: string, kind: OrderKind = "PARTICIPATION") => ({ kind, reference });
  /** Looks up the kind of an order by its reference. */
  async function findOrder(reference: string) {
    const { rows } = await sql<{ kind: OrderKind }>`
      select kind from payment where reference = ${reference}`.execute(db);
    return orderOf(reference, rows[0]?.kind);
  }

  return {
    shop,
    payer,
    payee,
    registerShopFor,
    /** Adds an account with an address of its own. */
    addAccount: (name: string) => addAccount(db, `${name}-${randomUUID()}`),
    /** Syncs one payment by its job. */
    async syncPayment(id: string) {
      const payload = JSON.stringify({ id });
      await sql`select graphile_worker.add_job('settle-payment', ${payload}::json)`.execute(db);
      const failures = await runJobs(context);
      if (failures.length > 0) throw failures[0];
    },
    buildPurchase: (overrides: Partial<Purchase> = {}): Purchase => ({
      kind: "PARTICIPATION",
      reference: randomUUID(),
      accountId: payer,
      payeeId: payee,
      title: "Tide Tables",
      amountCents: 1_250,
      platformFeeCents: 88,
      expiresAt: new Date(context.clock.now().getTime() + 30 * 60_000),
      successUrl: `${context.publicUrl}/experiences/1/participate?c=once&i=exposed`,
      cancelUrl: `${context.publicUrl}/experiences/1`,
      ...overrides,
    }),
    /** Builds a recurring purchase. */
    buildPlanPurchase: (overrides: Partial<Purchase> = {}): Purchase => ({
      kind: "SUBSCRIPTION",
      reference: randomUUID(),
      accountId: payer,
      payeeId: null,
      title: "Premium, monthly",
      amountCents: 1_000,
      platformFeeCents: 1_000,
      period: "MONTH",
      expiresAt: new Date(context.clock.now().getTime() + 30 * 60_000),
      successUrl: `${context.publicUrl}/my/subscription?c=once&i=exposed`,
      cancelUrl: `${context.publicUrl}/my/subscription`,
      ...overrides,
    }),
    openCheckout: (purchase: Purchase) => openCheckout(context, purchase),
    refreshState: async (reference: string) => refreshPaymentState(context, await findOrder(reference)),
    async refund(reference: string, reason = "It rained.") {
      const order = await findOrder(reference);
      await db.transaction().execute((tx) => refundPayment(context, tx, { ...order, reason }));
    },
    async readPayment(reference: string): Promise<PaymentRecord> {
      const { rows } = await sql<PaymentRecord>`select * from payment where reference = ${reference}`.execute(
        db,
      );
      if (rows[0] === undefined) throw new Error(`there is no payment for ${reference}`);
      return rows[0];
    },
    /** Returns the recorded handler calls of an order, in order. */
    async listHandlerCalls(reference: string): Promise<string[]> {
      const { rows } = await sql<{ what: string }>`
        select what from handler_call where reference = ${reference} order by id`.execute(db);
      return rows.map(({ what }) => what);
    },
    /** Returns the terms that were passed with `paid` and `terms`, in order. */
    async listRecordedTerms(reference: string): Promise<RecordedTerms[]> {
      const { rows } = await sql<{ terms: RecordedTerms }>`
        select terms from handler_call where reference = ${reference} and terms is not null order by id`.execute(
        db,
      );
      return rows.map(({ terms }) => terms);
    },
    /** Runs the queued jobs and returns their errors. */
    runDueJobs: () => runJobs(context),
    /** Runs a job by its name, and the jobs that it enqueues. */
    async runJob(name: string): Promise<unknown[]> {
      await sql`select graphile_worker.add_job(${name})`.execute(db);
      return runJobs(context);
    },
    /** Runs delayed jobs and retries now. */
    async runDelayedJobs(): Promise<unknown[]> {
      await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(db);
      return runJobs(context);
    },
  };
}

/** Terms as JSON: times are strings. */
export type RecordedTerms = Omit<SubscriptionTerms, "paidUntil"> & { paidUntil: string };

function shopOf(shop: { isSoldOut: boolean; isBroken: boolean }): OrderHandler {
  const recordCall = async (
    tx: Database,
    reference: string,
    what: string,
    terms: SubscriptionTerms | null = null,
  ) => {
    const termsJson = terms === null ? null : JSON.stringify(terms);
    await sql`
      insert into handler_call (reference, what, terms) values (${reference}, ${what}, ${termsJson}::jsonb)`.execute(
      tx,
    );
    if (shop.isBroken) throw new Error("the shop is broken");
  };
  return {
    async onPaid(_context, tx, reference, terms) {
      await recordCall(tx, reference, "paid", terms);
      return shop.isSoldOut ? "REFUND" : "FULFILLED";
    },
    onExpired: (_context, tx, reference) => recordCall(tx, reference, "expired"),
    onSubscriptionSynced: (_context, tx, reference, terms) => recordCall(tx, reference, "terms", terms),
    onRefunded: (_context, tx, reference) => recordCall(tx, reference, "refunded"),
  };
}

async function addAccount(db: Database, name: string, role = "PROVIDER"): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, role, password_hash, verified_at)
    values (${`${name}@wrapsody.example`}, ${name}, ${role}, ${passwordHash}, now()) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? "";
}
