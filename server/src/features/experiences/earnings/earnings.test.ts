import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let campaign: number;
const thirds = [
  { name: "Ines Roca", ownership: 50, royalty: 33.33 },
  { name: "Ottilie Brandt", ownership: 50, royalty: 33.33 },
];

beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.createDraft(publisher, { owners: thirds });
  await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(api.context.db);
  campaign = await api.addActiveCampaign(publisher, song, { cost_per_nft: "12.50" }, grid(3, 3));
});
afterAll(() => api.close());
beforeEach(async () => {
  await sql`delete from payment`.execute(api.context.db);
});

type OrderGiven = {
  month: number;
  of: number;
  cents: number;
  fee: number;
  isShared: boolean;
  /** Months until the refund. */
  backAfter: number | undefined;
};
let line = 0;
type Paid = { at: string; cents?: number; fee?: number; refundedAt?: string; destination?: string };

/** Creates a paid order, as recorded from the provider. */
async function insertPaidOrder(
  { at, cents = 1_250, fee = 66, refundedAt, destination }: Paid,
  of = campaign,
): Promise<void> {
  const { db } = api.context;
  const exposed = `order-${line++}`;
  const { rows } = await sql<{ id: number }>`
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, payee_id, created_at)
    values (${exposed}, '\\x00', ${of}, '0x0', 'FULFILLED', ${cents}, ${publisher.id}, ${at}) returning id`.execute(
    db,
  );
  await sql`
    insert into payment (id, kind, reference, payee_id, title, amount_cents, platform_fee_cents, provider_fee_cents, provider,
      destination, state, created_at, expires_at, checked_at, paid_at, refunded_at)
    values (${randomUUID()}, 'PARTICIPATION', ${String(rows[0]?.id)}, ${publisher.id}, 'Tide', ${cents}, ${Math.round(cents * 0.07)},
      ${fee}, 'SANDBOX', ${destination ?? null}, ${refundedAt === undefined ? "PAID" : "REFUNDED"}, ${at}, ${at}, ${at}, ${at},
      ${refundedAt ?? null})`.execute(db);
}

const readStatement = async (path: string, person: Person = publisher) =>
  (await api.call("GET", path, bearer(person.token))).json;
const months = (from: string, to: string) => `my/earnings?from=${from}&to=${to}`;

/** Creates an experience of a wrap with these owners: royalty and ownership, percent. */
async function campaignOf(owners: [royalty: number, ownership: number][]): Promise<number> {
  const ownerFields = owners.map(([royalty, ownership], at) => ({ name: `Owner ${at}`, ownership, royalty }));
  const wrap = await api.createDraft(publisher, owners.length === 0 ? {} : { owners: ownerFields });
  await sql`update song set status = 'ACTIVE' where id = ${wrap}`.execute(api.context.db);
  return api.addActiveCampaign(publisher, wrap, { cost_per_nft: "12.50" }, grid(2, 2));
}

type Sums = { gross: number; provider_fee: number; platform_fee: number; net: number; rest: number };
type StatementPart = Sums & { shares: { share: number }[] };
const sumNames = ["gross", "provider_fee", "platform_fee", "net", "rest"] as const;

/** Expects that a line is the sum of its orders, share by share, and divides its whole net. */
async function agrees(line: StatementPart & { month: string; campaign: { id: number } }): Promise<void> {
  const { body } = await readStatement(
    `my/earnings/orders?limit=1000&month==${line.month}&campaign_id==${line.campaign.id}`,
  );
  const orders: StatementPart[] = body.data;
  expect(body.total).toBe(orders.length);
  for (const name of sumNames) expect(line[name]).toBe(orders.reduce((sum, each) => sum + each[name], 0));
  for (const [at, { share }] of line.shares.entries())
    expect(share).toBe(orders.reduce((sum, { shares }) => sum + (shares[at]?.share ?? 0), 0));
  for (const each of [line, ...orders]) {
    expect(each.net).toBe(each.gross - each.provider_fee - each.platform_fee);
    expect(each.shares.reduce((sum, { share }) => sum + share, each.rest)).toBe(each.net);
  }
}

