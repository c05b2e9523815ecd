import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";

/**
 * Why points are on hold: many accounts on one device or network, or many listeners from one network through
 * one sharer's links.
 */
export const holdReasons = ["DEVICE", "NETWORK", "SHARER"] as const;
export const holdStates = ["PENDING", "RELEASED", "REFUSED"] as const;

/** Points on hold because they look farmed. */
export const hold = z.object({
  id: z.number().int(),
  kind: z.enum(["LISTEN", "SHARE"]),
  points: z.number().int(),
  reason: z.enum(holdReasons),
  state: z.enum(holdStates),
  created_at: instant,
  account: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }),
  song: z.object({ id: z.number().int(), pretty_id: z.string(), name: z.string(), artist: z.string() }),
});
export type Hold = z.output<typeof hold>;

export const getHolds = endpoint({
  method: "GET",
  path: "admin/holds",
  access: "personal",
  tag: "rewards",
  summary: "For administrators: lists points on hold because they look farmed, oldest first.",
  list: { filters: { account_id: "text", reason: "text" }, sortKeys: ["created_at"] },
  answer: listOf(hold),
});

export const postHold = endpoint({
  method: "POST",
  path: "admin/hold/:id",
  access: "personal",
  tag: "rewards",
  summary:
    "For administrators: releases points on hold, or refuses them for good. `all` decides about all pending points of the same account. " +
    "E0005: the opposite was decided before.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ decision: z.enum(["RELEASED", "REFUSED"]), all: z.boolean().default(false) }),
  answer: z.object({ decided: z.number().int() }),
});
