import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { holdStates } from "./holds.ts";

/**
 * How many anonymous listeners of a song count per network and day (UTC). A network is the /24 of an IPv4 or the /48 of
 * an IPv6 address. Logged-in listeners are not limited.
 */
export const playCaps = {
  /** More than a café, a school class or an office brings to one song. */
  listenersPerNetwork: 50,
  /** Part of the song's listeners of this or the previous day that one network may bring, so that a hit may spread on a mobile carrier. */
  shareOfListeners: 0.05,
} as const;

/** Plays of one song on one day from one network, beyond the cap of anonymous listeners. */
export const playHold = z.object({
  id: z.number().int(),
  /** The day (UTC) that the plays belong to. */
  day: z.string(),
  network: z.string(),
  plays: z.number().int(),
  listeners: z.number().int(),
  /** Listeners of the song on that day, without those on hold. */
  song_listeners: z.number().int(),
  state: z.enum(holdStates),
  created_at: instant,
  last_held_at: instant,
  song: z.object({ id: z.number().int(), pretty_id: z.string(), name: z.string(), artist: z.string() }),
});
export type PlayHold = z.output<typeof playHold>;

export const getPlayHolds = endpoint({
  method: "GET",
  path: "admin/play-holds",
  access: "personal",
  tag: "catalogue",
  summary:
    "For administrators: lists plays on hold, because more anonymous listeners came from one network than count per song and day, oldest first.",
  list: { filters: { network: "text" }, sortKeys: ["created_at"] },
  answer: listOf(playHold),
});

export const postPlayHold = endpoint({
  method: "POST",
  path: "admin/play-hold/:id",
  access: "personal",
  tag: "catalogue",
  summary:
    "For administrators: releases plays on hold, which then count for the time they were heard, or refuses them for good. Later plays of the song " +
    "from that network on that day follow the decision. `all` decides about all pending plays from the same network. E0005: the opposite was decided before.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ decision: z.enum(["RELEASED", "REFUSED"]), all: z.boolean().default(false) }),
  /** How many plays were decided. */
  answer: z.object({ decided: z.number().int() }),
});
