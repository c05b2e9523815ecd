import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { isTimeZone, localTimePattern } from "../text/time-zones.ts";
import { ownSong } from "./studio.ts";

const reference = z.object({ id: z.string().min(1).max(120) });

/** How far ahead a wrap can be scheduled. */
export const MAX_SCHEDULE_DAYS = 730;

export const scheduleTexts = {
  noTime: "Please enter a date and time as YYYY-MM-DDTHH:MM.",
  noZone: "Please choose a time zone.",
  skippedTime: "Clocks go forward over this time, or there is no such day. Please choose another.",
  tooLate: `Please choose a time within ${MAX_SCHEDULE_DAYS} days.`,
} as const;

export const putSchedule = endpoint({
  method: "PUT",
  path: "song/:id/schedule",
  access: "session",
  tag: "studio",
  summary:
    "Sets the date and time from which a wrap of the caller is public once it is approved, or changes it until then. `listed_from` is a local " +
    "time in `time_zone`, a name such as Europe/Madrid; of two such times, when clocks go back, the first. A time in the past lists an approved " +
    "wrap at once. Returns E0076 for a wrap that was listed before. While `listed_from` is set, the recording has no public address, and " +
    "`audio_uri` is null except in `GET my/song/{id}`.",
  params: reference,
  body: z.object({
    listed_from: z
      .string({ error: scheduleTexts.noTime })
      .regex(localTimePattern, { error: scheduleTexts.noTime }),
    time_zone: z
      .string({ error: scheduleTexts.noZone })
      .max(64, { error: scheduleTexts.noZone })
      .refine(isTimeZone, { error: scheduleTexts.noZone }),
  }),
  answer: ownSong,
});

export const deleteSchedule = endpoint({
  method: "DELETE",
  path: "song/:id/schedule",
  access: "session",
  tag: "studio",
  summary:
    "Removes the date of a wrap of the caller. An approved one becomes a draft; others are listed as soon as they are approved. A repeat has no effect.",
  params: reference,
  answer: ownSong,
});
