import {
  getImport,
  getImportAccess,
  type postSongImport as ImportEndpoint,
  postSongImport,
  postUserImport,
} from "@wrapsody/shared/imports.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/failure.ts";
import { type Call, type Route, route } from "../../platform/routing.ts";
import type { ArtistClaimHooks } from "../accounts/index.ts";
import { openImports } from "./alone.ts";
import { artistImports } from "./artists.ts";
import { type ImportCall, importFile } from "./import.ts";
import { findImport, isInvited } from "./imports.data.ts";
import { songImports } from "./songs.ts";

export function importRoutes(context: Context, claims: ArtistClaimHooks): Route[] {
  const importAlone = openImports(context);
  const artists = artistImports(context, claims);
  const songs = songImports(context);
  return [
    route(postUserImport, (call) => importFile(context, importAlone, artists, importOf(call))),
    route(postSongImport, (call) => importFile(context, importAlone, songs, importOf(call))),
    route(getImport, async ({ params, session }) => {
      const found = await findImport(context.db, { accountId: session.accountId, id: params.id });
      if (found === undefined) throw notFound();
      return found;
    }),
    route(getImportAccess, async ({ session }) => ({
      invited: await isInvited(context.db, session.accountId),
    })),
  ];
}

function importOf(call: Call<typeof ImportEndpoint>): ImportCall {
  return {
    accountId: call.session.accountId,
    language: call.language,
    dryRun: call.body.dry_run === "true",
    device: call.device,
    key: call.idempotencyKey,
    file: call.files.tsvImport,
  };
}
