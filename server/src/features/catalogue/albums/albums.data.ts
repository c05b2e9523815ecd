import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { AlbumPage, getArtistAlbums } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import { releaseDate } from "../songs/partial-dates.data.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";
import { matchesReference } from "../studio/ownership.data.ts";

type AlbumRow = Omit<AlbumPage, "tracks">;

/** Returns an album by id or pretty id, whether it has public tracks or not. */
export async function findAlbum(db: Executor, reference: string): Promise<AlbumRow | undefined> {
  const { rows } = await sql<AlbumRow>`
    select al.id, al.pretty_id, al.name, ${releaseDate("al.")} as release_date, al.type, ${imageColumn(sql`i`)} as image,
      json_build_object('id', a.id, 'artist_clean_id', a.artist_clean_id, 'name', a.name) as artist
    from album al join artist a on a.id = al.artist_id left join image i on i.id = al.image_id
    where ${matchesReference("pretty_id", reference, "al.")}`.execute(db);
  return rows[0];
}

type TrackRow = SongRow & { track_number: number; isrc: string | null };

/** Lists the public tracks of an album in order. */
export async function listPublicTracks(db: Executor, albumId: number): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    select t.track_number, t.isrc, ${songColumns} from song_album t join (${songTables}) on s.id = t.song_id
    where t.album_id = ${albumId} and s.status = 'ACTIVE' order by t.track_number, s.id`.execute(db);
  return rows;
}

type ListedAlbum = AnswerOf<typeof getArtistAlbums>["data"][number];

/** Lists albums with public tracks by release date. Albums without one count as unreleased. */
export async function listArtistAlbums(
  db: Executor,
  artistId: number,
  { limit, offset, sortDir }: ListQuery,
): Promise<Rows<ListedAlbum>> {
  const direction = sortDir === "ASC" ? sql`asc nulls first` : sql`desc nulls last`;
  const { rows } = await sql<ListedAlbum & { total: number }>`
    with found as (
      select al.* from album al
      where al.artist_id = ${artistId} and exists (
        select from song_album t join song s on s.id = t.song_id where t.album_id = al.id and s.status = 'ACTIVE')
    ), page as (
      select * from found order by release_date ${direction}, name limit ${limit} offset ${offset}
    )
    select al.id, al.pretty_id, al.name, ${releaseDate("al.")} as release_date, al.type, ${imageColumn(sql`i`)} as image, listed.tracks, counted.total
    from (select count(*) as total from found) counted
    left join (
      page al
      cross join lateral (
        select json_agg(json_build_object('track_number', t.track_number, 'name', s.name, 'song_id', s.id, 'pretty_id', s.pretty_id)
            order by t.track_number, s.id) as tracks,
          (array_agg(s.image_id order by t.track_number, s.id))[1] as image_id
        from song_album t join song s on s.id = t.song_id where t.album_id = al.id and s.status = 'ACTIVE'
      ) listed
      left join image i on i.id = coalesce(al.image_id, listed.image_id)
    ) on true
    order by al.release_date ${direction}, al.name`.execute(db);
  const data = rows.filter((row) => row.id !== null).map(({ total: _, ...album }) => album);
  return { data, total: rows[0]?.total ?? 0 };
}
