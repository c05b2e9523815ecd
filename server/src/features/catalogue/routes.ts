import { getFeaturedSongs, getRandomSong, getSong, getSongs } from "@wrapsody/shared/catalogue.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { featuredSongs, type RewardsOf, randomSong, showSong, songsPage } from "./songs.ts";

export function catalogueRoutes(context: Context, rewardsOf: RewardsOf): Route[] {
  return [
    route(getSongs, ({ list }) => songsPage(context, list)),
    route(getFeaturedSongs, ({ query }) => featuredSongs(context, query.limit)),
    route(getSong, ({ params, query }) => showSong(context, params.id, query.detail === "true", rewardsOf)),
    route(getRandomSong, () => randomSong(context)),
  ];
}
