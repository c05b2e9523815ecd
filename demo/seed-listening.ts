import type { DemoWrapSlug } from "./catalogue/types.ts";

/** A play that was counted. `heard` is in seconds, and no more than the song is long. */
export type DemoListen = { slug: DemoWrapSlug; startedAt: Date; heard: number };

type Sitting = { hoursAgo: number; songs: readonly (DemoWrapSlug | readonly [DemoWrapSlug, number])[] };

/** When the fan of the demo sat down to listen, and to what; a song with a number was left after so many seconds. */
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

/** Longer than any of the songs, in milliseconds. */
const apart = 5 * 60_000;

/** What the fan listened to in the days before, so that there is something to look back on. */
export function listensBefore(now: Date): DemoListen[] {
  return sittings.flatMap(({ hoursAgo, songs }) => {
    const began = now.getTime() - hoursAgo * 3_600_000;
    return songs.map((song, place) => {
      const [slug, heard] = typeof song === "string" ? [song, Number.POSITIVE_INFINITY] : song;
      return { slug, startedAt: new Date(began + place * apart), heard };
    });
  });
}
