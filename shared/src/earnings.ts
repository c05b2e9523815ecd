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
 * The net by the wrap's royalty splits: the shares and `rest`, the publisher's unassigned part, add up to it.
 */
const shares = {
  shares: z.array(z.object({ name: z.string(), share: z.number().int() })),
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

/** One payment or refund. */
export const earnedOrder = z.object({
  order: z.string(),
  kind: z.enum(["PAID", "REFUNDED"]),
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
