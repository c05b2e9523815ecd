import {
  deleteImport,
  getImport,
  getImportAccess,
  type postSongImport as ImportEndpoint,
  postSongImport,
  postUserImport,
} from "@wrapsody/shared/imports.ts";
import { type Call, type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/failure.ts";
import { defineArtistImport } from "./import-artists.ts";
import { type ImportCall, importFile } from "./import-file.ts";
import { createImportLock } from "./import-lock.ts";
import { defineSongImport } from "./import-songs.ts";
import { findImport, isInvited } from "./imports.data.ts";
import { undoImport } from "./undo-import.ts";

export function importRoutes(context: Context): Route[] {
  const importAlone = createImportLock(context);
  const artists = defineArtistImport(context);
  const songs = defineSongImport(context);
  return [
    route(postUserImport, (call) => importFile(context, importAlone, artists, toImportCall(call))),
    route(postSongImport, (call) => importFile(context, importAlone, songs, toImportCall(call))),
    route(getImport, async ({ params, session }) => {
      const found = await findImport(context.db, { accountId: session.accountId, id: params.id });
      if (found === undefined) throw notFound();
      return found;
    }),
    route(deleteImport, ({ session: { accountId }, params: { id }, device }) =>
      undoImport(context, { accountId, id, device }),
    ),
    route(getImportAccess, async ({ session }) => ({
      invited: await isInvited(context.db, session.accountId),
    })),
  ];
}

function toImportCall(call: Call<typeof ImportEndpoint>): ImportCall {
  return {
    accountId: call.session.accountId,
    language: call.language,
    dryRun: call.body.dry_run === "true",
    device: call.device,
    key: call.idempotencyKey,
    file: call.files.tsvImport,
  };
}
