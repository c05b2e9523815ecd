import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { EarnedOrder, getEarnings, StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import type { Context } from "../../../platform/context.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure } from "../../../platform/failure.ts";
import { listGroups, listOrderRows, type OrderGroup } from "./earnings.data.ts";
import { addShares, divideNet, multiplyShares, type Shares } from "./split.ts";

/** Longest period of a statement. */
const MAX_MONTHS = 60;

type Statement = AnswerOf<typeof getEarnings>;

/**
 * Returns the earnings of an account's experiences by month and experience; by default the last twelve months.
 *
 * @throws Failure E0007 if `to` is before `from`, or more than five years after it
 */
export async function readStatement(
  { db, clock }: Context,
  accountId: string,
  { from, to }: MonthRange,
): Promise<Statement> {
  const groups = await listGroups(db, { publisherId: accountId }, parsePeriod(clock.now(), { from, to }));
  const lines = toLines(groups);
  return { lines, total: computeTotal(lines) };
}

export type MonthRange = { from?: string | undefined; to?: string | undefined };

/** @throws Failure E0007 if `to` is before `from`, or more than five years after it */
export function parsePeriod(now: Date, { from, to }: MonthRange): { from: Date; until: Date } {
  const last = to === undefined ? toMonthIndex(now) : parseMonth(to);
  const first = from === undefined ? last - 11 : parseMonth(from);
  if (first > last) throw invalidRange("to", "This month is before the start month.");
  if (last - first >= MAX_MONTHS) throw invalidRange("from", "A statement covers at most five years.");
  return { from: monthStart(first), until: monthStart(last + 1) };
}

const invalidRange = (field: string, message: string) =>
  new Failure("E0007", { errors: [{ field, message }] });

/** Months since the year 0. */
const toMonthIndex = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth();
const monthStart = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));

function parseMonth(text: string): number {
  const [year = 0, month = 1] = text.split("-").map(Number);
  return year * 12 + month - 1;
}

/** Merges adjacent groups of the same month and experience into one line. */
export function toLines(groups: readonly OrderGroup[]): StatementLine[] {
  const lines: StatementLine[] = [];
  for (const line of groups.map(toLine)) {
    const before = lines.at(-1);
    if (before?.month === line.month && before.campaign.id === line.campaign.id) {
      lines[lines.length - 1] = addLines(before, line);
    } else lines.push(line);
  }
  return lines;
}

/** Splits each order separately: the sum of rounded cents differs from the rounded sum. */
function toLine(group: OrderGroup): StatementLine {
  const { month, kind, campaign, orders } = group;
  const amounts = amountsOf(group);
  const gross = amounts.gross * orders;
  return {
    month,
    campaign,
    orders: kind === "PAID" ? orders : 0,
    refunds: kind === "REFUNDED" ? orders : 0,
    sold: kind === "PAID" ? gross : 0,
    paid_back: kind === "REFUNDED" ? gross : 0,
    gross,
    provider_fee: amounts.provider_fee * orders,
    platform_fee: amounts.platform_fee * orders,
    net: amounts.net * orders,
    ...multiplyShares(divideEntry(group), orders),
  };
}

type Entry = Amounts & Pick<OrderGroup, "kind" | "splits" | "rest_splits">;

/** Divides an entry among the owners at the time. */
export function divideEntry({ kind, splits, rest_splits, ...amounts }: Entry): Shares {
  return divideNet({ kind, net: computeNet(amounts), splits, rest: rest_splits });
}

/** An assignment moves money between owners only; its entry carries the amounts of the order that it divides. */
export function amountsOf({ kind, gross, provider_fee, platform_fee }: Entry): Amounts & { net: number } {
  if (kind === "ASSIGNED") return { gross: 0, provider_fee: 0, platform_fee: 0, net: 0 };
  return {
    gross,
    provider_fee,
    platform_fee,
    net: computeNet({ gross, provider_fee, platform_fee }),
  };
}

type Amounts = Pick<StatementLine, "gross" | "provider_fee" | "platform_fee">;
const computeNet = ({ gross, provider_fee, platform_fee }: Amounts) => gross - provider_fee - platform_fee;

function addLines(a: StatementLine, b: StatementLine): StatementLine {
  return {
    month: a.month,
    campaign: a.campaign,
    orders: a.orders + b.orders,
    refunds: a.refunds + b.refunds,
    sold: a.sold + b.sold,
    paid_back: a.paid_back + b.paid_back,
    gross: a.gross + b.gross,
    provider_fee: a.provider_fee + b.provider_fee,
    platform_fee: a.platform_fee + b.platform_fee,
    net: a.net + b.net,
    ...addShares(a, b),
  };
}

function computeTotal(lines: readonly StatementLine[]): Statement["total"] {
  const names = ["sold", "paid_back", "gross", "provider_fee", "platform_fee", "net", "rest"] as const;
  const total = { sold: 0, paid_back: 0, gross: 0, provider_fee: 0, platform_fee: 0, net: 0, rest: 0 };
  for (const line of lines) for (const name of names) total[name] += line[name];
  return total;
}

/** Lists the orders behind a statement. */
export async function listEarnedOrders(
  { db }: Context,
  accountId: string,
  list: ListQuery,
): Promise<Rows<EarnedOrder>> {
  const { data, total } = await listOrderRows(db, accountId, list);
  return {
    data: data.map((entry) => {
      const { order, kind, at, campaign } = entry;
      return { order, kind, at, campaign, ...amountsOf(entry), ...divideEntry(entry) };
    }),
    total,
  };
}
