import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { listOf } from "./page.ts";

/** Why points wait: many accounts on one device, on one network, or many listeners of one network by one sharer's links. */
export const holdReasons = ["DEVICE", "NETWORK", "SHARER"] as const;
export const holdStates = ["PENDING", "RELEASED", "REFUSED"] as const;

/** Points that look farmed. */
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
  summary: "For administrators: points that look farmed and wait, the longest wait first.",
  list: { filters: { account_id: "text", reason: "text" }, sortKeys: ["created_at"] },
  answer: listOf(hold),
});

export const postHold = endpoint({
  method: "POST",
  path: "admin/hold/:id",
  access: "personal",
  tag: "rewards",
  summary:
    "For administrators: adds points that waited, or refuses them for good. `all` decides about everything that waits for the same account. " +
    "E0005: it was decided otherwise.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ decision: z.enum(["RELEASED", "REFUSED"]), all: z.boolean().default(false) }),
  answer: z.object({ decided: z.number().int() }),
});
