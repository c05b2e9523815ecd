import type { Image } from "@wrapsody/shared/api/media.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { ArtistLink } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  isRanked,
  namesWithText,
  type Rows,
  similarNames,
  type TextSearch,
} from "../../../../platform/database/list-query.ts";
import { imageColumn } from "../../../artwork/index.ts";
import { storeSavedWords } from "../../search/read-words.ts";
import { matchesReference } from "../ownership.data.ts";

export type OwnArtistRow = {
  id: number;
  artist_clean_id: string;
  name: string;
  image: Image | null;
  description: string;
  links: ArtistLink[];
  songs: number;
  public_songs: number;
  created_at: string;
};

const ownColumns = sql`
  a.id, a.artist_clean_id, a.name, ${imageColumn(sql`i`)} as image, coalesce(a.metadata ->> 'description', '') as description,
  a.links, counted.songs, counted.public_songs, a.created_at`;

/** Counted by the index on the status alone. */
const ownTables = sql`artist a left join image i on i.id = a.image_id
  cross join lateral (
    select count(*) as songs, count(*) filter (where s.status = 'ACTIVE') as public_songs
    from song s where s.artist_id = a.id and s.status <> 'DELETED'
  ) counted`;

/** Returns an artist of the account by id or clean id. */
export async function findOwnArtist(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<OwnArtistRow | undefined> {
  const { rows } = await sql<OwnArtistRow>`
    select ${ownColumns} from ${ownTables}
    where a.owner_id = ${accountId} and ${matchesReference("artist_clean_id", reference, "a.")}`.execute(db);
  return rows[0];
}

const keys: Columns = { name: sql`a.name collate "unicode"`, created_at: sql`a.created_at` };

/**
 * Lists an account's artists; counts songs only for those of the page. A text that no name contains finds similar names.
 * A search without a requested order returns names that equal the text first.
 */
export async function listOwnArtists(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OwnArtistRow>> {
  const found = await listMatching(db, accountId, list, namesWithText(sql`a.name`, sql`a.name_folded`));
  const isSearch = list.filters.some(({ operator }) => operator === "~~");
  if (found.total > 0 || !isSearch) return found;
  return listMatching(db, accountId, list, similarNames(sql`a.name_folded`));
}

async function listMatching(
  db: Executor,
  accountId: string,
  list: ListQuery,
  { matches, rank }: TextSearch,
): Promise<Rows<OwnArtistRow>> {
  const texts = list.filters.filter(({ operator }) => operator === "~~").map(({ value }) => value);
  const others = list.filters.filter(({ operator }) => operator !== "~~");
  const ranks = isRanked(list) ? texts.map((typed) => sql`${rank(typed)} desc`) : [];
  const order = sql.join([...ranks, buildOrderBy(list, keys, sql`a.id`)], sql`, `);
  const { rows } = await sql<OwnArtistRow & { total: number }>`
    with own as materialized (
      select a.id, a.name, a.name_folded, a.created_at from artist a
      where a.owner_id = ${accountId} and ${sql.join([buildWhere(others, keys), ...texts.map(matches)], sql` and `)}
    ), page as (
      select a.id, row_number() over (order by ${order}) as place
      from own a order by place limit ${list.limit} offset ${list.offset}
    )
    select total.total, ${ownColumns}
    from (select count(*) as total from own) total
    left join (page join ${ownTables} on a.id = page.id) on true
    order by page.place`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}

export type ArtistToInsert = {
  cleanId: string;
  name: string;
  description: string;
  links: readonly ArtistLink[];
  imageId: string;
  accountId: string;
  now: Date;
};

/** Returns the id; undefined if the clean id is taken. */
export async function insertArtist(tx: Executor, artist: ArtistToInsert): Promise<number | undefined> {
  const { name, description } = artist;
  const { rows } = await sql<{ id: number }>`
    insert into artist (artist_clean_id, name, metadata, links, image_id, owner_id, created_at)
    values (${artist.cleanId}, ${name}, ${JSON.stringify({ name, description })}::jsonb, ${JSON.stringify(artist.links)}::jsonb, ${artist.imageId},
      ${artist.accountId}, ${artist.now})
    on conflict (artist_clean_id) do nothing returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await storeSavedWords(tx, "artist", ids, [name]);
  return ids[0];
}

/** Undefined fields stay unchanged. Returns the id of the image that was replaced. */
export async function updateArtist(
  tx: Executor,
  id: number,
  changes: {
    name?: string | undefined;
    description?: string | undefined;
    imageId?: string | undefined;
    links?: readonly ArtistLink[] | undefined;
  },
): Promise<string | null> {
  const { name = null, description = null, imageId = null, links } = changes;
  const { rows } = await sql<{ replaced: string | null }>`
    update artist set name = coalesce(${name}, name), image_id = coalesce(${imageId}, image_id),
      links = coalesce(${links === undefined ? null : JSON.stringify(links)}::jsonb, links),
      metadata = metadata || jsonb_strip_nulls(jsonb_build_object('name', ${name}::text, 'description', ${description}::text))
    where id = ${id} returning nullif(old.image_id, new.image_id) as replaced`.execute(tx);
  await storeSavedWords(tx, "artist", [id], [name ?? ""]);
  return rows[0]?.replaced ?? null;
}

/** Counts that prevent the deletion of an artist: wraps that are not deleted, and experiences of any wrap. */
export type Remains = { songs: number; campaigns: number };

/** Counts what an artist has. The caller has locked the artist, so that it gets no wraps. */
export async function countRemains(tx: Executor, id: number): Promise<Remains> {
  const { rows } = await sql<Remains>`
    select
      (select count(*) from song where artist_id = ${id} and status <> 'DELETED') as songs,
      (select count(*) from campaign c join song s on s.id = c.song_id where s.artist_id = ${id} and c.deleted_at is null) as campaigns`.execute(
    tx,
  );
  return rows[0] ?? { songs: 0, campaigns: 0 };
}

/**
 * Deletes an artist with its albums. One that deleted wraps refer to stays without owner, texts and image, as after the deletion of an
 * account. Returns the ids of the images that it and its albums had.
 */
export async function deleteArtistRow(tx: Executor, id: number): Promise<string[]> {
  const { rows } = await sql<{ image_id: string }>`
    select image_id from artist where id = ${id} and image_id is not null
    union select image_id from album where artist_id = ${id} and image_id is not null`.execute(tx);
  await sql`delete from album where artist_id = ${id}`.execute(tx);
  const { numAffectedRows } = await sql`
    delete from artist a where id = ${id} and not exists (select from song where artist_id = a.id)`.execute(
    tx,
  );
  if (!numAffectedRows)
    await sql`
      update artist set owner_id = null, image_id = null, metadata = '{}', links = '[]' where id = ${id}`.execute(
      tx,
    );
  return rows.map(({ image_id }) => image_id);
}
