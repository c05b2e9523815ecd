import { getChart, getRelatedSongs } from "@wrapsody/shared/catalogue/charts.ts";
import { z } from "zod";
import { pageRoute, type Route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { PUBLIC_SONGS, songEntity, songShows } from "../songs/page-entities.ts";
import { presentSong } from "../songs/song-presenter.ts";
import { findPublicSong } from "../songs/songs.data.ts";
import { listChart, listRelatedSongs, rankSongs } from "./charts.data.ts";

/** Milliseconds; older plays do not relate songs. */
const RELATED_PERIOD_MS = 90 * 24 * 60 * 60 * 1000;

/** Returns the routes of the chart and of related songs. */
export function chartRoutes(context: Context): Route[] {
  const { replica, clock } = context;
  return [
    pageRoute(
      getChart,
      async ({ list }) => {
        const { data, total } = await listChart(replica, list);
        return { data: data.map(presentSong), total };
      },
      ({ data }) => [PUBLIC_SONGS, ...data.flatMap((song) => songShows({ song }))],
    ),
    pageRoute(
      getRelatedSongs,
      async ({ params, query: { limit } }) => {
        const song = await findPublicSong(replica, params.id);
        if (song === undefined) throw notFound();
        const since = new Date(clock.now().getTime() - RELATED_PERIOD_MS);
        const rows = await listRelatedSongs(replica, { songId: song.id, since, limit });
        return { data: rows.map(presentSong), total: rows.length, songId: song.id };
      },
      ({ data, songId }) => [
        PUBLIC_SONGS,
        songEntity(songId),
        ...data.flatMap((song) => songShows({ song })),
      ],
    ),
  ];
}

/** Ranks the songs of the chart. */
export const rankSongsJob = job({
  name: "rank-songs",
  payload: z.object({}),
  tries: 3,
  priority: "bulk",
  cron: "7 * * * *",
  run: ({ db, clock }) => db.transaction().execute((tx) => rankSongs(tx, clock.now())),
});
