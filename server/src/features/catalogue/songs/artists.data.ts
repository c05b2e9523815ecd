import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Artist, getCreditedArtists } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { imageColumn } from "../../artwork/index.ts";
import { isPublicArtist } from "../restrictions.data.ts";

/**
 * Returns a public artist by id or clean id; a clean id never consists of digits alone. Without an owner and wraps, nothing but deleted wraps
 * keeps the artist.
 */
export async function findArtist(db: Executor, reference: string): Promise<Artist | undefined> {
  const number = /^\d{1,9}$/.test(reference) ? Number(reference) : undefined;
  const { rows } = await sql<Artist>`
    select a.id, a.artist_clean_id, a.name, a.metadata, a.links, ${imageColumn(sql`i`)} as image
    from artist a left join image i on i.id = a.image_id
    where ${isPublicArtist} and ${number === undefined ? sql`a.artist_clean_id = ${reference}` : sql`a.id = ${number}`}
      and (a.owner_id is not null or exists (select from song where artist_id = a.id and status <> 'DELETED'))`.execute(
    db,
  );
  return rows[0];
}

type CreditedArtist = AnswerOf<typeof getCreditedArtists>["data"][number];

/** Lists the artists of public songs that are credited by a name, most songs first. */
export async function listCreditedArtists(db: Executor, name: string): Promise<CreditedArtist[]> {
  const { rows } = await sql<CreditedArtist>`
    select a.id, a.artist_clean_id, a.name, ${imageColumn(sql`i`)} as image, c.songs
    from (
      select artist_id, count(*)::int as songs from song where status = 'ACTIVE' and artist = ${name}
      group by artist_id order by songs desc, artist_id limit 50
    ) c join artist a on a.id = c.artist_id left join image i on i.id = a.image_id
    where ${isPublicArtist} order by c.songs desc, a.id`.execute(db);
  return rows;
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
