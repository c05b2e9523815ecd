import type { StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import { expect, it } from "vitest";
import { owedTable, ownerTable } from "./owner-table.ts";

const song = { id: 1, name: "Salt Meridian", artist: "Ines Roca" };
const amounts = {
  gross: 0,
  provider_fee: 0,
  platform_fee: 0,
  net: 0,
  sold: 0,
  paid_back: 0,
  orders: 0,
  refunds: 0,
};
const line = (shares: StatementLine["shares"], rest = 0): StatementLine => ({
  ...amounts,
  month: "2026-11",
  campaign: { id: 1, pretty_id: "tide-tables", name: "Tide Tables", song },
  shares,
  rest,
});

it("says what each owner is owed of a wrap, over all experiences and months", () => {
  const table = owedTable([
    line([{ name: "Ann", email: "ann@label.example", share: 120 }], 30),
    line([
      { name: "Ann", email: "Ann@label.example", share: 80 },
      { name: "Ann", share: 5 },
    ]),
    line([{ name: "Bo", share: 0 }], -10),
  ]);
  expect(table).toEqual([
    ["wrap", "artist", "owner", "email", "owed"],
    ["Salt Meridian", "Ines Roca", "Ann", "", 0.05],
    ["Salt Meridian", "Ines Roca", "Ann", "ann@label.example", 2],
    ["Salt Meridian", "Ines Roca", "Bo", "", 0],
    ["Salt Meridian", "Ines Roca", "", "", 0.2],
  ]);
});

it("omits the unassigned rest once it is assigned", () => {
  expect(owedTable([line([], 30), line([{ name: "Ann", share: 30 }], -30)])).toEqual([
    ["wrap", "artist", "owner", "email", "owed"],
    ["Salt Meridian", "Ines Roca", "Ann", "", 0.3],
  ]);
});

it("lists the statement of an owner by month and wrap", () => {
  expect(ownerTable([{ month: "2026-11", song, orders: 2, refunds: 1, net: 900, share: 450 }])).toEqual([
    ["month", "wrap", "artist", "orders", "refunds", "net", "share"],
    ["2026-11", "Salt Meridian", "Ines Roca", 2, 1, 9, 4.5],
  ]);
});
