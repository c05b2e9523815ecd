import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { type RefreshTimes, refreshTimes, requestMetadataRefresh } from "../../chain/index.ts";
import { toWrapMetadata } from "./metadata.ts";
import {
  clearMetadataChange,
  findTokenSong,
  listChangedTokens,
  lockChangedToken,
  recordRefresh,
} from "./tokens.data.ts";

/** Emits events for tokens whose metadata has changed (ERC-4906), once it has stayed the same for a while. */
export const refreshWrapMetadataJob = job({
  name: "refresh-wrap-metadata",
  payload: z.object({}),
  tries: 1,
  sends: "transactions",
  cron: "* * * * *",
  async run(context) {
    const due = refreshTimes(context.clock.now());
    for (const songId of await listChangedTokens(context.db, due)) await refreshToken(context, songId, due);
  },
});

/** Emits none if the metadata is that of the last event, for example after an edit that was taken back. */
async function refreshToken(context: Context, songId: number, due: RefreshTimes): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const token = await lockChangedToken(tx, songId, due);
    if (token === undefined) return;
    const facts = await findTokenSong(tx, songId);
    if (facts === undefined) return clearMetadataChange(tx, songId);
    const metadata = JSON.stringify(toWrapMetadata(facts, context.publicUrl));
    const hash = createHash("sha256").update(metadata).digest("hex");
    if (hash === token.refreshed) return clearMetadataChange(tx, songId);
    const refresh = await recordRefresh(tx, songId, { hash, now: context.clock.now() });
    const { network, contract } = token;
    await requestMetadataRefresh(context, tx, { network, contract, songId, refresh });
  });
}
