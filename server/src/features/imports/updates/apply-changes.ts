import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import * as z from "zod";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { changeSong } from "../../catalogue/index.ts";
import { type ExportedSong, readExportedSongs } from "../export/export.data.ts";
import type { SongCells } from "../export/format-row.ts";
import { type RowProblem, rowProblem } from "../rows/row-problem.ts";
import { columnOf, parseSongRow } from "../rows/song-row.ts";
import { findChange, type SongChange, settleChange } from "./changes.data.ts";
import { completeCells, hasCells, toChanges } from "./compare-songs.ts";

type Named = { accountId: string; id: string };
const NO_DEVICE: Device = { address: "", userAgent: "", fingerprint: undefined };

/** Applies the changes of an import one by one. A retry continues where the run before was killed. */
export const applyImportChangesJob = job({
  name: "apply-import-changes",
  payload: z.object({ accountId: z.string(), id: z.string() }),
  tries: 10,
  async run(context, named) {
    let afterLine = 0;
    for (;;) {
      const change = await findChange(context.db, named, { state: "PENDING", afterLine });
      if (change === undefined) return;
      afterLine = change.line;
      await settleChange(context.db, named, change, await applyChange(context, named, change));
    }
  },
});

type Result = { state: "APPLIED" } | { state: "REFUSED"; problems: RowProblem[] };

/** Applies a change unless the wrap was changed since it was previewed. A killed run may have applied it. */
async function applyChange(context: Context, { accountId }: Named, change: SongChange): Promise<Result> {
  const { songId, before, after } = change;
  const [song] = await readExportedSongs(context.db, accountId, [songId]);
  if (song === undefined) return refuse(rowTexts.gone);
  if (hasCells(song, after)) return { state: "APPLIED" };
  if (!hasCells(song, before)) return refuse(rowTexts.changedMeanwhile);
  const problems = await writeCells(context, accountId, { song, cells: after, device: NO_DEVICE });
  return problems.length === 0 ? { state: "APPLIED" } : { state: "REFUSED", problems };
}

const refuse = (message: string): Result => ({
  state: "REFUSED",
  problems: [rowProblem(null, "INVALID", message)],
});

/**
 * Restores what a change replaced. Returns false if the wrap has other values by now, as after a later change or while a change of
 * owners waits for them.
 */
export async function restoreChange(
  context: Context,
  { accountId, device }: { accountId: string; device: Device },
  { songId, before, after }: SongChange,
): Promise<boolean> {
  const [song] = await readExportedSongs(context.db, accountId, [songId]);
  if (song === undefined) return false;
  if (hasCells(song, before)) return !("owners" in after || "owner_emails" in after);
  if (!hasCells(song, after)) return false;
  return (await writeCells(context, accountId, { song, cells: before, device })).length === 0;
}

/** Changes a wrap by the rules of `PATCH song/{id}`. Returns what it refused. */
async function writeCells(
  context: Context,
  accountId: string,
  { song, cells, device }: { song: ExportedSong; cells: Partial<SongCells>; device: Device },
): Promise<RowProblem[]> {
  const complete = completeCells(song, cells);
  const { payload, problems } = parseSongRow(complete);
  if (payload === undefined) return problems;
  const call = { accountId, reference: String(song.id), device };
  try {
    await changeSong(context, call, toChanges(payload.wrap.payload, cells));
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.errors.length === 0) return [rowProblem(null, "INVALID", error.message)];
    return error.errors.map(({ field, message }) => {
      const column = columnOf(field.split("."), complete);
      return rowProblem(column, "INVALID", message);
    });
  }
}
