import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";

/**
 * Amounts in US cents. `gross`: paid by buyers; `provider_fee`: kept by the payment provider (0 if the platform pays it);
 * `platform_fee`: kept by the platform; `net` = gross - provider_fee - platform_fee. A refund counts in its own month, with
 * negative amounts.
 */
const amounts = {
  gross: z.number().int(),
  provider_fee: z.number().int(),
  platform_fee: z.number().int(),
  net: z.number().int(),
};

/**
 * The net by the wrap's royalty splits that were in force when the order was paid: the shares and `rest`, the publisher's
 * unassigned part, add up to it. `email` is the address that the publisher entered.
 */
const shares = {
  shares: z.array(
    z.object({ name: z.string(), email: z.string().nullable().optional(), share: z.number().int() }),
  ),
  rest: z.number().int(),
};

/** The parts of the gross: sales, and refunds as a negative amount. */
const salesAndRefunds = { sold: z.number().int(), paid_back: z.number().int() };

const campaign = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  song: z.object({ id: z.number().int(), name: z.string(), artist: z.string() }),
});

/** One month (UTC, as 2026-11) of one experience. */
export const statementLine = z.object({
  month: z.string(),
  campaign,
  orders: z.number().int(),
  refunds: z.number().int(),
  ...salesAndRefunds,
  ...amounts,
  ...shares,
});
export type StatementLine = z.output<typeof statementLine>;

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: "Please enter a month as 2026-11." });

export const getEarnings = endpoint({
  method: "GET",
  path: "my/earnings",
  access: "session",
  tag: "earnings",
  summary:
    "Returns the earnings of the caller's experiences by month and experience, newest first; at most five years.",
  query: z.object({ from: month.optional(), to: month.optional() }),
  answer: z.object({
    lines: z.array(statementLine),
    total: z.object({ ...salesAndRefunds, ...amounts, rest: z.number().int() }),
  }),
});

/**
 * One payment or refund. `ASSIGNED`: the publisher assigned what was unassigned of the order to owners; all amounts are 0, and
 * `rest` is the negative of the shares.
 */
export const earnedOrder = z.object({
  order: z.string(),
  kind: z.enum(["PAID", "REFUNDED", "ASSIGNED"]),
  at: instant,
  campaign,
  ...amounts,
  ...shares,
});
export type EarnedOrder = z.output<typeof earnedOrder>;

export const getEarnedOrders = endpoint({
  method: "GET",
  path: "my/earnings/orders",
  access: "session",
  tag: "earnings",
  summary: "Lists the orders behind the statement, newest first.",
  list: { filters: { campaign_id: "integer", month: "text" }, sortKeys: ["created_at"] },
  answer: listOf(earnedOrder),
});

/** One month (UTC) of one wrap, as one of its owners sees it. Amounts in US cents; the publisher pays the share. */
export const ownerStatementLine = z.object({
  month: z.string(),
  song: z.object({ id: z.number().int(), name: z.string(), artist: z.string() }),
  orders: z.number().int(),
  refunds: z.number().int(),
  net: z.number().int(),
  /** The caller's part of the net, and of what was assigned in the month. */
  share: z.number().int(),
});
export type OwnerStatementLine = z.output<typeof ownerStatementLine>;

export const getOwnerStatement = endpoint({
  method: "GET",
  path: "my/splits/statement",
  access: "session",
  tag: "splits",
  summary:
    "Returns what the publishers of wraps that name the caller as an owner owe them, by month and wrap, newest first; at " +
    "most five years. The platform holds no money for owners.",
  query: z.object({ from: month.optional(), to: month.optional() }),
  answer: z.object({ lines: z.array(ownerStatementLine), total: z.object({ share: z.number().int() }) }),
});

/** What no owner gets of the income of a wrap. */
export const unassignedIncome = z.object({
  song: z.object({ id: z.number().int(), name: z.string(), artist: z.string() }),
  /** US cents. */
  amount: z.number().int(),
  /** The revision of splits in force, if its royalties add up to 100 %: the amount may be assigned to it. */
  revision: z.number().int().nullable(),
});
export type UnassignedIncome = z.output<typeof unassignedIncome>;

export const getUnassignedIncome = endpoint({
  method: "GET",
  path: "my/earnings/unassigned",
  access: "session",
  tag: "earnings",
  summary: "Lists the caller's wraps with income that is not assigned to any owner.",
  answer: z.object({ data: z.array(unassignedIncome) }),
});

export const postIncomeAssignment = endpoint({
  method: "POST",
  path: "split/:id/assignment",
  access: "personal",
  tag: "earnings",
  summary:
    "Assigns the unassigned income of a wrap of the caller to the owners of the splits in force, whose royalties add up to " +
    "100 %. It is booked now, so earlier statements stay; each order can be assigned once. Fails with E0027 if nothing is " +
    "unassigned or the splits are incomplete.",
  params: z.object({ id: z.string().regex(/^\d{1,15}$/, { error: "Please use the number of a revision." }) }),
  answer: z.object({ orders: z.number().int() }),
});
