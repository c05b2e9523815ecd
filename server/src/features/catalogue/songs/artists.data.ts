import type { Album, Artist } from "@wrapsody/shared/catalogue.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import { isPublicArtist } from "../restrictions.data.ts";

/** Returns a public artist by id or clean id; a clean id never consists of digits alone. */
export async function findArtist(db: Executor, reference: string): Promise<Artist | undefined> {
  const number = /^\d{1,9}$/.test(reference) ? Number(reference) : undefined;
  const { rows } = await sql<Artist>`
    select a.id, a.artist_clean_id, a.name, a.metadata, ${imageColumn(sql`i`)} as image
    from artist a left join image i on i.id = a.image_id
    where ${isPublicArtist} and ${number === undefined ? sql`a.artist_clean_id = ${reference}` : sql`a.id = ${number}`}`.execute(
    db,
  );
  return rows[0];
}

/** Returns whether the artist exists, and keeps it from being deleted until the transaction ends. */
export async function lockArtist(tx: Executor, artistId: number): Promise<boolean> {
  const { rows } = await sql`select from artist where id = ${artistId} for key share`.execute(tx);
  return rows.length > 0;
}

/** Assigns an artist to an account. Returns whether the owner changed; false if the artist does not exist. */
export async function assignArtist(
  tx: Executor,
  { artistId, accountId }: { artistId: number; accountId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update artist set owner_id = ${accountId} where id = ${artistId} and owner_id is distinct from ${accountId}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Lists albums by name. Albums without a release date count as unreleased. */
export async function listArtistAlbums(
  db: Executor,
  artistId: number,
  { limit, offset, sortDir }: ListQuery,
): Promise<Rows<Album>> {
  const direction = sortDir === "ASC" ? sql`asc nulls first` : sql`desc nulls last`;
  const { rows } = await sql<Album & { total: number }>`
    with found as (
      select t.name, max(t.release_date) as release_date,
        json_agg(json_build_object('track_number', t.track_number, 'name', s.name, 'song_id', s.id, 'pretty_id', s.pretty_id)
          order by t.track_number, s.id) as tracks
      from song s join song_album t on t.song_id = s.id
      where s.artist_id = ${artistId} and s.status = 'ACTIVE'
      group by t.name
    )
    select page.name, page.release_date, page.tracks, counted.total
    from (select count(*) as total from found) counted
    left join (
      select * from found order by release_date ${direction}, name limit ${limit} offset ${offset}
    ) page on true
    order by page.release_date ${direction}, page.name`.execute(db);
  const data = rows.filter((row) => row.name !== null).map(({ total: _, ...album }) => album);
  return { data, total: rows[0]?.total ?? 0 };
}
