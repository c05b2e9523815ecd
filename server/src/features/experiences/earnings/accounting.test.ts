import { randomUUID } from "node:crypto";
import type { AccountingLine } from "@wrapsody/shared/payments/earnings.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let campaign: number;
const destination = "acct_own";
const owners = [
  { name: "Ines Roca", ownership: 50, royalty: 33.33 },
  { name: "Ottilie Brandt", ownership: 50, royalty: 33.33 },
];

beforeAll(async () => {
  api = await openFanApi();
  const { db } = api.context;
  publisher = await api.addPublisher();
  const song = await api.createDraft(publisher, { owners });
  await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(db);
  campaign = await api.addActiveCampaign(publisher, song, { cost_per_nft: "12.50" }, grid(3, 3));
  await sql`
    insert into payout_account (account_id, provider, external_id, is_ready, created_at, checked_at)
    values (${publisher.id}, 'SANDBOX', ${destination}, true, now(), now())`.execute(db);
});
afterAll(() => api.close());

type Sale = {
  month: number;
  cents: number;
  fee: number;
  /** It went to the payout account. `PAID`, `IN_TRANSIT`: it is in such a payout. */
  standing: "COLLECTED" | "BALANCE" | "IN_TRANSIT" | "PAID";
  part: number;
  backAfter: number | undefined;
  isDisputed: boolean;
};

/** Stores a sale with its refunds, dispute and payout, as recorded from the provider. */
async function insertSale(sale: Sale, year: number): Promise<void> {
  const { db } = api.context;
  const { cents, fee, standing, isDisputed } = sale;
  const day = (month: number) =>
    new Date(Date.UTC(year, month, 14, 10)).toISOString().replace(/\.\d{3}Z$/, "Z");
  const paidAt = day(sale.month);
  const refundedAt = sale.backAfter === undefined ? null : day(sale.month + sale.backAfter);
  const part = refundedAt === null ? 0 : Math.min(sale.part, cents - 1);
  const to = standing === "COLLECTED" ? null : destination;
  const { rows } = await sql<{ id: number }>`
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, payee_id, created_at)
    values (${`=order-${randomUUID()}`}, '\\x00', ${campaign}, '0x0', 'FULFILLED', ${cents}, ${publisher.id}, ${paidAt})
    returning id`.execute(db);
  const payment = randomUUID();
  await sql`
    insert into payment (id, kind, reference, payee_id, title, amount_cents, platform_fee_cents, provider_fee_cents, provider,
      destination, state, created_at, expires_at, checked_at, paid_at, refunded_at, part_refunded_cents, part_refunded_at)
    values (${payment}, 'PARTICIPATION', ${String(rows[0]?.id)}, ${publisher.id}, 'Tide', ${cents}, ${Math.round(cents * 0.07)},
      ${fee}, 'SANDBOX', ${to}, ${refundedAt === null ? "PAID" : "REFUNDED"}, ${paidAt}, ${paidAt}, ${paidAt}, ${paidAt},
      ${refundedAt}, ${part}, ${part > 0 ? refundedAt : null})`.execute(db);
  if (isDisputed)
    await sql`
      insert into payment_dispute (provider, external_id, payment_id, amount_cents, state, created_at)
      values ('SANDBOX', ${`du_${payment}`}, ${payment}, ${cents}, 'OPEN', ${paidAt})`.execute(db);
  if (standing !== "IN_TRANSIT" && standing !== "PAID") return;
  const payout = `po_${payment}`;
  await sql`
    insert into payout (provider, external_id, destination, amount, currency, state, created_at, arrives_at)
    values ('SANDBOX', ${payout}, ${destination}, ${cents}, 'usd', ${standing}, ${paidAt}, ${paidAt})`.execute(
    db,
  );
  for (const kind of refundedAt === null ? ["PAID"] : ["PAID", "REFUNDED"])
    await sql`
      insert into payout_item (provider, external_id, payout_id, payment_id, kind, created_at)
      values ('SANDBOX', ${randomUUID()}, ${payout}, ${payment}, ${kind}, ${paidAt})`.execute(db);
}

const read = async (path: string, person: Person = publisher) =>
  (await api.call("GET", path, bearer(person.token))).json;

/** Reads all lines page by page. */
async function listLines(range: string): Promise<AccountingLine[]> {
  const lines: AccountingLine[] = [];
  for (;;) {
    const { body } = await read(`my/earnings/accounting?limit=7&offset=${lines.length}&${range}`);
    lines.push(...body.data);
    if (body.data.length < 7) return lines;
  }
}

