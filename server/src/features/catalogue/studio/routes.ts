import {
  deleteListing,
  deleteSong as deleteSongCall,
  getMyArtist,
  getMyArtists,
  getMySong,
  getMySongs,
  patchArtist,
  patchSong,
  postArtist,
  postListing,
  postSong,
} from "@wrapsody/shared/studio.ts";
import type { Context } from "../../../platform/context.ts";
import { type Device, type Route, route, type Session } from "../../../platform/routing.ts";
import { changeArtist, createArtist, ownArtist, ownArtists } from "./artists.ts";
import type { Caller } from "./caller.ts";
import { deleteSong, submitSong, withdrawSong } from "./listings.ts";
import type { StudioNeeds } from "./needs.ts";
import { ownSong, ownSongs } from "./own-songs.ts";
import { changeSong, createSong } from "./songs.ts";

/** The publishers' calls for their artists and wraps. */
export function studioRoutes(context: Context, needs: StudioNeeds): Route[] {
  return [...artistRoutes(context), ...songRoutes(context, needs)];
}

function artistRoutes(context: Context): Route[] {
  return [
    route(getMyArtists, ({ session: { accountId }, list }) => ownArtists(context, { accountId, list })),
    route(getMyArtist, ({ session, params }) => ownArtist(context.db, session.accountId, params.id)),
    route(postArtist, (call) => createArtist(context, callerOf(call), { ...call.body, ...call.files })),
    route(patchArtist, ({ session: { accountId }, params, body, files }) =>
      changeArtist(context, { accountId, reference: params.id }, { ...body, ...files }),
    ),
  ];
}

function songRoutes(context: Context, needs: StudioNeeds): Route[] {
  return [
    route(getMySongs, ({ session: { accountId }, list }) => ownSongs(context, needs, { accountId, list })),
    route(getMySong, ({ session: { accountId }, params }) =>
      ownSong(context, needs, { accountId, reference: params.id }),
    ),
    route(postSong, (call) =>
      createSong(context, needs, {
        caller: callerOf(call),
        artist: call.params.id,
        payload: call.body,
        image: call.files.image,
      }),
    ),
    route(patchSong, ({ session: { accountId }, params, body }) =>
      changeSong(context, needs, { accountId, reference: params.id }, body),
    ),
    route(deleteSongCall, (call) => deleteSong(context, needs, changeOf(call))),
    route(postListing, (call) => submitSong(context, needs, changeOf(call))),
    route(deleteListing, (call) => withdrawSong(context, needs, changeOf(call))),
  ];
}

type Signed = { session: Session; device: Device; idempotencyKey: string | undefined };

function callerOf({ session, device, idempotencyKey }: Signed): Caller {
  return { accountId: session.accountId, device, key: idempotencyKey };
}

function changeOf(call: Signed & { params: { id: string } }): { caller: Caller; reference: string } {
  return { caller: callerOf(call), reference: call.params.id };
}
