import * as z from "zod";
import { endpoint } from "./endpoint.ts";

/** Days that a statistic may reach back. */
export const statisticsDays = [7, 28, 90, 365] as const;

/** Counted plays, different listeners, points earned, and listens that shared links brought. */
const measures = {
  plays: z.number().int(),
  listeners: z.number().int(),
  points: z.number().int(),
  shares: z.number().int(),
};

export const statistics = z.object({
  /** The first and the last day (UTC, YYYY-MM-DD); the last is today. */
  from: z.string(),
  to: z.string(),
  /** Of the whole time; a listener who came on two days is one. */
  total: z.object(measures),
  /** Of as many days before, to compare with. */
  before: z.object(measures),
  /** Every day of the time, the first first, also those on which nothing happened. */
  days: z.array(z.object({ day: z.string(), ...measures })),
  /** Up to 1000 wraps that were heard, the most played first. */
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
  summary: "Plays, listeners, points and shares of the caller's wraps, by day and by song.",
  query: z.object({
    days: z.enum(["7", "28", "90", "365"]).default("28"),
    /** Of one wrap, by number or pretty id; else of all. */
    song: z.string().min(1).max(120).optional(),
    /** Of one artist, by number; else of all. */
    artist: z.coerce.number().int().optional(),
  }),
  answer: statistics,
});
