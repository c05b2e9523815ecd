import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Artist, Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Context } from "../../../platform/context.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { notFound } from "../../../platform/failure.ts";
import { listSongs } from "../search/ranked-search.data.ts";
import { findArtist } from "./artists.data.ts";
import { presentSong } from "./song-presenter.ts";

/** Returns an artist by id or clean id. @throws Failure E0001 if there is none */
export async function showArtist({ replica }: Context, reference: string): Promise<Artist> {
  const artist = await findArtist(replica, reference);
  if (artist === undefined) throw notFound();
  return artist;
}

export async function showArtistSongs(
  context: Context,
  reference: string,
  list: ListQuery,
): Promise<Rows<Song>> {
  const { id } = await showArtist(context, reference);
  const { data, total } = await listSongs(context.replica, list, [
    { key: "artist_id", operator: "==", value: id },
  ]);
  return { data: data.map(presentSong), total };
}
