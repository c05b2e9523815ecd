import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";

/**
 * What was earned, in US cents. `gross` is what fans paid; `provider_fee` what the payment provider kept of it (0 where it keeps that
 * from the house); `platform_fee` what the house keeps; `net` = gross - provider_fee - platform_fee. An order that was paid back
 * counts against the month in which it was, with the same amounts below 0.
 */
const amounts = {
  gross: z.number().int(),
  provider_fee: z.number().int(),
  platform_fee: z.number().int(),
  net: z.number().int(),
};

/**
 * The net by the royalty splits of the wrap, to the cent: the shares and the rest, which no split gives to anybody and is the
 * publisher's, are the net.
 */
const shares = {
  shares: z.array(z.object({ name: z.string(), share: z.number().int() })),
  rest: z.number().int(),
};

/** What makes the gross: `sold`, and what was `paid_back`, which is below 0 or 0. */
const salesAndRefunds = { sold: z.number().int(), paid_back: z.number().int() };

const campaign = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  song: z.object({ id: z.number().int(), name: z.string(), artist: z.string() }),
});

/** Of a month (UTC, as 2026-11) and an experience. */
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
    "What the caller's experiences earned, by month and experience, the latest month first; at most five years.",
  query: z.object({ from: month.optional(), to: month.optional() }),
  answer: z.object({
    lines: z.array(statementLine),
    total: z.object({ ...salesAndRefunds, ...amounts, rest: z.number().int() }),
  }),
});

/** One order, or its being paid back. */
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
  summary: "The orders behind the statement, the latest first.",
  list: { filters: { campaign_id: "integer", month: "text" }, sortKeys: ["created_at"] },
  answer: listOf(earnedOrder),
});
