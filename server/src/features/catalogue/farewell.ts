import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { notifyPagesChanged } from "../../platform/pages-changed.ts";
import { job } from "../../platform/queue.ts";
import { releaseArtists, releasePlays } from "./farewell.data.ts";

/** Lets go of an account that has no songs any more, in the transaction that deletes it. */
export async function releaseAccount({ queue }: Context, tx: Executor, accountId: string): Promise<void> {
  if ((await releaseArtists(tx, accountId)) > 0) await notifyPagesChanged(tx);
  await queue.enqueue(tx, releasePlaysJob, { accountId });
}

/** Plays that are let go of at a time: nobody who listens meanwhile waits for it. */
const batch = 2_000;

/** Somebody who listened for years has more plays than a call should wait for. */
export const releasePlaysJob = job({
  name: "release-plays",
  payload: z.object({ accountId: z.uuid() }),
  tries: 10,
  async run({ db }, { accountId }) {
    while ((await releasePlays(db, accountId, batch)) === batch);
  },
});
