import type { AccountingLine, EarnedOrder, StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvOf } from "../../../../lib/files/save-file.ts";
import { accountingTable, ordersTable, statementTable } from "./tables.ts";

const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
const campaign = {
  id: 1,
  pretty_id: "tide-tables",
  name: "Tide Tables",
  song: { id: 1, name: "Salt Meridian", artist: "Ines Roca" },
};
const amounts = fc
  .record({
    gross: cents,
    provider_fee: cents,
    platform_fee: cents,
    shares: fc.array(cents, { maxLength: 5 }),
  })
  .map(({ shares, ...each }) => {
    const net = each.gross - each.provider_fee - each.platform_fee;
    const sharesTotal = shares.reduce((sum, share) => sum + share, 0);
    const named = shares.map((share, at) => ({ name: `Owner ${at}`, share }));
    return { ...each, net, shares: named, rest: net - sharesTotal, campaign };
  });
const line = fc
  .record({ amounts, orders: fc.nat(99), refunds: fc.nat(99), sold: cents, paid_back: cents })
  .map(({ amounts: each, ...own }): StatementLine => ({ ...each, ...own, month: "2026-11" }));
const order = fc
  .record({ amounts, kind: fc.constantFrom("PAID" as const, "REFUNDED" as const) })
  .map(
    ({ amounts: each, kind }): EarnedOrder => ({ ...each, kind, order: "x", at: "2026-11-20T10:00:00.000Z" }),
  );

/** Parses a column of the file as a spreadsheet would, in cents. */
function columnOf(table: (string | number)[][], name: string): number {
  const [head = "", ...rows] = csvOf(table).slice(1).trimEnd().split("\r\n");
  const at = head.split(",").indexOf(name);
  expect(at).toBeGreaterThan(-1);
  return rows.reduce((sum, row) => sum + Math.round(Number(row.split(",")[at]) * 100), 0);
}
const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((sum, item) => sum + pick(item), 0);

describe("earnings files", () => {
  it("add up to the statement by column, to the cent", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const table = statementTable(lines);
        for (const name of ["sold", "paid_back", "gross", "provider_fee", "platform_fee", "net"] as const)
          expect(columnOf(table, name)).toBe(sumOf(lines, (each) => each[name]));
        expect(columnOf(table, "share")).toBe(sumOf(lines, ({ net }) => net));
        for (const name of ["orders", "refunds"] as const)
          expect(columnOf(table, name)).toBe(100 * sumOf(lines, (each) => each[name]));
      }),
    );
  });

  it("add up by order", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 12 }), (orders) => {
        const table = ordersTable(orders);
        for (const name of ["gross", "net"] as const)
          expect(columnOf(table, name)).toBe(sumOf(orders, (each) => each[name]));
        expect(columnOf(table, "share")).toBe(columnOf(table, "net"));
      }),
    );
  });

  it("name the owner of each share and leave the owner of the remainder empty", { retry: 0 }, () => {
    const [statementLine] = fc.sample(line, 1);
    if (statementLine === undefined) throw new Error("there is no line");
    const shares = [
      { name: "Ines Roca", share: 120 },
      { name: "Ottilie Brandt", share: 80 },
    ];
    const [, first, second, third] = statementTable([{ ...statementLine, shares, rest: 5 }]);
    expect([first, second, third].map((row) => row?.slice(-2))).toEqual([
      ["Ines Roca", 1.2],
      ["Ottilie Brandt", 0.8],
      ["", 0.05],
    ]);
    expect(second?.slice(0, 6)).toEqual(["2026-11", "Tide Tables", "Salt Meridian", "Ines Roca", "", ""]);
  });
});

const accountingLine = fc
  .record({ gross: cents, refund: cents, fee: cents, disputed: cents, paid_out: cents })
  .map(
    (own): AccountingLine => ({
      ...own,
      at: "2026-11-20T10:00:00Z",
      kind: "ORDER",
      order: "x",
      campaign,
      currency: "usd",
      net: own.gross + own.refund - own.fee,
      payout: "po_1",
      state: null,
    }),
  );

describe("the accounting file", () => {
  it("adds up by column, to the cent", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.array(accountingLine, { maxLength: 12 }), (lines) => {
        const table = accountingTable(lines);
        for (const name of ["gross", "refund", "fee", "net", "disputed", "paid_out"] as const)
          expect(columnOf(table, name)).toBe(sumOf(lines, (each) => each[name]));
      }),
    );
  });

  it("has a line per event, with texts that no spreadsheet runs as formulas", { retry: 0 }, () => {
    const [line] = fc.sample(accountingLine, 1);
    if (line === undefined) throw new Error("there is no line");
    const named = { ...line, order: "+1", campaign: { ...campaign, name: '=HYPERLINK("x")' } };
    const payout = { ...line, kind: "PAYOUT" as const, order: null, campaign: null, currency: "jpy" };
    const [head, order, second] = csvOf(accountingTable([named, { ...payout, paid_out: 1_250 }]))
      .slice(1)
      .trimEnd()
      .split("\r\n");
    expect(head).toBe(
      "date,kind,order,experience,wrap,currency,gross,refund,fee,net,disputed,paid_out,payout,state",
    );
    expect(order).toMatch(/^2026-11-20T10:00:00Z,ORDER,'\+1,"'=HYPERLINK\(""x""\)",Salt Meridian,USD,/);
    expect(second).toMatch(/^2026-11-20T10:00:00Z,PAYOUT,,,,JPY,/);
    expect(second).toMatch(/,1250,po_1,$/);
  });
});
