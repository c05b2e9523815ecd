import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { deleteImport } from "@wrapsody/shared/studio/imports.ts";
import type { Device } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import { recordEvent } from "../accounts/index.ts";
import { deleteUntouchedArtists, deleteUntouchedDrafts } from "../catalogue/index.ts";
import { readExportedSongs } from "./export/export.data.ts";
import { findImport, listAddedArtists, listImportedSongs } from "./imports.data.ts";
import { restoreChange } from "./updates/apply-changes.ts";
import { countChanges, findChange, settleChange } from "./updates/changes.data.ts";

type Undo = { accountId: string; id: string; device: Device };

/**
 * Deletes what an import added, as far as it is still as the import left it and nothing depends on it: drafts without audio, experiences
 * and artwork that was added since; artists without image, wraps, experiences and edited albums that were not handed over. Restores the values of wraps that it
 * changed, if they still have those of the import. A repeat does nothing further.
 *
 * @throws Failure E0001 if the account has no such import, E0005 while it is running
 */
export async function undoImport(context: Context, undo: Undo): Promise<AnswerOf<typeof deleteImport>> {
  const { db } = context;
  const named = { accountId: undo.accountId, id: undo.id };
  const undone = await findImport(db, named);
  if (undone === undefined || undone.dry_run) throw notFound();
  if (undone.state === "READING" || undone.state === "RUNNING") throw new Failure("E0005");
  if ((await countChanges(db, named)).pending > 0) throw new Failure("E0005");
  const restoring = await restoreChanges(context, undo);
  return db.transaction().execute(async (tx) => {
    const { added, deleted } =
      undone.kind === "ARTISTS"
        ? await deleteAddedArtists(tx, named)
        : await deleteAddedSongs(context, tx, named);
    const { restored } = restoring;
    if (deleted.size + restored > 0) {
      const detail = { kind: undone.kind, undone: deleted.size + restored };
      await recordEvent(context, tx, {
        accountId: undo.accountId,
        kind: "import-undone",
        device: undo.device,
        detail,
      });
    }
    const left = added.filter(({ id }) => !deleted.has(id)).map(({ id, name }) => ({ id, name }));
    return { deleted: deleted.size, restored, kept: [...left, ...restoring.kept] };
  });
}

type Added = { added: readonly { id: number; name: string }[]; deleted: ReadonlySet<number> };

async function deleteAddedSongs(
  { clock }: Context,
  tx: Executor,
  named: { accountId: string; id: string },
): Promise<Added> {
  const added = await listImportedSongs(tx, named);
  const songIds = added.map(({ id }) => id);
  const { accountId } = named;
  return {
    added,
    deleted: new Set(await deleteUntouchedDrafts(tx, { accountId, songIds, now: clock.now() })),
  };
}

async function deleteAddedArtists(tx: Executor, named: { accountId: string; id: string }): Promise<Added> {
  const added = await listAddedArtists(tx, named);
  return { added, deleted: new Set(await deleteUntouchedArtists(tx, named.accountId, added)) };
}

/** Restores changed wraps one by one; a retry continues where the call before stopped. */
async function restoreChanges(
  context: Context,
  { accountId, id, device }: Undo,
): Promise<{ restored: number; kept: { id: number; name: string }[] }> {
  const result = { restored: 0, kept: [] as { id: number; name: string }[] };
  let afterLine = 0;
  for (;;) {
    const change = await findChange(context.db, { accountId, id }, { state: "APPLIED", afterLine });
    if (change === undefined) return result;
    afterLine = change.line;
    if (await restoreChange(context, { accountId, device }, change)) {
      await settleChange(context.db, { accountId, id }, change, { state: "RESTORED" });
      result.restored += 1;
      continue;
    }
    const songs = await readExportedSongs(context.db, accountId, [change.songId]);
    result.kept.push(...songs.map(({ id: songId, name }) => ({ id: songId, name })));
  }
}
