import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { invalidatePageCache } from "../../../platform/pages/page-invalidation.ts";
import { anonymizePlays, detachArtists } from "./account-deletion.data.ts";

/** Lets go of an account that has no songs any more, in the transaction that deletes it. */
export async function detachAccount({ queue }: Context, tx: Executor, accountId: string): Promise<void> {
  if ((await detachArtists(tx, accountId)) > 0) await invalidatePageCache(tx);
  await queue.enqueue(tx, anonymizePlaysJob, { accountId });
}

/** Plays that are let go of at a time: nobody who listens meanwhile waits for it. */
const BATCH_SIZE = 2_000;

/** Somebody who listened for years has more plays than a call should wait for. */
export const anonymizePlaysJob = job({
  name: "release-plays",
  payload: z.object({ accountId: z.uuid() }),
  tries: 10,
  async run({ db }, { accountId }) {
    while ((await anonymizePlays(db, accountId, BATCH_SIZE)) === BATCH_SIZE);
  },
});
