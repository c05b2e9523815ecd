import { playSources, type Statistics } from "@wrapsody/shared/studio/statistics.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { cataloguePorts, type PeopleCounts } from "../ports.ts";
import {
  countDaysAndSongs,
  countListeners,
  countListenersBefore,
  countSources,
  type Listeners,
  listFilteredSongs,
  type Period,
  type PlayedSong,
  raiseSortMemory,
  type StatisticsFilter,
} from "./statistics.data.ts";

type Counted = Awaited<ReturnType<typeof countDaysAndSongs>>;
type Measures = Statistics["total"];

/** All UTC days have the same length. */
const DAY_MS = 86_400_000;

const MAX_SONGS = 1_000;

/**
 * Handles `getMyStatistics` for the last `days` days, in one snapshot.
 *
 * @throws Failure E0001 if the artist or wrap is not the caller's
 */
export async function showOwnStatistics(
  { db, clock }: Context,
  chosen: StatisticsFilter,
  days: number,
): Promise<Statistics> {
  const period = toPeriod(clock.now(), days);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const songs = await listFilteredSongs(tx, chosen);
      if (songs === undefined) throw notFound();
      const ids = songs.map(({ id }) => id);
      const counted = await countDaysAndSongs(tx, ids, period);
      await raiseSortMemory(tx);
      const listeners = await countListeners(tx, ids, period);
      const listenersBefore = await countListenersBefore(tx, ids, period);
      const steps = await countSteps(tx, ids, period, listeners);
      const sources = await countSources(tx, ids, period);
      const total = { ...sumDays(counted, (day) => day >= period.from), listeners: listeners.all };
      return {
        from: period.from,
        to: period.to,
        total,
        before: { ...sumDays(counted, (day) => day < period.from), listeners: listenersBefore },
        days: toDays(period, counted, listeners),
        songs: toSongs(songs, counted, listeners).map((song) => ({
          ...song,
          funnel: funnelOf(steps, song.id),
        })),
        sources: toSources(sources, total.plays),
        funnel: funnelOf(steps),
      };
    });
}

/** Returns the last `days` days and as many before them. */
export function toPeriod(now: Date, days: number): Period {
  const dayAgo = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return { before: dayAgo(2 * days - 1), from: dayAgo(days - 1), to: dayAgo(0) };
}

function sumDays({ days }: Counted, within: (day: string) => boolean): Omit<Measures, "listeners"> {
  const sum = { plays: 0, points: 0, shares: 0 };
  for (const { day, plays, points, shares } of days) {
    if (!within(day)) continue;
    sum.plays += plays;
    sum.points += points;
    sum.shares += shares;
  }
  return sum;
}

/** Returns every day of the period, without gaps. */
function toDays({ from, to }: Period, counted: Counted, listeners: Listeners): Statistics["days"] {
  const known = new Map(counted.days.map((counts) => [counts.day, counts]));
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length }, (_, place) => {
    const day = new Date(Date.parse(from) + place * DAY_MS).toISOString().slice(0, 10);
    const counts = known.get(day) ?? { plays: 0, points: 0, shares: 0 };
    return { ...counts, day, listeners: listeners.days.get(day) ?? 0 };
  });
}

/** Returns the songs with any activity, most played first. */
function toSongs(
  songs: readonly PlayedSong[],
  counted: Counted,
  listeners: Listeners,
): Omit<Statistics["songs"][number], "funnel">[] {
  const named = new Map(songs.map((song) => [song.id, song]));
  return counted.songs
    .flatMap(({ song_id, ...counts }) => {
      const song = named.get(song_id);
      const nothing = counts.plays === 0 && counts.points === 0 && counts.shares === 0;
      if (song === undefined || nothing) return [];
      return { ...song, ...counts, listeners: listeners.songs.get(song_id) ?? 0 };
    })
    .sort((a, b) => b.plays - a.plays || b.listeners - a.listeners || a.id - b.id)
    .slice(0, MAX_SONGS);
}

type Steps = Record<keyof Statistics["funnel"], PeopleCounts>;

/** Counts the people at each step of the period, which ends with its last day (UTC). */
async function countSteps(
  tx: Executor,
  songIds: readonly number[],
  { from, to }: Period,
  listeners: Listeners,
): Promise<Steps> {
  const ports = cataloguePorts();
  const range = { from: new Date(from), until: new Date(Date.parse(to) + DAY_MS) };
  return {
    heard: listeners,
    earned: await ports.countPointEarners(tx, songIds, range),
    claimed: await ports.countClaimants(tx, songIds, range),
    joined: await ports.countParticipants(tx, songIds, range),
  };
}

/** Returns the funnel of a song, or of all. */
function funnelOf({ heard, earned, claimed, joined }: Steps, song?: number): Statistics["funnel"] {
  const count = ({ all, songs }: PeopleCounts) => (song === undefined ? all : (songs.get(song) ?? 0));
  return { heard: count(heard), earned: count(earned), claimed: count(claimed), joined: count(joined) };
}

/** Lists the sources in a fixed order; what none is known of is UNKNOWN. */
function toSources(known: Awaited<ReturnType<typeof countSources>>, plays: number): Statistics["sources"] {
  const sources = playSources.map((source) => ({ source, plays: known.get(source) ?? 0 }));
  const rest = plays - sources.reduce((sum, each) => sum + each.plays, 0);
  return [...sources, { source: "UNKNOWN", plays: Math.max(0, rest) }];
}
