import {
  deleteAlbum as deleteAlbumCall,
  getMyAlbum,
  getMyAlbums,
  patchAlbum,
  postAlbum,
} from "@wrapsody/shared/catalogue/albums.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { callerOf, changeOf } from "../studio/routes.ts";
import { changeAlbum, createAlbum, deleteAlbum, showOwnAlbum, showOwnAlbums } from "./own-albums.ts";

/** Returns the publishers' routes for albums. */
export function albumRoutes(context: Context): Route[] {
  return [
    route(getMyAlbums, ({ session: { accountId }, list }) => showOwnAlbums(context, { accountId, list })),
    route(getMyAlbum, ({ session, params }) => showOwnAlbum(context.db, session.accountId, params.id)),
    route(postAlbum, (call) =>
      createAlbum(context, {
        caller: callerOf(call),
        artist: call.params.id,
        body: call.body,
        image: call.files.image,
      }),
    ),
    route(patchAlbum, ({ session: { accountId }, params, body, files }) =>
      changeAlbum(context, { accountId, reference: params.id }, { ...body, ...files }),
    ),
    route(deleteAlbumCall, (call) => deleteAlbum(context, changeOf(call))),
  ];
}
