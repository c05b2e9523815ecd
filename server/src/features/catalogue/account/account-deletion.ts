import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { invalidateAllPages } from "../../../platform/pages/page-invalidation.ts";
import { invalidateOwnPlaylists } from "../playlists/playlists.ts";
import { deleteOwnAddressReminders } from "../scheduled/reminders.data.ts";
import { detachOwner } from "../studio/splits/proposals.ts";
import { anonymizePlays, detachArtists } from "./own-catalogue.data.ts";

/** Detaches an account that has no songs left, in the transaction that deletes it. */
export async function detachAccount(context: Context, tx: Executor, accountId: string): Promise<void> {
  await deleteOwnAddressReminders(tx, accountId);
  await detachOwner(context, tx, accountId);
  await invalidateOwnPlaylists(tx, accountId);
  if ((await detachArtists(tx, accountId)) > 0) await invalidateAllPages(tx);
  await context.queue.enqueue(tx, anonymizePlaysJob, { accountId });
}

/** Plays per statement; small enough not to delay listeners. */
const BATCH_SIZE = 2_000;

/** Runs as a job because years of plays take longer than a request may. */
export const anonymizePlaysJob = job({
  name: "release-plays",
  payload: z.object({ accountId: z.uuid() }),
  tries: 10,
  priority: "bulk",
  async run({ db }, { accountId }) {
    while ((await anonymizePlays(db, accountId, BATCH_SIZE)) === BATCH_SIZE);
  },
});
