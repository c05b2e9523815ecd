import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../../../platform/context.ts";
import { sql } from "../../../../platform/database/database.ts";
import { createServer } from "../../../../server.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import type { Person } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../../testing/fixtures/taking-part.ts";
import { reserveAddress } from "../../../../testing/http/listening.ts";
import { runJobs } from "../../../../testing/jobs.ts";
import { simulatedCheckouts } from "../../../../testing/payments/simulated-payments.ts";
import { participationOrderHandler } from "./apply-event.ts";

/** Concurrent buyers and the number of spots. */
const buyers = 200;
const places = 50;

let api: FanApi;
let publisher: Publisher;
let song: number;
let crowd: Person[];
/** The program as browsers and the provider reach it, over the network. */
let context: Context;
let app: FastifyInstance;

beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  crowd = await Promise.all(Array.from({ length: buyers }, () => api.join()));
  const { url, port, release } = await reserveAddress();
  context = { ...api.context, publicUrl: url };
  app = await createServer(context, { site: false });
  await release();
  await app.listen({ host: "127.0.0.1", port });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await api.close();
});

const addresses = wallets(buyers, 300_000);

/** Reserves a spot like the page; returns the checkout's URL, or the reason if there is none. */
async function buy(at: number, campaign: number): Promise<{ page?: string; code?: string }> {
  const answer = await fetch(`${context.publicUrl}/api/v1/payment/${campaign}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${crowd[at]?.token}` },
    body: JSON.stringify({ wallet: addresses[at], qty: 1 }),
  });
  const { body, code } = (await answer.json()) as { body?: { redirect: string }; code?: string };
  return body === undefined ? { code: String(code) } : { page: body.redirect };
}

/** Presses a button of the checkout; returns the redirect. */
async function submitChoice(page: string, choice: string): Promise<string | null> {
  const body = new URLSearchParams({ choice, amount: "1" });
  const answer = await fetch(page, { method: "POST", body, redirect: "manual" });
  return answer.headers.get("location");
}

/** Returns from the checkout like a browser; returns the status. */
async function comeBack(to: string | null): Promise<number> {
  const query = new URL(to ?? "", context.publicUrl).searchParams;
  const answer = await fetch(`${context.publicUrl}/api/v1/payment/confirm`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: query.get("c") ?? "x", orderId: query.get("i") ?? "x" }),
  });
  return answer.status;
}

/** The actions of fans at the checkout; none may take a spot from another fan. */
const manners: readonly ((page: string) => Promise<unknown>)[] = [
  async (page) => comeBack(await submitChoice(page, "accept")),
  (page) => submitChoice(page, "leave"),
  (page) => submitChoice(page, "late"),
  async (page) => comeBack(await submitChoice(page, "twice")),
  (page) => submitChoice(page, "disorder"),
  async (page) => {
    await submitChoice(page, "decline");
    return comeBack(await submitChoice(page, "accept"));
  },
  // Two tabs.
  (page) =>
    Promise.all([submitChoice(page, "accept"), submitChoice(page, "leave"), submitChoice(page, "accept")]),
  (page) => submitChoice(page, "cancel"),
  (page) => fetch(page),
];
/** By turn, so that each kind of behaviour gets its share of the spots. */
const isPaidBy = (turn: number) => turn % manners.length < 7;
const visitCheckout = (page: string, turn: number) => manners[turn % manners.length]?.(page);

/** Delivers everything outstanding: late and repeated webhooks, and refunds. */
async function settleAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await sql`update graphile_worker._private_jobs j set run_at = now() - interval '1 second'
      from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'deliver-sandbox-event'`.execute(
      context.db,
    );
    expect(await runJobs(context)).toEqual([]);
  }
}

type Account = { state: string; payment: string; checkout: string; refunded: boolean; sum: string };

/** Returns the orders by state, with their payments and recorded amounts. */
async function books(campaign: number) {
  const { rows } = await sql<Account & { orders: number }>`
    select p.state, y.state as payment, s.status as checkout, s.refunded,
      concat_ws(' ', p.total_cents, p.fee_cents, y.amount_cents, y.platform_fee_cents, s.amount_cents) as sum,
      count(*)::int as orders
    from participation p join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text
      join ${simulatedCheckouts} s on s.payment_id = y.id
    where p.campaign_id = ${campaign} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4`.execute(context.db);
  return rows;
}

