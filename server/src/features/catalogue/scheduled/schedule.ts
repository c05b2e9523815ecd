import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  MAX_SCHEDULE_DAYS,
  type putSchedule,
  scheduleTexts,
} from "@wrapsody/shared/studio/scheduled-listing.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { toInstant } from "@wrapsody/shared/text/time-zones.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { invalidateSongs } from "../songs/page-entities.ts";
import {
  applyListingEvent,
  changeOwnSong,
  type OwnSongChange,
  recordSongEvent,
} from "../studio/listing/listings.ts";
import { readOwnSong } from "../studio/songs/own-songs.ts";
import { updateSchedule } from "./schedule.data.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Sets the time from which a wrap of the caller is public, or changes it. An approved wrap is listed at once if the time is past.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for a time that does not exist or is too far ahead, E0070 while it is
 * restricted, E0076 if it was listed before
 */
export function scheduleSong(
  context: Context,
  { body, ...change }: OwnSongChange & { body: BodyOf<typeof putSchedule> },
): Promise<OwnSong> {
  const now = context.clock.now();
  const from = parseTime(body, now);
  const schedule = { from, zone: body.time_zone };
  return changeOwnSong(context, { ...change, call: "PUT song/schedule", body }, async (tx, song) => {
    if (!(await updateSchedule(tx, song.id, { schedule, now }))) throw new Failure("E0076");
    await applyListingEvent(context, tx, song, { type: "schedule", isScheduled: from > now });
    await invalidateSongs(tx, song.status === "SCHEDULED" ? [song.id] : []);
    await recordSongEvent(context, tx, change, { kind: "wrap-scheduled", song: song.id });
    return readOwnSong(tx, song.id);
  });
}

function parseTime({ listed_from, time_zone }: BodyOf<typeof putSchedule>, now: Date): Date {
  const from = toInstant(listed_from, time_zone);
  const isTooLate = from !== undefined && from.getTime() > now.getTime() + MAX_SCHEDULE_DAYS * DAY_MS;
  if (from !== undefined && !isTooLate) return from;
  const message = isTooLate ? scheduleTexts.tooLate : scheduleTexts.skippedTime;
  throw new Failure("E0007", { errors: [{ field: "listed_from", message }] });
}

/**
 * Removes the time of a wrap of the caller; an approved one becomes a draft. A repeat does nothing.
 *
 * @throws Failure E0001 if it is not the caller's, E0070 while it is restricted
 */
export function unscheduleSong(context: Context, change: OwnSongChange): Promise<OwnSong> {
  return changeOwnSong(context, { ...change, call: "DELETE song/schedule" }, async (tx, song) => {
    const { listed_from } = await readOwnSong(tx, song.id);
    await applyListingEvent(context, tx, song, { type: "unschedule" });
    if (listed_from !== null) {
      await updateSchedule(tx, song.id, { schedule: null, now: context.clock.now() });
      await recordSongEvent(context, tx, change, { kind: "wrap-unscheduled", song: song.id });
    }
    return readOwnSong(tx, song.id);
  });
}
