import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { showSong } from "../songs/songs.ts";
import { applyListingEvent } from "../studio/listing/listings.ts";
import { findDueSong, listDueSongs, lockDueSong } from "./schedule.data.ts";

/** Lists the scheduled wraps whose minute has come. */
export const listScheduledSongsJob = job({
  name: "list-scheduled-songs",
  payload: z.object({}),
  tries: 3,
  priority: "urgent",
  cron: "* * * * *",
  async run(context) {
    for (const songId of await listDueSongs(context.db, context.clock.now()))
      await listDueSong(context, songId);
  },
});

/** Lists a wrap if it is scheduled and its time has come: the second of two concurrent calls waits for the first, and does nothing. */
async function listDueSong(context: Context, songId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const song = await lockDueSong(tx, songId, context.clock.now());
    if (song !== undefined) await applyListingEvent(context, tx, song, { type: "list" });
  });
}

/**
 * Returns a public song. The first request for a scheduled one after its time lists it, so that its page never waits for a worker.
 *
 * @throws Failure E0001 if there is no such public song
 */
export async function showSongOnceDue(
  context: Context,
  reference: string,
  detailed: boolean,
): Promise<AnswerOf<typeof getSong>> {
  try {
    return await showSong(context, reference, detailed);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "E0001") throw error;
    const due = await findDueSong(context.db, reference, context.clock.now());
    if (due === undefined) throw error;
    await listDueSong(context, due);
    return showSong({ ...context, replica: context.db }, reference, detailed);
  }
}
