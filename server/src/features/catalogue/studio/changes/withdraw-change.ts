import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import type { Caller } from "../idempotent-create.ts";
import { lockOwnSong } from "../ownership.data.ts";
import { readOwnSong } from "../songs/own-songs.ts";
import { findChange } from "./changes.data.ts";
import { discardChange, recordChange } from "./changes.ts";

/**
 * Withdraws a change of a wrap of the caller.
 *
 * @throws Failure E0001 if it is not the caller's, E0078 if it does not wait any more
 */
export async function withdrawChange(
  context: Context,
  { caller: { accountId, device }, id }: { caller: Caller; id: string },
): Promise<OwnSong> {
  return context.db.transaction().execute(async (tx) => {
    const songId = (await findChange(tx, id))?.songId;
    const song = songId === undefined ? undefined : await lockOwnSong(tx, accountId, String(songId));
    // Again, because an administrator may have decided before the song was locked.
    const change = song === undefined ? undefined : await findChange(tx, id);
    if (song === undefined || change === undefined) throw notFound();
    if (change.state !== "WAITING") throw new Failure("E0078");
    await discardChange(tx, change, { state: "WITHDRAWN", now: context.clock.now() });
    const changed = { ...song, ownerId: accountId, device };
    await recordChange(context, tx, changed, { kind: "change-withdrawn", field: change.field });
    return readOwnSong(tx, song.id);
  });
}
