import {
  getAlbum,
  getArtist,
  getArtistAlbums,
  getArtistSongs,
  getCreditedArtists,
  getFeaturedSongs,
  getMyHistory,
  getRandomSong,
  getSimilarSongs,
  getSong,
  getSongs,
  postStream,
} from "@wrapsody/shared/catalogue/catalogue.ts";
import { getPlayHolds, postPlayHold } from "@wrapsody/shared/rewards/play-holds.ts";
import { pageRoute, type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { requireAdmin } from "../accounts/index.ts";
import { showAlbum, showArtistAlbums } from "./albums/albums.ts";
import { albumRoutes } from "./albums/routes.ts";
import { chartRoutes } from "./discovery/charts.ts";
import { masterRoutes } from "./masters/masters.routes.ts";
import { playlistRoutes } from "./playlists/routes.ts";
import { showOwnHistory } from "./plays/history.ts";
import { decidePlayHold, listPendingPlayHolds } from "./plays/play-holds.ts";
import { parseSource, registerPlay } from "./plays/plays.ts";
import { reviewRoutes } from "./review/routes.ts";
import { showSongOnceDue } from "./scheduled/list-scheduled-songs.ts";
import { scheduledRoutes } from "./scheduled/routes.ts";
import { listCreditedArtists } from "./songs/artists.data.ts";
import { showArtist, showArtistSongs } from "./songs/artists.ts";
import {
  albumShows,
  albumsShow,
  artistShows,
  creditedArtistsShow,
  songListShows,
  songShows,
} from "./songs/page-entities.ts";
import { showFeaturedSongs, showRandomSong, showSimilarSongs, showSongs } from "./songs/songs.ts";
import { statisticsRoutes } from "./statistics/routes.ts";
import { artworkRoutes, audioRoutes, planRoutes, studioRoutes } from "./studio/routes.ts";
import { splitRoutes } from "./studio/splits/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { wnftRoutes } from "./wnft/routes.ts";

/** Returns the catalogue's routes. */
export function catalogueRoutes(context: Context): Route[] {
  return [
    ...publicRoutes(context),
    ...studioRoutes(context),
    ...albumRoutes(context),
    ...artworkRoutes(context),
    ...planRoutes(context),
    ...splitRoutes(context),
    ...audioRoutes(context),
    ...masterRoutes(context),
    ...reviewRoutes(context),
    ...playHoldRoutes(context),
    ...scheduledRoutes(context),
    ...statisticsRoutes(context),
    ...wnftRoutes(context),
    ...playlistRoutes(context),
    ...tagRoutes(context),
    ...chartRoutes(context),
  ];
}

function publicRoutes(context: Context): Route[] {
  return [
    ...publicPageRoutes(context),
    route(getRandomSong, () => showRandomSong(context)),
    route(getSimilarSongs, ({ params, query }) => showSimilarSongs(context, params.id, query)),
    route(getMyHistory, ({ session, list }) => showOwnHistory(context, session, list)),
    route(postStream, ({ params, body, session, visitor, sharer, source, address, device }) =>
      registerPlay(context, {
        song: params.id,
        accountId: session?.accountId,
        visitor,
        sharer,
        source: parseSource({ source, sharer, visitor, accountId: session?.accountId }),
        address,
        device: device.fingerprint,
        streamId: body.stream_id,
        heard: body.heard ?? 0,
      }),
    ),
  ];
}

function publicPageRoutes(context: Context): Route[] {
  return [
    pageRoute(getSongs, ({ list }) => showSongs(context, list), songListShows),
    pageRoute(getFeaturedSongs, ({ query }) => showFeaturedSongs(context, query.limit), songListShows),
    pageRoute(
      getCreditedArtists,
      async ({ query }) => ({ data: await listCreditedArtists(context.replica, query.name) }),
      creditedArtistsShow,
    ),
    pageRoute(
      getSong,
      ({ params, query }) => showSongOnceDue(context, params.id, query.detail === "true"),
      songShows,
    ),
    pageRoute(getArtist, ({ params }) => showArtist(context, params.id), artistShows),
    pageRoute(getArtistSongs, ({ params, list }) => showArtistSongs(context, params.id, list), songListShows),
    pageRoute(getArtistAlbums, ({ params, list }) => showArtistAlbums(context, params.id, list), albumsShow),
    pageRoute(getAlbum, ({ params }) => showAlbum(context, params.id), albumShows),
  ];
}

/** Returns the administrators' routes of plays on hold. */
function playHoldRoutes(context: Context): Route[] {
  return [
    route(getPlayHolds, ({ session, list }) => {
      requireAdmin(session);
      return listPendingPlayHolds(context, list);
    }),
    route(postPlayHold, ({ session, device, params, body }) => {
      requireAdmin(session);
      return decidePlayHold(context, { session, device, id: params.id, body });
    }),
  ];
}
