import type { AccountingLine, EarnedOrder, StatementLine } from "@wrapsody/shared/payments/earnings.ts";

type Row = (string | number)[];
type Shared = Pick<StatementLine, "shares" | "rest">;

/** A number, so that spreadsheets can add it up. */
const dollars = (cents: number) => cents / 100;

const amountColumns = ["gross", "provider_fee", "platform_fee", "net"] as const;
const statementHead = ["month", "experience", "wrap", "artist", "orders", "refunds", "sold", "paid_back"];
const orderHead = ["order", "kind", "at", "experience", "wrap", "artist"];
const shareHead = ["owner", "share"];

/**
 * Builds one row per share. Counts and amounts of the whole line appear in its first row only, so that every numeric
 * column adds up to its total. Column names are in English, like the API, because programs read them.
 */
export function statementTable(lines: readonly StatementLine[]): Row[] {
  const head = [...statementHead, ...amountColumns, ...shareHead];
  return [head, ...lines.flatMap((line) => rowsOf(line, lineNames(line), lineNumbers(line)))];
}

/** Builds the same table by order. */
export function ordersTable(orders: readonly EarnedOrder[]): Row[] {
  const head = [...orderHead, ...amountColumns, ...shareHead];
  return [head, ...orders.flatMap((order) => rowsOf(order, orderNames(order), amountsOf(order)))];
}

const accountingAmounts = ["gross", "refund", "fee", "net", "disputed", "paid_out"] as const;

/** Builds one row per order, refund, fee, dispute and payout for bookkeeping. Dates are in ISO 8601. */
export function accountingTable(lines: readonly AccountingLine[]): Row[] {
  const head = ["date", "kind", "order", "experience", "wrap", "currency", ...accountingAmounts];
  const rows = lines.map((line) => {
    const { at, kind, order, campaign, currency, payout, state } = line;
    const names = [order ?? "", campaign?.name ?? "", campaign?.song.name ?? ""];
    const amounts = accountingAmounts.map((name) => inUnits(line[name], currency));
    return [at, kind, ...names, currency.toUpperCase(), ...amounts, payout ?? "", state ?? ""];
  });
  return [[...head, "payout", "state"], ...rows];
}

/** A number in the unit of a currency: most have hundredths, some, such as JPY, no fractions. */
function inUnits(amount: number, currency: string): number {
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return amount / 10 ** (options.maximumFractionDigits ?? 2);
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

/** The remainder has no owner. */
function sharesOf({ shares, rest }: Shared): Row[] {
  const own = shares.map(({ name, share }) => [name, dollars(share)]);
  return rest !== 0 || own.length === 0 ? [...own, ["", dollars(rest)]] : own;
}
