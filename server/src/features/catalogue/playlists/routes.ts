import {
  deleteLike,
  deletePlaylist as deletePlaylistCall,
  deletePlaylistSong,
  getLikedAmong,
  getMyLikes,
  getMyPlaylist,
  getMyPlaylists,
  getPlaylist,
  patchPlaylist,
  patchPlaylistSong,
  postPlaylist,
  postPlaylistSongs,
  putLike,
} from "@wrapsody/shared/catalogue/playlists.ts";
import type { FastifyInstance } from "fastify";
import { readFromReplica } from "../../../platform/api/retry-on-primary.ts";
import { pageRoute, type Route, route, type Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { attachmentDisposition } from "../../../platform/storage/file-response.ts";
import { callerOf } from "../studio/routes.ts";
import { listLikedAmong } from "./likes.data.ts";
import { likeSong, showOwnLikes, unlikeSong } from "./likes.ts";
import {
  addToPlaylist,
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  moveInPlaylist,
  playlistShows,
  removeFromPlaylist,
  showOwnPlaylist,
  showOwnPlaylists,
  showPlaylist,
} from "./playlists.ts";
import { buildXspf } from "./xspf.ts";

/** Returns the routes of playlists and likes. */
export function playlistRoutes(context: Context): Route[] {
  return [
    pageRoute(getPlaylist, ({ params }) => showPlaylist(context, params.id), playlistShows),
    route(getMyPlaylists, ({ session: { accountId }, list, query: { song: songId } }) =>
      showOwnPlaylists(context, { accountId, list, songId }),
    ),
    route(getMyPlaylist, (call) => showOwnPlaylist(context, ownOf(call))),
    route(postPlaylist, (call) => createPlaylist(context, { caller: callerOf(call), body: call.body })),
    route(patchPlaylist, (call) => editPlaylist(context, { ...ownOf(call), body: call.body })),
    route(deletePlaylistCall, (call) => deletePlaylist(context, ownOf(call))),
    route(postPlaylistSongs, (call) => addToPlaylist(context, { ...ownOf(call), body: call.body })),
    route(patchPlaylistSong, (call) =>
      moveInPlaylist(context, { ...ownOf(call), songId: call.params.songId, after: call.body.after }),
    ),
    route(deletePlaylistSong, (call) =>
      removeFromPlaylist(context, { ...ownOf(call), songId: call.params.songId }),
    ),
    ...likeRoutes(context),
  ];
}

const ownOf = ({ session, params }: { session: Session; params: { id: string } }) => ({
  accountId: session.accountId,
  id: params.id,
});

function likeRoutes(context: Context): Route[] {
  return [
    route(putLike, ({ session: { accountId }, params: { id: song } }) =>
      likeSong(context, { accountId, song }),
    ),
    route(deleteLike, ({ session: { accountId }, params: { id: song } }) =>
      unlikeSong(context, { accountId, song }),
    ),
    route(getMyLikes, ({ session: { accountId }, list }) => showOwnLikes(context, { accountId, list })),
    route(getLikedAmong, async ({ session: { accountId }, query }) => ({
      songs: await listLikedAmong(context.db, accountId, query.songs.split(",").map(Number)),
    })),
  ];
}

/** Adds the XSPF files of playlists. Those of unlisted ones are kept out of search engines, as their pages are. */
export function addPlaylistFiles(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>("/playlist/:id.xspf", async (request, reply) => {
    const playlist = await readFromReplica(context, (reading) => showPlaylist(reading, request.params.id));
    if (!playlist.is_public) void reply.header("x-robots-tag", "noindex");
    return reply
      .header("content-disposition", attachmentDisposition(`${playlist.name}.xspf`))
      .header("cache-control", "public, max-age=0, must-revalidate")
      .type("application/xspf+xml; charset=utf-8")
      .send(buildXspf(playlist, context.publicUrl));
  });
}