describe("an earnings statement", () => {
  it("lists revenue, fees and shares by month and experience", async () => {
    await insertPaidOrder({ at: "2024-03-31T23:59:59Z" });
    await insertPaidOrder({ at: "2024-04-01T00:00:00Z" });
    await insertPaidOrder({ at: "2024-04-20T10:00:00Z" });
    const { body } = await readStatement(months("2024-03", "2024-04"));
    const net = 1_250 - 66 - 88;
    const share = Math.round(net * 0.3333);
    expect(body.lines).toMatchObject([
      {
        month: "2024-04",
        orders: 2,
        refunds: 0,
        gross: 2_500,
        provider_fee: 132,
        platform_fee: 176,
        net: 2 * net,
        campaign: { id: campaign, song: { id: song } },
        shares: thirds.map(({ name }) => ({ name, share: 2 * share })),
        rest: 2 * (net - 2 * share),
      },
      { month: "2024-03", orders: 1, gross: 1_250, net },
    ]);
    expect(body.total).toMatchObject({ gross: 3_750, net: 3 * net });
  });

  it("counts a refund in the month in which it was made", async () => {
    await insertPaidOrder({ at: "2023-01-10T10:00:00Z", refundedAt: "2023-02-02T10:00:00Z" });
    const { body } = await readStatement(months("2023-01", "2023-02"));
    expect(body.lines).toMatchObject([
      { month: "2023-02", orders: 0, refunds: 1, gross: -1_250, provider_fee: -66, platform_fee: -88 },
      { month: "2023-01", orders: 1, refunds: 0, gross: 1_250 },
    ]);
    expect(body.total).toEqual({
      sold: 1_250,
      paid_back: -1_250,
      gross: 0,
      provider_fee: 0,
      platform_fee: 0,
      net: 0,
      rest: 0,
    });
  });

  it("hides neither an order nor its refund if both are in one month", async () => {
    await insertPaidOrder({ at: "2019-06-10T10:00:00Z", refundedAt: "2019-06-12T10:00:00Z" });
    await insertPaidOrder({ at: "2019-06-11T10:00:00Z", cents: 900 });
    const { body } = await readStatement(months("2019-06", "2019-06"));
    const halves = { sold: 2_150, paid_back: -1_250, gross: 900 };
    expect(body.lines).toMatchObject([{ orders: 2, refunds: 1, ...halves }]);
    expect(body.total).toMatchObject(halves);
  });

  it("counts a partial refund in its month, and the remaining refund in its own", async () => {
    await insertPaidOrder({ at: "2020-01-10T10:00:00Z", refundedAt: "2020-03-02T10:00:00Z" });
    await sql`
      update payment set part_refunded_cents = 500, part_refunded_at = timestamptz '2020-02-05 10:00Z'
      where paid_at = timestamptz '2020-01-10 10:00Z'`.execute(api.context.db);
    const { body } = await readStatement(months("2020-01", "2020-03"));
    expect(body.lines).toMatchObject([
      { month: "2020-03", refunds: 1, gross: -750, provider_fee: -66, platform_fee: -53, net: -631 },
      { month: "2020-02", refunds: 1, gross: -500, provider_fee: 0, platform_fee: -35, net: -465 },
      { month: "2020-01", orders: 1, refunds: 0, gross: 1_250, net: 1_096 },
    ]);
    expect(body.total).toMatchObject({ gross: 0, provider_fee: 0, platform_fee: 0, net: 0, rest: 0 });
    for (const line of body.lines) await agrees(line);
  });

  it("keeps the cents of a month in which a part was refunded when more is refunded, or less, later", async () => {
    await insertPaidOrder({ at: "2018-01-10T10:00:00Z" });
    const refunded = async (cents: number, at: string) => {
      await sql`
        update payment set part_refunded_cents = ${cents}, part_refunded_at = coalesce(part_refunded_at, ${at}), checked_at = ${at}
        where paid_at = timestamptz '2018-01-10 10:00Z'`.execute(api.context.db);
      return (await readStatement(months("2018-01", "2018-12"))).body;
    };
    const first = await refunded(333, "2018-02-05T10:00:00Z");
    expect(first.lines[0]).toMatchObject({ month: "2018-02", gross: -333, platform_fee: -23, refunds: 1 });
    const second = await refunded(500, "2018-04-05T10:00:00Z");
    expect(second.lines[0]).toMatchObject({ month: "2018-04", gross: -167, platform_fee: -12, refunds: 1 });
    expect(second.lines.slice(1)).toEqual(first.lines);
    const failed = await refunded(400, "2018-06-05T10:00:00Z");
    expect(failed.lines[0]).toMatchObject({ month: "2018-06", gross: 100, platform_fee: 7 });
    expect(failed.lines.slice(1)).toEqual(second.lines);
    expect(failed.total).toMatchObject({ gross: 1_250 - 400 });
    await sql`
      update payment set state = 'REFUNDED', refunded_at = timestamptz '2018-08-05 10:00Z'
      where paid_at = timestamptz '2018-01-10 10:00Z'`.execute(api.context.db);
    const { body: all } = await readStatement(months("2018-01", "2018-12"));
    expect(all.lines.slice(1)).toEqual(failed.lines);
    expect(all.total).toMatchObject({ gross: 0, provider_fee: 0, platform_fee: 0, net: 0 });
    for (const line of all.lines) await agrees(line);
  });

  it("leaves the provider's fee to the platform if the publisher was paid directly", async () => {
    await insertPaidOrder({ at: "2022-05-10T10:00:00Z", destination: "acct_1" });
    const { body } = await readStatement(months("2022-05", "2022-05"));
    expect(body.lines).toMatchObject([{ provider_fee: 0, net: 1_250 - 88 }]);
  });

  it("matches its orders to the cent, at any price", async () => {
    const prices = [50, 99, 101, 333, 1_250, 1_250, 99_999];
    for (const [at, cents] of prices.entries())
      await insertPaidOrder({ at: `2021-07-${10 + at}T10:00:00Z`, cents, fee: at * 7 });
    await insertPaidOrder({ at: "2021-07-20T10:00:00Z", cents: 777, refundedAt: "2021-07-21T10:00:00Z" });
    const { body: result } = await readStatement(months("2021-07", "2021-07"));
    const { body: orders } = await readStatement("my/earnings/orders?limit=100&month==2021-07");
    expect(orders.total).toBe(prices.length + 2);
    const [whole] = result.lines;
    const sum = (pick: (order: { net: number; rest: number; shares: { share: number }[] }) => number) =>
      orders.data.reduce((total: number, order: never) => total + pick(order), 0);
    expect(whole.net).toBe(sum(({ net }) => net));
    expect(whole.rest).toBe(sum(({ rest }) => rest));
    for (const at of [0, 1]) expect(whole.shares[at].share).toBe(sum(({ shares }) => shares[at]?.share ?? 0));
    expect(whole.net).toBe(whole.gross - whole.provider_fee - whole.platform_fee);
    const input = whole.shares.reduce(
      (total: number, { share }: { share: number }) => total + share,
      whole.rest,
    );
    expect(input).toBe(whole.net);
  });

  it("matches its orders and their shares to the cent, for any sales, splits and refunds", {
    retry: 0,
  }, async () => {
    const campaigns = [
      campaign,
      await campaignOf([
        [7.77, 50],
        [0.01, 25],
        [66.67, 25],
      ]),
      await campaignOf([]),
    ];
    // Orders with equal amounts are divided one by one as well.
    const common = { cents: fc.constantFrom(99, 1_250), fee: fc.constantFrom(0, 66) };
    const rare = { cents: fc.integer({ min: 50, max: 999_999 }), fee: fc.integer({ min: 0, max: 3_000 }) };
    const order = fc
      .record({
        month: fc.nat(2),
        of: fc.nat(2),
        isShared: fc.boolean(),
        price: fc.oneof(fc.record(common), fc.record(common), fc.record(rare)),
        backAfter: fc.option(fc.nat(3), { nil: undefined }),
      })
      .map(({ price, ...input }) => ({ ...input, ...price }));
    let year = 1900;
    const insertOrders = async (orders: OrderGiven[]) => {
      year += 1;
      const day = (month: number) => `${year}-${String(month + 1).padStart(2, "0")}-14T10:00:00Z`;
      const insertions = orders.map(({ month, of, cents, fee, isShared, backAfter }) => {
        const back = backAfter === undefined ? {} : { refundedAt: day(month + backAfter) };
        const order = { at: day(month), cents, fee, ...back, ...(isShared ? { destination: "acct_1" } : {}) };
        return insertPaidOrder(order, campaigns[of]);
      });
      await Promise.all(insertions);
      const { body } = await readStatement(months(`${year}-01`, `${year}-12`));
      const sold = (pick: (each: (typeof orders)[number]) => number) =>
        orders.filter(({ backAfter }) => backAfter === undefined).reduce((sum, each) => sum + pick(each), 0);
      const [gross, stored] = [sold(({ cents }) => cents), sold(({ cents }) => Math.round(cents * 0.07))];
      const fees = sold(({ fee, isShared }) => (isShared ? 0 : fee));
      expect(body.total).toMatchObject({
        gross,
        platform_fee: stored,
        provider_fee: fees,
        net: gross - stored - fees,
      });
      await Promise.all(body.lines.map(agrees));
    };
    const some = fc.array(order, { minLength: 3, maxLength: 25 });
    await fc.assert(fc.asyncProperty(some, insertOrders), { numRuns: 20, seed: 7 });
    // Sells and refunds some 250 orders.
  });

  it("includes what a fan has just paid at the checkout", async () => {
    const fan = await api.join();
    const { json } = await api.createOrder(fan, campaign, wallets(1, 80_000)[0] ?? "");
    const answer = await api.inject({
      method: "POST",
      url: new URL(json.body.redirect).pathname,
      payload: "choice=accept",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.statusCode).toBe(303);
    const { rows } = await sql<{ id: string }>`select id from payment where state = 'OPEN'`.execute(
      api.context.db,
    );
    for (const { id } of rows) await api.runJob("settle-payment", { id });
    const { body } = await readStatement("my/earnings");
    expect(body.lines).toMatchObject([
      { orders: 1, gross: 1_250, platform_fee: 88, campaign: { id: campaign } },
    ]);
  });

  it("is visible only to the publisher, and only for valid months", async () => {
    expect((await api.call("GET", "my/earnings")).status).toBe(401);
    expect((await api.call("GET", "my/earnings/orders")).status).toBe(401);
    const other = await api.join();
    expect((await readStatement(months("2020-01", "2024-12"), other)).body.lines).toEqual([]);
    expect((await readStatement("my/earnings/orders", other)).body).toEqual({ data: [], total: 0 });
    expect((await readStatement("my/earnings?from=2024-13")).errors).toMatchObject([{ field: "from" }]);
    expect((await readStatement(months("2024-05", "2024-04"))).errors).toMatchObject([{ field: "to" }]);
    expect((await readStatement(months("2010-01", "2024-04"))).errors).toMatchObject([{ field: "from" }]);
  });
});
