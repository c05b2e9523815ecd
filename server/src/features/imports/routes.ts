import type { Language } from "@wrapsody/shared/api/language.ts";
import {
  deleteImport,
  getArtistsExport,
  getCatalogueExport,
  getImport,
  getImportAccess,
  getImportRefusals,
  getSongsExport,
  type ImportAnswer,
  type postUserImport as ImportEndpoint,
  postSongImport,
  postUserImport,
} from "@wrapsody/shared/studio/imports.ts";
import { type Call, type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/failure.ts";
import { exportCatalogue, exportTable } from "./export/export-catalogue.ts";
import { defineArtistImport } from "./import-artists.ts";
import { type ImportCall, importFile } from "./import-file.ts";
import { createImportLock } from "./import-lock.ts";
import { defineSongImport } from "./import-songs.ts";
import { findImport, isInvited, listRecentImports } from "./imports.data.ts";
import { localizeProblems } from "./summary.ts";
import { undoImport } from "./undo-import.ts";
import { countChanges, listRefusals } from "./updates/changes.data.ts";

export function importRoutes(context: Context): Route[] {
  const importAlone = createImportLock(context);
  const artists = defineArtistImport(context);
  const songs = defineSongImport(context);
  return [
    route(postUserImport, async (call) => {
      const importCall = { ...toImportCall(call), update: false };
      return localizeErrors(await importFile(context, importAlone, artists, importCall), call.language);
    }),
    route(postSongImport, async (call) => {
      const importCall = { ...toImportCall(call), update: call.body.update === "true" };
      return localizeErrors(await importFile(context, importAlone, songs, importCall), call.language);
    }),
    route(getImport, async ({ params, session }) => {
      const named = { accountId: session.accountId, id: params.id };
      const found = await findImport(context.db, named);
      if (found === undefined) throw notFound();
      return { ...found, changes: await countChanges(context.db, named) };
    }),
    route(getImportRefusals, async ({ params, session, language }) => {
      const named = { accountId: session.accountId, id: params.id };
      if ((await findImport(context.db, named)) === undefined) throw notFound();
      const refusals = await listRefusals(context.db, named);
      return {
        data: refusals.map((refusal) => ({
          ...refusal,
          problems: localizeProblems(refusal.problems, language),
        })),
      };
    }),
    route(deleteImport, ({ session: { accountId }, params: { id }, device }) =>
      undoImport(context, { accountId, id, device }),
    ),
    route(getArtistsExport, async ({ session }) => exportTable(context, session.accountId, "ARTISTS")),
    route(getSongsExport, async ({ session }) => exportTable(context, session.accountId, "SONGS")),
    route(getCatalogueExport, async ({ session }) => exportCatalogue(context, session.accountId)),
    route(getImportAccess, async ({ session }) => ({
      invited: await isInvited(context.db, session.accountId),
      recent: await listRecentImports(context.db, session.accountId),
    })),
  ];
}

function localizeErrors(answer: ImportAnswer, language: Language): ImportAnswer {
  return { ...answer, errors: localizeProblems(answer.errors, language) };
}

function toImportCall(call: Call<typeof ImportEndpoint>): Omit<ImportCall, "update"> {
  return {
    accountId: call.session.accountId,
    language: call.language,
    dryRun: call.body.dry_run === "true",
    device: call.device,
    key: call.idempotencyKey,
    file: call.files.tsvImport,
  };
}
