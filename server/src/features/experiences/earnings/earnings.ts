import type { EarnedOrder, getEarnings, StatementLine } from "@wrapsody/shared/earnings.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { Context } from "../../../platform/context.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure } from "../../../platform/failure.ts";
import { listGroups, listOrderRows, type OrderGroup } from "./earnings.data.ts";
import { addShares, multiplyShares, splitCents } from "./split.ts";

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
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Statement> {
  const last = to === undefined ? toMonthIndex(clock.now()) : parseMonth(to);
  const first = from === undefined ? last - 11 : parseMonth(from);
  if (first > last) throw invalidRange("to", "This month is before the start month.");
  if (last - first >= MAX_MONTHS) throw invalidRange("from", "A statement covers at most five years.");
  const groups = await listGroups(db, accountId, { from: monthStart(first), until: monthStart(last + 1) });
  const lines = toLines(groups);
  return { lines, total: computeTotal(lines) };
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
function toLines(groups: readonly OrderGroup[]): StatementLine[] {
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
function toLine({ month, kind, campaign, splits, orders, ...each }: OrderGroup): StatementLine {
  const net = computeNet(each);
  const gross = each.gross * orders;
  return {
    month,
    campaign,
    ...(kind === "PAID"
      ? { orders, refunds: 0, sold: gross, paid_back: 0 }
      : { orders: 0, refunds: orders, sold: 0, paid_back: gross }),
    gross,
    provider_fee: each.provider_fee * orders,
    platform_fee: each.platform_fee * orders,
    net: net * orders,
    ...multiplyShares(splitCents(net, splits), orders),
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
    data: data.map(({ splits, ...order }) => ({
      ...order,
      net: computeNet(order),
      ...splitCents(computeNet(order), splits),
    })),
    total,
  };
}
