import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { getMyHistory } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { presentSong } from "../songs/song-presenter.ts";
import { listListens } from "./plays.data.ts";

/** Returns the counted plays of the session's account. */
export async function showOwnHistory(
  { db }: Context,
  session: Session,
  list: ListQuery,
): Promise<AnswerOf<typeof getMyHistory>> {
  const { data, total } = await listListens(db, session.accountId, list);
  return {
    data: data.map(({ listen_id: id, started_at, heard, ...song }) => ({
      id,
      started_at,
      heard,
      song: song.id === null ? null : presentSong(song),
    })),
    total,
  };
}
