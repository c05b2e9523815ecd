import type { OwnerStatementLine, StatementLine } from "@wrapsody/shared/payments/earnings.ts";

type Row = (string | number)[];

/** A number, so that spreadsheets can add it up. */
const dollars = (cents: number) => cents / 100;

/** Builds the statement of an owner as a table. Column names are in English, like the API, because programs read them. */
export function ownerTable(lines: readonly OwnerStatementLine[]): Row[] {
  const head = ["month", "wrap", "artist", "orders", "refunds", "net", "share"];
  const rows = lines.map(({ month, song, orders, refunds, net, share }) => [
    month,
    song.name,
    song.artist,
    orders,
    refunds,
    dollars(net),
    dollars(share),
  ]);
  return [head, ...rows];
}

/** Builds what a publisher owes each owner of each wrap. The last row of a wrap is what no owner gets, if anything. */
export function owedTable(lines: readonly StatementLine[]): Row[] {
  const owed = new Map<string, { row: Row; cents: number }>();
  for (const { campaign, shares, rest } of lines) {
    const { id, name, artist } = campaign.song;
    for (const { name: owner, email = null, share } of [...shares, { name: "", share: rest }]) {
      const key = JSON.stringify([name, id, owner === "", owner, email?.toLowerCase() ?? ""]);
      const cents = (owed.get(key)?.cents ?? 0) + share;
      owed.set(key, { row: owed.get(key)?.row ?? [name, artist, owner, email ?? ""], cents });
    }
  }
  const sorted = [...owed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  const rows = sorted.filter(({ cents, row }) => cents !== 0 || row[2] !== "");
  return [
    ["wrap", "artist", "owner", "email", "owed"],
    ...rows.map(({ row, cents }) => [...row, dollars(cents)]),
  ];
}
