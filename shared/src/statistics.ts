import * as z from "zod";
import { endpoint } from "./endpoint.ts";

/** Periods of the statistics in days. */
export const statisticsDays = [7, 28, 90, 365] as const;

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
    }),
  ),
});
export type Statistics = z.output<typeof statistics>;

export const getMyStatistics = endpoint({
  method: "GET",
  path: "my/statistics",
  access: "session",
  tag: "studio",
  summary: "Returns plays, listeners, points and shares of the caller's wraps by day and by song.",
  query: z.object({
    days: z.enum(["7", "28", "90", "365"]).default("28"),
    /** Limits it to one wrap, by id or pretty id. */
    song: z.string().min(1).max(120).optional(),
    /** Limits it to one artist, by id. */
    artist: z.coerce.number().int().optional(),
  }),
  answer: statistics,
});
