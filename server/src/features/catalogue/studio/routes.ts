import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import { postSongActions } from "@wrapsody/shared/studio/bulk-actions.ts";
import { deleteChange } from "@wrapsody/shared/studio/song-changes.ts";
import {
  deleteArtist as deleteArtistCall,
  deleteListing,
  deleteSong as deleteSongCall,
  getMyArtist,
  getMyArtists,
  getMySong,
  getMySongs,
  patchArtist,
  patchSong,
  patchSongArt,
  patchSongAudio,
  postArtist,
  postListing,
  postSong,
} from "@wrapsody/shared/studio/studio.ts";
import { type Device, type Route, route, type Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { replaceAudio } from "../audio/replace-audio.ts";
import {
  changeArtist,
  createArtist,
  deleteArtist,
  showOwnArtist,
  showOwnArtists,
} from "./artists/own-artists.ts";
import { applyToSongs } from "./bulk-actions/bulk-actions.ts";
import { withdrawChange } from "./changes/withdraw-change.ts";
import type { Caller } from "./idempotent-create.ts";
import { deleteSong, submitSong, withdrawSong } from "./listing/listings.ts";
import { showPlan } from "./plan/plan-limits.ts";
import { changeSong, createSong, replaceArtwork } from "./songs/edit-songs.ts";
import { showOwnSong, showOwnSongs } from "./songs/own-songs.ts";

/** Returns the publishers' routes for artists and wraps. */
export function studioRoutes(context: Context): Route[] {
  return [...artistRoutes(context), ...songRoutes(context)];
}

function artistRoutes(context: Context): Route[] {
  return [
    route(getMyArtists, ({ session: { accountId }, list }) => showOwnArtists(context, { accountId, list })),
    route(getMyArtist, ({ session, params }) => showOwnArtist(context.db, session.accountId, params.id)),
    route(postArtist, (call) => createArtist(context, callerOf(call), { ...call.body, ...call.files })),
    route(patchArtist, ({ session: { accountId }, params, body, files }) =>
      changeArtist(context, { accountId, reference: params.id }, { ...body, ...files }),
    ),
    route(deleteArtistCall, (call) => deleteArtist(context, changeOf(call))),
  ];
}

function songRoutes(context: Context): Route[] {
  return [
    route(getMySongs, ({ session: { accountId }, list }) => showOwnSongs(context, { accountId, list })),
    route(getMySong, ({ session: { accountId }, params }) =>
      showOwnSong(context, { accountId, reference: params.id }),
    ),
    route(postSong, (call) =>
      createSong(context, {
        caller: callerOf(call),
        artist: call.params.id,
        payload: call.body,
        image: call.files.image,
      }),
    ),
    route(patchSong, ({ session: { accountId }, device, params, body }) =>
      changeSong(context, { accountId, reference: params.id, device }, body),
    ),
    route(deleteChange, (call) => withdrawChange(context, { caller: callerOf(call), id: call.params.id })),
    route(deleteSongCall, (call) => deleteSong(context, changeOf(call))),
    route(postListing, (call) => submitSong(context, changeOf(call))),
    route(deleteListing, (call) => withdrawSong(context, changeOf(call))),
    route(postSongActions, (call) => applyToSongs(context, { caller: callerOf(call), body: call.body })),
  ];
}

type Signed = { session: Session; device: Device; idempotencyKey: string | undefined };

export function callerOf({ session, device, idempotencyKey }: Signed): Caller {
  return { accountId: session.accountId, device, key: idempotencyKey };
}

export function changeOf(call: Signed & { params: { id: string } }): { caller: Caller; reference: string } {
  return { caller: callerOf(call), reference: call.params.id };
}

export function artworkRoutes(context: Context): Route[] {
  return [
    route(patchSongArt, ({ session: { accountId }, device, params, body, files }) =>
      replaceArtwork(context, { accountId, reference: params.id, device }, { ...files, ...body }),
    ),
  ];
}

export function planRoutes(context: Context): Route[] {
  return [route(getMyPlan, ({ session }) => showPlan(context, session.accountId))];
}

export function audioRoutes(context: Context): Route[] {
  return [
    route(patchSongAudio, ({ session: { accountId }, params, files: { audio }, idempotencyKey }) =>
      replaceAudio(context, { accountId, reference: params.id, audio, key: idempotencyKey }),
    ),
  ];
}
