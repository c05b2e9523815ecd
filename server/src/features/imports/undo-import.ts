import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { deleteImport } from "@wrapsody/shared/imports.ts";
import type { Device } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import { recordEvent } from "../accounts/index.ts";
import { deleteUntouchedDrafts } from "../catalogue/index.ts";
import { findImport, listImportedSongs } from "./imports.data.ts";

/**
 * Deletes the drafts that an import of songs added, as far as they are still as it left them: without artwork, audio, experiences
 * and later changes. A repeat deletes nothing further.
 *
 * @throws Failure E0001 if the account has no such import of songs, E0005 while it is running
 */
export async function undoImport(
  context: Context,
  { accountId, id, device }: { accountId: string; id: string; device: Device },
): Promise<AnswerOf<typeof deleteImport>> {
  const { db, clock } = context;
  const undone = await findImport(db, { accountId, id });
  if (undone === undefined || undone.kind !== "SONGS" || undone.dry_run) throw notFound();
  if (undone.state === "READING" || undone.state === "RUNNING") throw new Failure("E0005");
  return db.transaction().execute(async (tx) => {
    const songs = await listImportedSongs(tx, { accountId, id });
    const deleted = await deleteUntouchedDrafts(tx, {
      accountId,
      songIds: songs.map((song) => song.id),
      now: clock.now(),
    });
    if (deleted.length > 0) {
      const detail = { songs: deleted.length };
      await recordEvent(context, tx, { accountId, kind: "import-undone", device, detail });
    }
    const gone = new Set(deleted);
    return { deleted: deleted.length, kept: songs.filter((song) => !gone.has(song.id)) };
  });
}
