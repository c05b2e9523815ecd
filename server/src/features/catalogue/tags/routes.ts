import { getTag, getTagSongs, getTags } from "@wrapsody/shared/catalogue/tags.ts";
import { z } from "zod";
import { pageRoute, type Route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { findSongs } from "../search/find-songs.ts";
import { PUBLIC_SONGS, SONG_TAGS, songListShows } from "../songs/page-entities.ts";
import { presentSong } from "../songs/song-presenter.ts";
import { countTags, findTag, listTagSongs, listTags } from "./tags.data.ts";

/** Returns a tag. @throws Failure E0001 if no public song has it */
export async function showTag({ replica }: Pick<Context, "replica">, reference: string) {
  const tag = await findTag(replica, reference);
  if (tag === undefined) throw notFound();
  return tag;
}

const tagFilter = (value: string) => ({ key: "tag", operator: "==", value }) as const;

/** Returns the routes of tags and their songs. */
export function tagRoutes(context: Context): Route[] {
  return [
    pageRoute(
      getTags,
      ({ query }) => listTags(context.replica, query.limit),
      () => [PUBLIC_SONGS, SONG_TAGS],
    ),
    pageRoute(
      getTag,
      ({ params }) => showTag(context, params.tag),
      () => [PUBLIC_SONGS, SONG_TAGS],
    ),
    pageRoute(
      getTagSongs,
      async ({ params, list }) => {
        const { data, total } = await (list.sortKey === "name"
          ? findSongs(context.replica, { ...list, filters: [tagFilter(params.tag)] })
          : listTagSongs(context.replica, params.tag, list));
        return { data: data.map(presentSong), total };
      },
      (answer, { list }) => [SONG_TAGS, ...songListShows(answer, { list })],
    ),
  ];
}

/** Counts the songs of tags for their list and the search. */
export const countTagsJob = job({
  name: "count-tags",
  payload: z.object({}),
  tries: 3,
  priority: "bulk",
  cron: "13 * * * *",
  run: ({ db }) => db.transaction().execute(countTags),
});
