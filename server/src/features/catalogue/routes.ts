import {
  getArtist,
  getArtistAlbums,
  getArtistSongs,
  getFeaturedSongs,
  getMyHistory,
  getRandomSong,
  getSong,
  getSongs,
  postStream,
} from "@wrapsody/shared/catalogue.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { artistAlbums, artistSongs, showArtist } from "./artists.ts";
import { ownHistory } from "./history.ts";
import { listen, type OnCounted } from "./plays.ts";
import { featuredSongs, type RewardsOf, randomSong, showSong, songsPage } from "./songs.ts";

/** The calls of the catalogue. Later features hand in what they add to them. */
export function catalogueRoutes(context: Context, rewardsOf: RewardsOf, onCounted?: OnCounted): Route[] {
  return [
    route(getSongs, ({ list }) => songsPage(context, list)),
    route(getFeaturedSongs, ({ query }) => featuredSongs(context, query.limit)),
    route(getSong, ({ params, query }) => showSong(context, params.id, query.detail === "true", rewardsOf)),
    route(getRandomSong, () => randomSong(context)),
    route(getArtist, ({ params }) => showArtist(context, params.id)),
    route(getArtistSongs, ({ params, list }) => artistSongs(context, params.id, list)),
    route(getArtistAlbums, ({ params, list }) => artistAlbums(context, params.id, list)),
    route(getMyHistory, ({ session, list }) => ownHistory(context, session, list)),
    route(postStream, ({ params, body, session, visitor, sharer, address }) =>
      listen(
        context,
        {
          ...{ song: params.id, accountId: session?.accountId, visitor, sharer, address },
          ...{ streamId: body.stream_id, heard: body.heard ?? 0 },
        },
        onCounted,
      ),
    ),
  ];
}
