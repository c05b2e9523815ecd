import { createHash, randomUUID } from "node:crypto";
import {
  type ImportAnswer,
  type ImportKind,
  importLimits,
  importTexts,
} from "@wrapsody/shared/studio/imports.ts";
import { findResponse, insertResponse } from "../../platform/api/idempotency.data.ts";
import type { Device } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { Failure } from "../../platform/failure.ts";
import { openUpload, type Upload } from "../../platform/http/uploads.ts";
import { recordEvent } from "../accounts/index.ts";
import { type Archive, openArchive, tableNames } from "./archive/archive.ts";
import type { ImportDefinition, Importer } from "./import-definition.ts";
import type { WithImportLock } from "./import-lock.ts";
import { importRows } from "./import-rows.ts";
import { endImport, isInvited, startImport, startRows } from "./imports.data.ts";
import { createSummary, formatFailures, listErrors } from "./summary.ts";
import { readHeading } from "./tsv/heading.ts";
import { openTsv } from "./tsv/tsv-file.ts";
import { deleteOpenChanges } from "./updates/changes.data.ts";

export type ImportCall = Importer & {
  device: Device;
  /** `Idempotency-Key`, which also identifies the progress of the import. */
  key: string | undefined;
  file: Upload;
};

type Running = ImportCall & { id: string };

/**
 * Imports a file batch by batch. Saved batches stay, whatever fails later, and sending the file again saves
 * the rest. A repeat with the same key returns the same response.
 *
 * @throws Failure E0028 if the account was not invited, E0005 while another import of the account runs, E0007
 * if the file is no table, E0029 if the key was used for something else
 */
export async function importFile<Column extends string, Payload>(
  context: Context,
  importAlone: WithImportLock,
  importing: ImportDefinition<Column, Payload>,
  call: ImportCall,
): Promise<ImportAnswer> {
  const { accountId, dryRun, update, file } = call;
  if (!(await isInvited(context.db, accountId))) throw new Failure("E0028");
  const id = call.key ?? randomUUID();
  return importAlone({ accountId, id }, async () => {
    const repeatable = { accountId, call: `import ${importing.kind}`, key: id };
    const fingerprint = createHash("sha256")
      .update(`${file.hash} ${dryRun}${update ? " update" : ""}`)
      .digest();
    const known = await findResponse(context.db, repeatable);
    if (known !== undefined && !known.fingerprint.equals(fingerprint)) throw new Failure("E0029");
    if (known !== undefined)
      return {
        ...(known.answer as ImportAnswer),
        changed: (known.answer as Partial<ImportAnswer>).changed ?? [],
      };
    const answer = await runImport(context, importing, { ...call, id });
    await context.db.transaction().execute(async (tx) => {
      const now = context.clock.now();
      if (call.key !== undefined) await insertResponse(tx, repeatable, { fingerprint, answer, now });
      if (!dryRun) await recordImport(context, tx, { call, kind: importing.kind, answer });
      await endImport(tx, { accountId, id }, { state: "DONE", now });
    });
    return answer;
  });
}

async function runImport<Column extends string, Payload>(
  context: Context,
  importing: ImportDefinition<Column, Payload>,
  call: Running,
): Promise<ImportAnswer> {
  const { db, clock } = context;
  const { id, accountId, dryRun, file } = call;
  await deleteOpenChanges(db, { accountId, id });
  await startImport(db, { accountId, id, kind: importing.kind, dryRun, now: clock.now() });
  let archive: Archive | undefined;
  try {
    archive = await openUploadedArchive(file, importing.kind);
    const source = { fileName: file.fileName, bytes: () => openUpload(file) };
    const table = await openTsv(
      archive === undefined ? source : { fileName: tableNames[importing.kind], bytes: archive.table },
    );
    await startRows(db, { accountId, id }, table.total);
    const heading = readHeading(table.heading, importing.columns, importing.required);
    const tally = createSummary(heading.errors);
    await importRows(
      context,
      { definition: importing, importer: call, id, heading, summary: tally, archive },
      table.rows(),
    );
    const { saved, changed, notSaved } = tally;
    const failures = formatFailures(heading.original.names, tally.failures);
    return { dry_run: dryRun, saved, changed, notSaved, errors: listErrors(tally), failures };
  } catch (error) {
    await endImport(db, { accountId, id }, { state: "FAILED", now: clock.now() });
    throw error;
  } finally {
    archive?.close();
  }
}

/** Opens the archive that was uploaded; undefined for a table. @throws Failure E0008 if the table is too large */
async function openUploadedArchive(file: Upload, kind: ImportKind): Promise<Archive | undefined> {
  if (/\.zip$/i.test(file.fileName)) return openArchive(file.path, kind);
  if (file.size <= importLimits.bytes) return undefined;
  throw new Failure("E0008", { errors: [{ field: "tsvImport", message: importTexts.tooLarge }] });
}

function recordImport(
  context: Context,
  tx: Executor,
  { call, kind, answer }: { call: ImportCall; kind: ImportKind; answer: ImportAnswer },
): Promise<void> {
  const fresh = answer.saved.filter(({ existing }) => !existing).length;
  const detail = {
    kind,
    saved: fresh,
    existing: answer.saved.length - fresh,
    ...(call.update ? { changed: answer.changed.length } : {}),
    unsaved: answer.notSaved.length,
  };
  return recordEvent(context, tx, {
    accountId: call.accountId,
    kind: "import-done",
    device: call.device,
    detail,
  });
}
