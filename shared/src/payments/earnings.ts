import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";

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

/**
 * Parts of the net, in US cents. `collected`: by the platform, which owes it. `pending`: on the publisher's payout account or on its way
 * to the bank. `paid`: arrived at the bank.
 */
const standings = {
  collected: z.number().int(),
  pending: z.number().int(),
  paid: z.number().int(),
};

export const getBalance = endpoint({
  method: "GET",
  path: "my/earnings/balance",
  access: "session",
  tag: "earnings",
  summary:
    "Returns where the net of the caller's experiences is: with the platform, on the payout account, or at the bank; in all and by " +
    "owner, by the splits in force when each order was paid. Adds up to the net of the statement of the same months.",
  query: z.object({ from: month.optional(), to: month.optional() }),
  answer: z.object({
    total: z.object(standings),
    owners: z.array(z.object({ name: z.string(), email: z.string().nullable(), ...standings })),
    /** Of no owner. */
    rest: z.object(standings),
  }),
});

/**
 * A line for bookkeeping. Amounts are in the smallest unit of the currency, each in one line only. `net` = `gross` + `refund` - `fee`.
 * Refunds are negative, and so are fees that a refund returned. A dispute takes nothing from the publisher until the order is refunded,
 * so `disputed` is not part of the net; nor is `paid_out`, which moves money that was earned.
 */
export const accountingLine = z.object({
  at: instant,
  kind: z.enum(["ORDER", "REFUND", "PROVIDER_FEE", "PLATFORM_FEE", "DISPUTE", "PAYOUT"]),
  /** The order's public id; null for payouts. */
  order: z.string().nullable(),
  campaign: campaign.nullable(),
  currency: z.string(),
  gross: z.number().int(),
  refund: z.number().int(),
  fee: z.number().int(),
  net: z.number().int(),
  disputed: z.number().int(),
  paid_out: z.number().int(),
  /** The payout, or the payouts with the order or its refunds, separated by spaces. */
  payout: z.string().nullable(),
  /** Of a dispute: OPEN, WON, LOST. Of a payout: its state. */
  state: z.string().nullable(),
});
export type AccountingLine = z.output<typeof accountingLine>;

export const getAccounting = endpoint({
  method: "GET",
  path: "my/earnings/accounting",
  access: "session",
  tag: "earnings",
  summary:
    "Lists a line for each order, refund, fee, dispute and payout of the caller's experiences; by default of the last twelve months. " +
    "The sums of gross, refund, fee and net are those of the statement of the same months.",
  query: z.object({ from: month.optional(), to: month.optional() }),
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(accountingLine),
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
