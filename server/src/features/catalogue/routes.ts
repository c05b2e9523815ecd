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
import { audioRoutes } from "./audio/routes.ts";
import { ownHistory } from "./history.ts";
import { listen, type OnCounted } from "./plays.ts";
import { reviewRoutes } from "./review/routes.ts";
import { featuredSongs, randomSong, showSong, songsPage } from "./songs.ts";
import { statisticsRoutes } from "./statistics/routes.ts";
import { artworkRoutes } from "./studio/artwork.routes.ts";
import type { StudioNeeds } from "./studio/needs.ts";
import { planRoutes } from "./studio/plan.routes.ts";
import { studioRoutes } from "./studio/routes.ts";
import { wnftRoutes } from "./wnft/routes.ts";

/** What the catalogue asks of later features; `features.ts` hands it in. */
export type CatalogueNeeds = StudioNeeds & { onCounted: OnCounted };

/** The calls of the catalogue. */
export function catalogueRoutes(context: Context, needs: CatalogueNeeds): Route[] {
  return [
    ...publicRoutes(context, needs),
    ...studioRoutes(context, needs),
    ...artworkRoutes(context, needs),
    ...planRoutes(context),
    ...audioRoutes(context),
    ...reviewRoutes(context, needs),
    ...statisticsRoutes(context),
    ...wnftRoutes(context),
  ];
}

function publicRoutes(context: Context, { rewardsOf, onCounted }: CatalogueNeeds): Route[] {
  return [
    route(getSongs, ({ list }) => songsPage(context, list)),
    route(getFeaturedSongs, ({ query }) => featuredSongs(context, query.limit)),
    route(getSong, ({ params, query }) => showSong(context, params.id, query.detail === "true", rewardsOf)),
    route(getRandomSong, () => randomSong(context)),
    route(getArtist, ({ params }) => showArtist(context, params.id)),
    route(getArtistSongs, ({ params, list }) => artistSongs(context, params.id, list)),
    route(getArtistAlbums, ({ params, list }) => artistAlbums(context, params.id, list)),
    route(getMyHistory, ({ session, list }) => ownHistory(context, session, list)),
    route(postStream, ({ params, body, session, visitor, sharer, address, device }) =>
      listen(
        context,
        {
          song: params.id,
          accountId: session?.accountId,
          visitor,
          sharer,
          address,
          device: device.fingerprint,
          streamId: body.stream_id,
          heard: body.heard ?? 0,
        },
        onCounted,
      ),
    ),
  ];
}
