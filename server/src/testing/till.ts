import { randomUUID } from "node:crypto";
import { hashPassword } from "../features/accounts/index.ts";
import {
  handOrdersTo,
  lookUpPayment,
  type OrderHandler,
  openCheckout,
  type Purchase,
  refundPayment,
} from "../features/payments/index.ts";
import type { Context } from "../platform/context.ts";
import { type Database, sql } from "../platform/database.ts";
import { createServer } from "../server.ts";
import { testDatabase } from "./database.ts";
import { runJobs } from "./mail.ts";
import { password } from "./people.ts";
import { openStripe } from "./stripe.ts";

export type Till = Awaited<ReturnType<typeof openTill>>;

/** A row of `payment`, as far as tests look at it. */
export type KeptPayment = {
  id: string;
  state: string;
  problem: string | null;
  session_id: string;
  intent_id: string | null;
  provider_fee_cents: number | null;
  refund_reason: string | null;
  url: string;
};

/**
 * The whole program with Stripe beside it, and a shop of the test's own that sells places: it writes what it is told of its orders into
 * a table, in the transaction in which it is told.
 */
export async function openTill() {
  const stripe = await openStripe();
  const database = await testDatabase({ RATE_LIMITS: "0", ...stripe.environment });
  const { context } = database;
  stripe.setClock(() => context.clock.now());
  const app = await createServer(context, { site: false });

  async function call(method: "GET" | "POST", path: string, given: { token?: string; body?: object } = {}) {
    const headers = given.token === undefined ? {} : { authorization: `Bearer ${given.token}` };
    const sent = given.body === undefined ? {} : { payload: given.body };
    const answer = await app.inject({ method, url: `/api/v1/${path}`, headers, ...sent });
    return { status: answer.statusCode, json: answer.json() };
  }

  return {
    ...(await openShop(context)),
    ...{ stripe, context, app, call },
    /** Sends an event as Stripe does. */
    async send({ payload, signature }: { payload: string; signature: string | undefined }) {
      const answer = await app.inject({
        ...{ method: "POST", url: "/api/v1/payment/webhook/stripe", payload },
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

/** As much of a till as does not depend on who takes the payments. */
export async function openShop(context: Context) {
  const { db } = context;
  await sql`create table told (id serial, reference text not null, what text not null)`.execute(db);
  const shop = { isSoldOut: false, isBroken: false };
  handOrdersTo({ PARTICIPATION: shopOf(shop) });
  await addAccount(db, "admin", "ADMIN");
  const [payer, payee] = [await addAccount(db, "payer"), await addAccount(db, "payee")];
  const orderOf = (reference: string) => ({ kind: "PARTICIPATION" as const, reference });

  return {
    ...{ shop, payer, payee },
    purchase: (given: Partial<Purchase> = {}): Purchase => ({
      ...{ kind: "PARTICIPATION", reference: randomUUID(), accountId: payer, payeeId: payee },
      ...{ title: "Tide Tables", amountCents: 1_250, platformFeeCents: 88 },
      expiresAt: new Date(context.clock.now().getTime() + 30 * 60_000),
      successUrl: `${context.publicUrl}/experiences/1/participate?c=once&i=exposed`,
      cancelUrl: `${context.publicUrl}/experiences/1`,
      ...given,
    }),
    open: (purchase: Purchase) => openCheckout(context, purchase),
    lookUp: (reference: string) => lookUpPayment(context, orderOf(reference)),
    refund: (reference: string, reason = "It rained.") =>
      db.transaction().execute((tx) => refundPayment(context, tx, { ...orderOf(reference), reason })),
    async kept(reference: string): Promise<KeptPayment> {
      const { rows } = await sql<KeptPayment>`select * from payment where reference = ${reference}`.execute(
        db,
      );
      if (rows[0] === undefined) throw new Error(`there is no payment for ${reference}`);
      return rows[0];
    },
    /** What the shop was told of an order, in order. */
    async told(reference: string): Promise<string[]> {
      const { rows } = await sql<{ what: string }>`
        select what from told where reference = ${reference} order by id`.execute(db);
      return rows.map(({ what }) => what);
    },
    /** Runs what waits in the queue; answers the errors. */
    work: () => runJobs(context),
    /** Runs a job by its name, as the clock does, and what follows from it. */
    async run(name: string): Promise<unknown[]> {
      await sql`select graphile_worker.add_job(${name})`.execute(db);
      return runJobs(context);
    },
    /** Runs what waits for its time, or for another try. */
    async workAgain(): Promise<unknown[]> {
      await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(db);
      return runJobs(context);
    },
  };
}

function shopOf(shop: { isSoldOut: boolean; isBroken: boolean }): OrderHandler {
  const write = async (tx: Database, reference: string, what: string) => {
    await sql`insert into told (reference, what) values (${reference}, ${what})`.execute(tx);
    if (shop.isBroken) throw new Error("the shop is broken");
  };
  return {
    async onPaid(_context, tx, reference) {
      await write(tx, reference, "paid");
      return shop.isSoldOut ? "REFUND" : "FULFILLED";
    },
    onExpired: (_context, tx, reference) => write(tx, reference, "expired"),
    onRefunded: (_context, tx, reference) => write(tx, reference, "refunded"),
  };
}

async function addAccount(db: Database, name: string, role = "PROVIDER"): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, role, password_hash, verified_at)
    values (${`${name}@wrapsody.example`}, ${name}, ${role}, ${await hashPassword(password)}, now()) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? "";
}
