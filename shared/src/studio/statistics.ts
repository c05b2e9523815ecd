import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

/** Periods of the statistics in days. */
export const statisticsDays = [7, 28, 90, 365] as const;

/**
 * How the visit began in which a play was started. SHARE: with a shared link. LINK: from a page of another site. EMBED: in
 * the player that another site embeds. SITE: otherwise. The browser states it in the header `X-Wrap-Source`.
 */
export const playSources = ["SITE", "SHARE", "LINK", "EMBED"] as const;
export type PlaySource = (typeof playSources)[number];

/**
 * Distinct people at each step within a period. A step counts everyone who took it in the period, whether or not they took an earlier
 * one in it.
 */
const funnel = {
  /** Listeners with a counted play: accounts, and browsers without a session. */
  heard: z.number().int(),
  /** Accounts that earned at least one point. */
  earned: z.number().int(),
  /** Accounts that claimed a reward. */
  claimed: z.number().int(),
  /** Accounts that took part in an experience: paid, or confirmed a free spot. */
  joined: z.number().int(),
};

/** Counted plays, distinct listeners, points earned, and plays brought by shared links. */
const measures = {
  plays: z.number().int(),
  listeners: z.number().int(),
  points: z.number().int(),
  shares: z.number().int(),
};

export const statistics = z.object({
  /** First and last day (UTC, YYYY-MM-DD); the last is today. */
  from: z.string(),
  to: z.string(),
  /** Of the whole period; a listener on two days counts once. */
  total: z.object(measures),
  /** Of the period before, for comparison. */
  before: z.object(measures),
  /** Every day of the period in order, without gaps. */
  days: z.array(z.object({ day: z.string(), ...measures })),
  /** Up to 1000 played wraps, most played first. */
  songs: z.array(
    z.object({
      id: z.number().int(),
      pretty_id: z.string(),
      name: z.string(),
      artist: z.string(),
      ...measures,
      funnel: z.object(funnel),
    }),
  ),
  /** Counted plays by source. UNKNOWN: of the time before sources were recorded, and of programs that state none. */
  sources: z.array(z.object({ source: z.enum([...playSources, "UNKNOWN"]), plays: z.number().int() })),
  /** Of all selected wraps; a person who took a step with two wraps counts once. */
  funnel: z.object(funnel),
});
export type Statistics = z.output<typeof statistics>;

export const getMyStatistics = endpoint({
  method: "GET",
  path: "my/statistics",
  access: "session",
  tag: "studio",
  summary:
    "Returns plays, listeners, points and shares of the caller's wraps by day and by song, plays by source, and how many people went " +
    "from a listen to a point, a claim and an experience.",
  query: z.object({
    days: z.enum(["7", "28", "90", "365"]).default("28"),
    /** Limits it to one wrap, by id or pretty id. */
    song: z.string().min(1).max(120).optional(),
    /** Limits it to one artist, by id. */
    artist: z.coerce.number().int().optional(),
  }),
  answer: statistics,
});
