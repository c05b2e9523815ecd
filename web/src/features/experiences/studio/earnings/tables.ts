import type { EarnedOrder, StatementLine } from "@wrapsody/shared/earnings.ts";

type Row = (string | number)[];
type Shared = Pick<StatementLine, "shares" | "rest">;

/** A number, so that spreadsheets add it up. */
const dollars = (cents: number) => cents / 100;

const amountColumns = ["gross", "provider_fee", "platform_fee", "net"] as const;
const statementHead = ["month", "experience", "wrap", "artist", "orders", "refunds", "sold", "paid_back"];
const orderHead = ["order", "kind", "at", "experience", "wrap", "artist"];
const shareHead = ["owner", "share"];

/**
 * A row for each share. What is told of a line as a whole, its counts and amounts, stands in its first row alone: every column of
 * numbers adds up to its total. Columns are named in English, as the calls name them: what reads them is a program.
 */
export function statementTable(lines: readonly StatementLine[]): Row[] {
  const head = [...statementHead, ...amountColumns, ...shareHead];
  return [head, ...lines.flatMap((line) => rowsOf(line, lineNames(line), lineNumbers(line)))];
}

/** The same, order by order. */
export function ordersTable(orders: readonly EarnedOrder[]): Row[] {
  const head = [...orderHead, ...amountColumns, ...shareHead];
  return [head, ...orders.flatMap((order) => rowsOf(order, orderNames(order), amountsOf(order)))];
}

function lineNames({ month, campaign }: StatementLine): Row {
  return [month, ...campaignNames(campaign)];
}

function orderNames({ order, kind, at, campaign }: EarnedOrder): Row {
  return [order, kind, at, ...campaignNames(campaign)];
}

function campaignNames({ name, song }: StatementLine["campaign"]): Row {
  return [name, song.name, song.artist];
}

function lineNumbers(line: StatementLine): Row {
  return [line.orders, line.refunds, dollars(line.sold), dollars(line.paid_back), ...amountsOf(line)];
}

function amountsOf(amounts: Pick<StatementLine, (typeof amountColumns)[number]>): Row {
  return amountColumns.map((each) => dollars(amounts[each]));
}

function rowsOf(shared: Shared, names: Row, numbers: Row): Row[] {
  const none = numbers.map(() => "");
  return sharesOf(shared).map((share, at) => [...names, ...(at === 0 ? numbers : none), ...share]);
}

/** The rest stands under nobody's name. */
function sharesOf({ shares, rest }: Shared): Row[] {
  const own = shares.map(({ name, share }) => [name, dollars(share)]);
  return rest !== 0 || own.length === 0 ? [...own, ["", dollars(rest)]] : own;
}