describe("paid spots", () => {
  it("are never oversold to 200 concurrent buyers: each payment gets a spot or a refund", async () => {
    const id = await api.addActiveCampaign(
      publisher,
      song,
      { cost_per_nft: "12.50", max_nfts: String(places) },
      grid(10, 10),
    );
    const pages = new Map<number, string>();
    const enter = async (at: number) => {
      const { page, code } = await buy(at, id);
      if (page !== undefined) pages.set(at, page);
      return code;
    };

    const codes = await Promise.all(crowd.map((_, at) => enter(at)));
    expect(pages.size).toBe(places);
    expect(codes.filter((code) => code !== undefined)).toEqual(Array(buyers - places).fill("E0033"));
    expect(await api.countSpots(id)).toMatchObject({ taken: places, reserved: places });
    const first = [...pages];
    await Promise.all(first.map(([, page], turn) => visitCheckout(page, turn)));

    // The spots of unpaid orders are sold to others, while their checkouts can still be paid. All try now.
    const { rows: unpaid } = await sql<{ reference: string }>`
      select y.reference from payment y join ${simulatedCheckouts} s on s.payment_id = y.id where s.status = 'OPEN'`.execute(
      context.db,
    );
    const late = first.filter((_, turn) => !isPaidBy(turn));
    expect(unpaid.length).toBe(late.length);
    for (const { reference } of unpaid)
      await context.db
        .transaction()
        .execute((tx) => participationOrderHandler.onExpired(context, tx, reference));
    const others = crowd.flatMap((_, at) => (pages.has(at) ? [] : [at]));
    const buyNow = async (at: number) => {
      const { page } = await buy(at, id);
      if (page !== undefined) await comeBack(await submitChoice(page, "accept"));
    };
    await Promise.all([
      ...others.map(buyNow),
      ...late.map(([, page]) => submitChoice(page, "accept")),
      ...["expire-places", "watch-payments", "expire-places"].map((name) => api.runJob(name, {})),
    ]);
    await settleAll();
    // A payment for a spot that is gone is found by the daily reconciliation at the latest.
    await api.runJob("reconcile-payments", {});
    await settleAll();

    const orders = await books(id);
    const fulfilled = orders.filter(({ state }) => state === "FULFILLED");
    expect(fulfilled).toMatchObject([{ payment: "PAID", checkout: "PAID", refunded: false, orders: places }]);
    for (const { state, payment, checkout, refunded } of orders.filter(
      (item) => item.state !== "FULFILLED",
    )) {
      const isBack = state === "REFUNDED" && payment === "REFUNDED" && checkout === "PAID" && refunded;
      expect([state, payment, checkout, isBack || checkout !== "PAID"]).toEqual([
        state,
        payment,
        checkout,
        true,
      ]);
    }
    expect(orders.some(({ state }) => state === "REFUNDED")).toBe(true);
    // Price and fee are the server's in every record.
    expect(new Set(orders.map(({ sum }) => sum))).toEqual(new Set(["1250 88 1250 88 1250"]));
    expect(await api.countSpots(id)).toEqual({ taken: places, reserved: places, participants: places });
    const drawn = await api.listParticipants(id);
    expect(new Set(drawn.map(({ signature }) => signature)).size).toBe(places);
    expect((await api.getOwnCampaign(publisher, id)).campaign.stage).toBe("COMPLETED");
  });

  it("that expire and are paid concurrently are released or confirmed, never both", async () => {
    const id = await api.addActiveCampaign(
      publisher,
      song,
      { cost_per_nft: "12.50", max_nfts: "8" },
      grid(4, 4),
    );
    const pages = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => (await buy(at, id)).page ?? ""),
    );
    api.context.clock.move(30 * 60 - 1);
    const last = ["expire-places", "watch-payments", "expire-places", "watch-payments"];
    const [paying, lapsing] = [pages.slice(0, 4), pages.slice(4)];
    await Promise.all(paying.map((page) => submitChoice(page, "leave")));
    api.context.clock.move(1);
    await Promise.all([
      ...lapsing.map((page) => submitChoice(page, "accept")),
      ...last.map((name) => api.runJob(name, {})),
    ]);
    await settleAll();
    for (const name of last) await api.runJob(name, {});
    await settleAll();
    // As at Stripe, a checkout can be paid until the program closes it.
    const outcomes = await books(id);
    const count = (state: string) => outcomes.find((outcome) => outcome.state === state)?.orders ?? 0;
    for (const outcome of outcomes)
      expect([
        { state: "EXPIRED", payment: "EXPIRED", checkout: "CLOSED", refunded: false },
        { state: "FULFILLED", payment: "PAID", checkout: "PAID", refunded: false },
      ]).toContainEqual({
        state: outcome.state,
        payment: outcome.payment,
        checkout: outcome.checkout,
        refunded: outcome.refunded,
      });
    const fulfilled = count("FULFILLED");
    expect(fulfilled).toBeGreaterThanOrEqual(4);
    expect(fulfilled + count("EXPIRED")).toBe(8);
    expect(await api.countSpots(id)).toEqual({
      taken: fulfilled,
      reserved: fulfilled,
      participants: fulfilled,
    });
  });
});
