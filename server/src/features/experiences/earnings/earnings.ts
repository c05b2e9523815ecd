import type { EarnedOrder, getEarnings, StatementLine } from "@wrapsody/shared/earnings.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import type { Rows } from "../../../platform/list.ts";
import { listGroups, listOrders, type OrderGroup } from "./earnings.data.ts";
import { addShares, splitCents, timesShares } from "./split.ts";

/** Months that a statement tells at most. */
const mostMonths = 60;

type Statement = AnswerOf<typeof getEarnings>;

/**
 * What an account's experiences earned, by month and experience. Without `from` it is the last twelve months, this one included.
 *
 * @throws Failure E0007 where `to` lies before `from`, or more than five years after it
 */
export async function statement(
  { db, clock }: Context,
  accountId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Statement> {
  const last = to === undefined ? monthAt(clock.now()) : monthNumber(to);
  const first = from === undefined ? last - 11 : monthNumber(from);
  if (first > last) throw outside("to", "This month lies before the first one.");
  if (last - first >= mostMonths) throw outside("from", "A statement tells five years at most.");
  const groups = await listGroups(db, accountId, { from: startOf(first), until: startOf(last + 1) });
  const lines = linesOf(groups);
  return { lines, total: totalOf(lines) };
}

const outside = (field: string, message: string) => new Failure("E0007", { errors: [{ field, message }] });

/** Months since the year 0. */
const monthAt = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth();
const startOf = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));

function monthNumber(text: string): number {
  const [year = 0, month = 1] = text.split("-").map(Number);
  return year * 12 + month - 1;
}

/** Groups of the same month and experience, which follow each other, in one line. */
function linesOf(groups: readonly OrderGroup[]): StatementLine[] {
  const lines: StatementLine[] = [];
  for (const line of groups.map(lineOf)) {
    const before = lines.at(-1);
    if (before?.month === line.month && before.campaign.id === line.campaign.id) {
      lines[lines.length - 1] = sumOf(before, line);
    } else lines.push(line);
  }
  return lines;
}

/** Each order is divided by itself: the sum of cents that were rounded is not the rounded sum. */
function lineOf({ month, kind, campaign, splits, orders, ...each }: OrderGroup): StatementLine {
  const net = netOf(each);
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
    ...timesShares(splitCents(net, splits), orders),
  };
}

type Amounts = Pick<StatementLine, "gross" | "provider_fee" | "platform_fee">;
const netOf = ({ gross, provider_fee, platform_fee }: Amounts) => gross - provider_fee - platform_fee;

function sumOf(one: StatementLine, other: StatementLine): StatementLine {
  return {
    month: one.month,
    campaign: one.campaign,
    orders: one.orders + other.orders,
    refunds: one.refunds + other.refunds,
    sold: one.sold + other.sold,
    paid_back: one.paid_back + other.paid_back,
    gross: one.gross + other.gross,
    provider_fee: one.provider_fee + other.provider_fee,
    platform_fee: one.platform_fee + other.platform_fee,
    net: one.net + other.net,
    ...addShares(one, other),
  };
}

function totalOf(lines: readonly StatementLine[]): Statement["total"] {
  const names = ["sold", "paid_back", "gross", "provider_fee", "platform_fee", "net", "rest"] as const;
  const total = { sold: 0, paid_back: 0, gross: 0, provider_fee: 0, platform_fee: 0, net: 0, rest: 0 };
  for (const line of lines) for (const name of names) total[name] += line[name];
  return total;
}

/** The orders behind a statement. */
export async function earnedOrders(
  { db }: Context,
  accountId: string,
  list: ListQuery,
): Promise<Rows<EarnedOrder>> {
  const { data, total } = await listOrders(db, accountId, list);
  return {
    data: data.map(({ splits, ...order }) => ({
      ...order,
      net: netOf(order),
      ...splitCents(netOf(order), splits),
    })),
    total,
  };
}
