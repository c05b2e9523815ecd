import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { OwnAlbum, OwnTrack, TrackInput } from "@wrapsody/shared/catalogue/albums.ts";
import type { AlbumType } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  namesWithText,
  type Rows,
} from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import { releaseDate as selectReleaseDate, toStoredDate } from "../songs/partial-dates.data.ts";
import { matchesReference } from "../studio/ownership.data.ts";

const ownColumns = sql`
  al.id, al.pretty_id, al.artist_id, a.name as artist, al.name, ${selectReleaseDate("al.")} as release_date, al.type, ${imageColumn(sql`i`)} as image,
  coalesce(${imageColumn(sql`i`)}, ${imageColumn(sql`f`)}) as cover, counted.tracks, counted.public_tracks, al.created_at`;

const ownTables = sql`album al join artist a on a.id = al.artist_id left join image i on i.id = al.image_id
  cross join lateral (
    select count(*) as tracks, count(*) filter (where s.status = 'ACTIVE') as public_tracks,
      (array_agg(s.image_id order by t.track_number, s.id))[1] as first_image_id
    from song_album t join song s on s.id = t.song_id where t.album_id = al.id and s.status <> 'DELETED'
  ) counted
  left join image f on al.image_id is null and f.id = counted.first_image_id`;

/** Selects whether an album counts: one that was never edited exists only while a wrap names it. */
const isInUse = (album: RawBuilder<unknown>) => sql`(${album}.edited_at is not null or exists (
  select from song_album t join song s on s.id = t.song_id where t.album_id = ${album}.id and s.status <> 'DELETED'))`;

