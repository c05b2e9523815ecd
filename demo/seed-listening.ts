import { createHash } from "node:crypto";
import type { DemoWrap } from "./catalogue/index.ts";
import type { DemoWrapSlug } from "./catalogue/types.ts";

/** A counted play. `heard` is in seconds and at most the duration of the song. */
export type DemoListen = { slug: DemoWrapSlug; startedAt: Date; heard: number };

type Sitting = { hoursAgo: number; songs: readonly (DemoWrapSlug | readonly [DemoWrapSlug, number])[] };

/** Listening sessions of the demo's fan; a song with a number was stopped after so many seconds. */
const sittings: readonly Sitting[] = [
  { hoursAgo: 4, songs: ["salt-meridian", "moth-hours", ["quiet-machinery", 47]] },
  { hoursAgo: 26, songs: ["kvallsbuss", "sodium", "lamp-room", "salt-meridian"] },
  { hoursAgo: 49, songs: [["concrete-lullaby", 38], "fernhouse"] },
  { hoursAgo: 74, songs: ["polka-for-a-broken-clock", "saturday-was-a-rumour", "umbrella-season"] },
  { hoursAgo: 99, songs: ["glass-mango", ["harmattan", 52], "market-day-in-reverse", "glass-mango"] },
  { hoursAgo: 145, songs: ["six-ways-to-leave-a-harbour", "low-sun-long-shadow"] },
  { hoursAgo: 170, songs: ["endpapers", "kiln", ["staircase-descending", 33], "endpapers"] },
  { hoursAgo: 220, songs: ["salt-meridian", "paper-tiger-paper-moon"] },
];

/** Time between two songs, longer than any of them. */
const apart = 5 * 60_000;

/** Lists the fan's plays of the past days. */
export function listensBefore(now: Date): DemoListen[] {
  return sittings.flatMap(({ hoursAgo, songs }) => {
    const began = now.getTime() - hoursAgo * 3_600_000;
    return songs.map((song, place) => {
      const [slug, heard] = typeof song === "string" ? [song, Number.POSITIVE_INFINITY] : song;
      return { slug, startedAt: new Date(began + place * apart), heard };
    });
  });
}

/** Plays of a wrap on a day (UTC, YYYY-MM-DD) by anonymous listeners. */
export type DemoAudience = { slug: DemoWrapSlug; day: string; plays: number };

/** One year. */
const audienceDays = 365;

const dayLength = 86_400_000;

/** Factor per weekday from Sunday on: more on Fridays and weekends. */
const week = [1.25, 0.85, 0.8, 0.85, 0.95, 1.2, 1.4];

/** Press coverage of a wrap: how many days ago, by which factor plays rose, and the decay in days. */
const talk: Partial<Record<DemoWrapSlug, { ago: number; times: number; lasted: number }>> = {
  "salt-meridian": { ago: 17, times: 3, lasted: 6 },
  endpapers: { ago: 24, times: 4, lasted: 5 },
  "glass-mango": { ago: 58, times: 3.5, lasted: 9 },
  "low-sun-long-shadow": { ago: 5, times: 2.5, lasted: 4 },
};

/**
 * Builds the anonymous plays of the past year for the publishers' statistics: slow growth, a weekly rhythm
 * and peaks after press coverage. Deterministic for a day.
 */
export function audienceBefore(
  now: Date,
  wraps: readonly Pick<DemoWrap, "slug" | "plays" | "created_at">[],
): DemoAudience[] {
  return wraps.flatMap(({ slug, plays, created_at }) =>
    Array.from({ length: audienceDays }, (_, ago) => {
      const at = new Date(now.getTime() - ago * dayLength);
      const day = at.toISOString().slice(0, 10);
      const usual = Math.sqrt(plays) * 0.055 * (1 - ago / 480) * (week[at.getUTCDay()] ?? 1);
      const heard = usual * echoOf(slug, ago) * (0.7 + 0.6 * chance(`${slug} ${day}`));
      return { slug, day, plays: day <= created_at.slice(0, 10) ? 0 : Math.round(heard) };
    }).filter(({ plays }) => plays > 0),
  );
}

function echoOf(slug: DemoWrapSlug, ago: number): number {
  const { ago: began, times, lasted } = talk[slug] ?? { ago: -1, times: 1, lasted: 1 };
  return ago > began ? 1 : 1 + (times - 1) * Math.exp((ago - began) / lasted);
}

/** Returns a number in [0, 1) that depends on the text only. */
function chance(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}

/** Wraps that the demo's fan shared and how many listeners followed. */
export const passedOn: Partial<Record<DemoWrapSlug, number>> = {
  "salt-meridian": 9,
  kvallsbuss: 4,
  "moth-hours": 3,
  fernhouse: 2,
};