const sum = <Each>(all: readonly Each[], pick: (each: Each) => number) =>
  all.reduce((total, each) => total + pick(each), 0);

const sale = fc.record({
  month: fc.nat(2),
  cents: fc.oneof(fc.constantFrom(99, 1_250), fc.integer({ min: 50, max: 999_999 })),
  fee: fc.constantFrom(0, 66, 131),
  standing: fc.constantFrom<Sale["standing"][]>("COLLECTED", "BALANCE", "IN_TRANSIT", "PAID"),
  part: fc.constantFrom(0, 0, 30, 500),
  backAfter: fc.option(fc.nat(3), { nil: undefined }),
  isDisputed: fc.boolean(),
});

describe("the accounting lines", () => {
  it("require a session and a period that is not reversed", async () => {
    for (const path of ["my/earnings/accounting", "my/earnings/balance"]) {
      expect((await api.call("GET", path)).json.code).toBe("E0002");
      const { json } = await api.call("GET", `${path}?from=2024-02&to=2024-01`, bearer(publisher.token));
      expect([json.code, json.errors[0].field]).toEqual(["E0007", "to"]);
    }
  });

  it("state orders, refunds, fees, disputes and payouts, and nothing of others", async () => {
    const own = { month: 0, cents: 1_250, fee: 66, part: 0, isDisputed: true };
    const { db } = api.context;
    await sql`delete from payout_item`.execute(db);
    await sql`delete from payment_dispute`.execute(db);
    await sql`delete from payment`.execute(db);
    await sql`delete from payout`.execute(db);
    await insertSale({ ...own, standing: "PAID", backAfter: 1 }, 1990);
    const lines = await listLines("from=1990-01&to=1990-12&sortDir=ASC&sortKey=created_at");
    expect(lines.map(({ kind }) => kind)).toEqual([
      "ORDER",
      "PLATFORM_FEE",
      "DISPUTE",
      "PAYOUT",
      "REFUND",
      "PLATFORM_FEE",
    ]);
    const payout = lines[3]?.payout;
    expect(lines[0]).toMatchObject({ at: "1990-01-14T10:00:00Z", gross: 1_250, net: 1_250, payout });
    expect(lines[2]).toMatchObject({ disputed: 1_250, net: 0, state: "OPEN" });
    expect(lines[3]).toMatchObject({ paid_out: 1_250, net: 0, order: null, campaign: null, state: "PAID" });
    expect(lines[4]).toMatchObject({ refund: -1_250, net: -1_250, payout });
    expect(lines[5]).toMatchObject({ fee: -88, net: 88 });
    const stranger = await api.addPublisher();
    expect((await read("my/earnings/accounting?from=1990-01&to=1990-12", stranger)).body.data).toEqual([]);
    expect((await read("my/earnings/balance?from=1990-01&to=1990-12", stranger)).body.total).toEqual({
      collected: 0,
      pending: 0,
      paid: 0,
    });
  });

  it("agree with the statement and the balance to the cent, for any sales, refunds, disputes and payouts", {
    retry: 0,
  }, async () => {
    let year = 1900;
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { maxLength: 8 }), async (sales) => {
        year += 2;
        await Promise.all(sales.map((each) => insertSale(each, year)));
        const range = `from=${year}-01&to=${year}-12`;
        const { body: statement } = await read(`my/earnings?${range}`);
        const { body: balance } = await read(`my/earnings/balance?${range}`);
        const lines = await listLines(range);
        const { sold, paid_back, provider_fee, platform_fee, net } = statement.total;
        expect(sum(lines, (line) => line.gross)).toBe(sold);
        expect(sum(lines, (line) => line.refund)).toBe(paid_back);
        expect(sum(lines, (line) => line.fee)).toBe(provider_fee + platform_fee);
        expect(sum(lines, (line) => line.net)).toBe(net);
        for (const line of lines) expect(line.net).toBe(line.gross + line.refund - line.fee);
        expect(lines.filter(({ kind }) => kind === "ORDER")).toHaveLength(sales.length);
        const { total, owners: shares, rest } = balance;
        expect(total.collected + total.pending + total.paid).toBe(net);
        for (const name of ["collected", "pending", "paid"] as const)
          expect(sum(shares, (owner: typeof total) => owner[name]) + rest[name]).toBe(total[name]);
      }),
      { numRuns: 12 },
    );
  });
});