/** Returns an album of the account by id or pretty id. */
export async function findOwnAlbum(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<OwnAlbum | undefined> {
  const { rows } = await sql<OwnAlbum>`
    select ${ownColumns} from ${ownTables}
    where a.owner_id = ${accountId} and ${isInUse(sql`al`)} and ${matchesReference("pretty_id", reference, "al.")}`.execute(
    db,
  );
  return rows[0];
}

const keys: Columns = {
  artist_id: sql`al.artist_id`,
  name: sql`al.name collate "unicode"`,
  created_at: sql`al.created_at`,
  release_date: sql`coalesce(al.release_date, 'infinity')`,
};

/** Lists the albums of an account's artists; counts tracks only for those of the page. */
export async function listOwnAlbums(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OwnAlbum>> {
  const conditions = list.filters.map((filter) =>
    filter.operator === "~~" ? albumNames.matches(filter.value) : buildWhere([filter], keys),
  );
  const isOwn = sql`al.artist_id in (select id from artist where owner_id = ${accountId})`;
  const { rows } = await sql<OwnAlbum & { total: number }>`
    with own as materialized (
      select al.* from album al where ${sql.join([isOwn, isInUse(sql`al`), ...conditions], sql` and `)}
    ), page as (
      select al.id, row_number() over (order by ${buildOrderBy(list, keys, sql`al.id`)}) as place
      from own al order by place limit ${list.limit} offset ${list.offset}
    )
    select total.total, ${ownColumns} from (select count(*) as total from own) total
    left join (page join (${ownTables}) on al.id = page.id) on true order by page.place`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}

const albumNames = namesWithText(sql`al.name`, sql`fold_name(al.name)`);

/** Lists the tracks of an album in order; wraps in every state except deleted ones. */
export async function listOwnTracks(db: Executor, albumId: number): Promise<OwnTrack[]> {
  const { rows } = await sql<OwnTrack>`
    select t.song_id, s.name, s.status, t.track_number, t.isrc, ${imageColumn(sql`i`)} as image,
      t.isrc is not null and not exists (
        select from song_album o where o.song_id = t.song_id and o.album_id <> t.album_id and o.isrc = t.isrc) as is_only_isrc
    from song_album t join song s on s.id = t.song_id left join image i on i.id = s.image_id
    where t.album_id = ${albumId} and s.status <> 'DELETED' order by t.track_number, s.id`.execute(db);
  return rows;
}

/**
 * Locks the wraps of an artist that are or become tracks, as a change of a wrap does before it names albums. Returns their ids; those of
 * other artists and of deleted wraps are missing.
 */
export async function lockTracks(
  tx: Executor,
  { artistId, albumId, songIds }: { artistId: number; albumId?: number; songIds: readonly number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from song
    where artist_id = ${artistId} and status <> 'DELETED'
      and (id = any(${songIds}::int[]) or id in (select song_id from song_album where album_id = ${albumId ?? null}))
    order by id for update`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Locks the artist, so that the names of its albums stay, and the album. Returns whether both still exist. */
export async function lockAlbum(
  tx: Executor,
  { artistId, albumId }: { artistId: number; albumId: number },
): Promise<boolean> {
  await sql`select from artist where id = ${artistId} for no key update`.execute(tx);
  const { rows } = await sql`select from album where id = ${albumId} for no key update`.execute(tx);
  return rows.length > 0;
}

type Named = { artistId: number; name: string; releaseDate: string | null };

/** Returns whether the artist has another album of this name and date. Deletes one that no longer counts. */
export async function hasNamesake(
  tx: Executor,
  { artistId, name, releaseDate, albumId = 0 }: Named & { albumId?: number },
): Promise<boolean> {
  const { day, digits } = toStoredDate(releaseDate);
  const isNamesake = sql`al.artist_id = ${artistId} and al.name = ${name} and al.id <> ${albumId}
    and coalesce(al.release_date, 'infinity') = coalesce(${day}::date, 'infinity')
    and al.release_digits = ${digits}`;
  await sql`delete from album al where ${isNamesake} and not ${isInUse(sql`al`)}`.execute(tx);
  const { rows } = await sql`select from album al where ${isNamesake}`.execute(tx);
  return rows.length > 0;
}

/** Inserts an album under the slug, or with a suffix if that is taken. The caller has locked the artist and excluded namesakes. */
export async function insertAlbum(
  tx: Executor,
  { artistId, name, releaseDate, slug }: Named & { slug: string },
): Promise<number> {
  const { day, digits } = toStoredDate(releaseDate);
  const { rows } = await sql<{ id: number }>`
    select create_album(${artistId}, ${name}, ${day}::date, ${digits}::smallint, ${slug}) as id`.execute(tx);
  if (rows[0] === undefined) throw new Error("create_album returned nothing");
  return rows[0].id;
}

type NamedByTrack = { songId: number; name: string; releaseDate: string | null; slug: string };

/**
 * Inserts the albums that the artists of the songs do not have yet, in order. A track without a date waits for those of the same album: it
 * may take their date when it is inserted.
 */
export async function insertAlbumsOfTracks(tx: Executor, albums: readonly NamedByTrack[]): Promise<void> {
  const rows = albums.map(({ releaseDate, ...album }) => ({ ...album, ...toStoredDate(releaseDate) }));
  await sql`
    with named as (
      select s.artist_id, r.* from rows from (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ("songId" int, name text, day date, digits smallint, slug text)
      ) with ordinality r("songId", name, day, digits, slug, place) join song s on s.id = r."songId"
    )
    select album_of_track(artist_id, name, day, digits, slug) from (
      select * from named n where day is not null or not exists (
        select from named dated where dated.artist_id = n.artist_id and dated.name = n.name and dated.day is not null)
      order by place
    ) first`.execute(tx);
}

type AlbumChanges = {
  name?: string | undefined;
  releaseDate?: string | null | undefined;
  type?: AlbumType | undefined;
  imageId?: string | undefined;
  now: Date;
};

/** Undefined fields stay. Returns the id of the image that was replaced. */
export async function updateAlbum(
  tx: Executor,
  id: number,
  { name, releaseDate, type, imageId, now }: AlbumChanges,
): Promise<string | null> {
  const released = releaseDate === undefined ? undefined : toStoredDate(releaseDate);
  const keepOr = (column: string, value: string | number | null | undefined) =>
    value === undefined ? sql.ref(column) : sql`${value}`;
  const { rows } = await sql<{ replaced: string | null }>`
    update album set name = ${keepOr("name", name)}, release_date = ${keepOr("release_date", released?.day)}::date,
      release_digits = ${keepOr("release_digits", released?.digits)}::smallint,
      type = ${keepOr("type", type)}, image_id = ${keepOr("image_id", imageId)}, edited_at = ${now}
    where id = ${id} returning nullif(old.image_id, new.image_id) as replaced`.execute(tx);
  if (name !== undefined || releaseDate !== undefined)
    await sql`
      update song_album t set name = al.name, release_date = al.release_date, release_digits = al.release_digits from album al
      where al.id = ${id} and t.album_id = al.id`.execute(tx);
  return rows[0]?.replaced ?? null;
}

/**
 * Replaces the tracks of an album; the caller has locked the wraps. A wrap that stays keeps its ISRC, unless another is given, and its
 * languages; a new one takes them from its other albums. A wrap may be on an album twice.
 */
export async function replaceTracks(
  tx: Executor,
  albumId: number,
  {
    songIds,
    tracks,
  }: {
    songIds: ReadonlySet<number>;
    tracks: readonly TrackInput[];
  },
): Promise<void> {
  const requested = JSON.stringify(
    tracks.map((track, place) => ({ ...track, has_isrc: track.isrc !== undefined, place })),
  );
  await sql`
    with removed as (
      delete from song_album where album_id = ${albumId} and song_id = any(${[...songIds]}::int[]) returning *
    ), kept as (
      select *, row_number() over (partition by song_id order by track_number, id) as nth from removed
    ), requested as (
      select *, row_number() over (partition by song_id order by track_number, place) as nth
      from jsonb_to_recordset(${requested}::jsonb) r(song_id int, track_number int, isrc text, has_isrc bool, place int)
    )
    insert into song_album (song_id, position, name, track_number, release_date, release_digits, isrc, languages, album_id)
    select w.song_id, coalesce(k.position, (select max(position) + 1 from song_album o where o.song_id = w.song_id), 0),
      al.name, w.track_number, al.release_date, al.release_digits, case when w.has_isrc then w.isrc when k.id is null then other.isrc else k.isrc end,
      coalesce(k.languages, other.languages, '{}'), al.id
    from requested w join album al on al.id = ${albumId}
    left join kept k on k.song_id = w.song_id and k.nth = w.nth
    left join lateral (
      select o.isrc, o.languages from song_album o where o.song_id = w.song_id order by o.isrc is null, o.position limit 1
    ) other on k.id is null
    order by w.place`.execute(tx);
}

/** Deletes an album with its tracks. Returns the id of its cover. */
export async function deleteAlbumRow(tx: Executor, id: number): Promise<string | null | undefined> {
  const { rows } = await sql<{ image_id: string | null }>`
    delete from album where id = ${id} returning image_id`.execute(tx);
  return rows[0]?.image_id;
}
