import type { AlbumType } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { storeSavedWords } from "../../search/read-words.ts";
import { releaseDate } from "../../songs/partial-dates.data.ts";
import type { ArtistToInsert } from "../artists/own-artists.data.ts";
import { listTables, type SongLists, type SongToInsert, toListRows } from "../songs/edit-songs.data.ts";

/** The key that similar spellings share; texts of signs alone are compared literally. */
const foldedKey = (text: ReturnType<typeof sql.ref>) =>
  sql`coalesce(nullif(fold_name(${text}), ''), lower(btrim(${text})))`;

/** Returns the key of each text, which finds similar spellings. It decides nothing: Rosé and Rose are two artists. */
export async function foldTexts(db: Executor, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select ${foldedKey(sql.ref("text"))} as key from unnest(${texts}::text[]) with ordinality t(text, place)
    order by place`.execute(db);
  return rows.map((row) => row.key);
}

export type KnownArtist = { id: number; cleanId: string; name: string; key: string; isOwn: boolean };

/**
 * Lists artists by the keys of their names, or by the references (ids and clean ids): the account's own and those in `besides`. `lock`
 * locks them until the transaction ends.
 */
export async function listSimilarArtists(
  db: Executor,
  query: {
    accountId: string;
    keys: readonly string[];
    references?: readonly string[];
    besides?: readonly number[];
    lock?: boolean;
  },
): Promise<KnownArtist[]> {
  const { accountId, keys, references = [], besides = [], lock = false } = query;
  const { rows } = await sql<KnownArtist>`
    select id, artist_clean_id as "cleanId", name, ${foldedKey(sql.ref("name"))} as key,
      owner_id is not distinct from ${accountId} as "isOwn" from artist
    where (owner_id = ${accountId} or id = any(${besides}::int[]))
      and (${foldedKey(sql.ref("name"))} in (select unnest(${keys}::text[]))
        or artist_clean_id in (select unnest(${references}::text[])) or id::text in (select unnest(${references}::text[])))
    order by id ${lock ? sql`for update` : sql``}`.execute(db);
  return rows;
}

/** Returns which ids are the account's artists or wraps, deleted ones excluded. */
export async function listOwnIds(
  db: Executor,
  { accountId, kind, ids }: { accountId: string; kind: "artist" | "song"; ids: readonly number[] },
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const own = sql`select id from artist where owner_id = ${accountId}`;
  const { rows } = await sql<{ id: number }>`
    select id from ${kind === "artist" ? sql`(${own}) own` : sql`song`} where id = any(${ids}::int[])
      ${kind === "artist" ? sql`` : sql`and artist_id in (${own}) and status <> 'DELETED'`}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A song that is not deleted, once for each of its albums. */
export type KnownSong = {
  id: number;
  artistId: number;
  title: string;
  /** The key of the title. */
  key: string;
  isrc: string | null;
  album: string | null;
  trackNumber: number | null;
};

/** Lists songs of the artists with a title similar to one of the titles (as keys), or with one of the ISRCs. */
export async function listSimilarSongs(
  db: Executor,
  query: { artistIds: readonly number[]; titles: readonly string[]; isrcs: readonly string[] },
): Promise<KnownSong[]> {
  const { rows } = await sql<KnownSong>`
    select s.id, s.artist_id as "artistId", s.name as title, ${foldedKey(sql.ref("s.name"))} as key, t.isrc, t.name as album, t.track_number as "trackNumber"
    from song s left join song_album t on t.song_id = s.id
    where s.artist_id = any(${query.artistIds}::int[]) and s.status <> 'DELETED'
      and (coalesce(nullif(s.name_folded, ''), lower(btrim(s.name))) in (select unnest(${query.titles}::text[]))
        or t.isrc in (select unnest(${query.isrcs}::text[])))
    order by s.id`.execute(db);
  return rows;
}

/** Lists the songs of the artists with one of the ISWCs. */
export async function listSongsByIswc(
  db: Executor,
  { artistIds, iswcs }: { artistIds: readonly number[]; iswcs: readonly string[] },
): Promise<{ id: number; artistId: number; iswc: string }[]> {
  if (iswcs.length === 0) return [];
  const { rows } = await sql<{ id: number; artistId: number; iswc: string }>`
    select id, artist_id as "artistId", iswc from song
    where artist_id = any(${artistIds}::int[]) and status <> 'DELETED' and iswc = any(${iswcs}::text[])
    order by id`.execute(db);
  return rows;
}

/** Lists the albums of the artists with one of the names that a track can be of, with their dates. */
export async function listAlbumsByName(
  db: Executor,
  { artistIds, names }: { artistIds: readonly number[]; names: readonly string[] },
): Promise<{ artistId: number; name: string; date: string | null }[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ artistId: number; name: string; date: string | null }>`
    select al.artist_id as "artistId", al.name, ${releaseDate("al.")} as date from album al
    where al.artist_id = any(${artistIds}::int[]) and al.name = any(${names}::text[])
      and (al.release_date is null or al.edited_at is not null or exists (select from song_album t where t.album_id = al.id))
    order by al.id`.execute(db);
  return rows;
}

const nameColumns = { artist: "artist_clean_id", song: "pretty_id" } as const;

/** Returns which slugs are taken. */
export async function findTakenSlugs(
  db: Executor,
  kind: "artist" | "song",
  names: readonly string[],
): Promise<Set<string>> {
  const column = sql.ref(nameColumns[kind]);
  const { rows } = await sql<{ name: string }>`
    select ${column} as name from ${sql.table(kind)} where ${column} = any(${names}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

type Inserted = { id: number; name: string };

/** Inserts artists without images. Returns those whose clean id was free; `name` is the clean id. */
export async function insertArtists(
  tx: Executor,
  artists: readonly Omit<ArtistToInsert, "imageId">[],
): Promise<Inserted[]> {
  const numbered = artists.map(({ name, description, links, ...artist }, place) => ({
    place,
    name,
    links,
    cleanId: artist.cleanId,
    accountId: artist.accountId,
    now: artist.now,
    metadata: { name, description },
  }));
  const { rows } = await sql<Inserted>`
    insert into artist (artist_clean_id, name, metadata, links, owner_id, created_at)
    select "cleanId", name, metadata, links, "accountId", now from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
      r(place int, "cleanId" text, name text, metadata jsonb, links jsonb, "accountId" uuid, now timestamptz)
    order by place on conflict (artist_clean_id) do nothing returning id, artist_clean_id as name`.execute(
    tx,
  );
  await storeSavedWords(
    tx,
    "artist",
    rows.map(({ id }) => id),
    artists.map(({ name }) => name),
  );
  return rows;
}

/** Inserts drafts without artwork. Returns those whose pretty id was free; `name` is the pretty id. */
export async function insertSongs(
  tx: Executor,
  songs: readonly Omit<SongToInsert, "imageId">[],
): Promise<Inserted[]> {
  const numbered = songs.map((song, place) => ({ ...song, place }));
  const { rows } = await sql<Inserted>`
    insert into song (pretty_id, artist_id, artist, name, nickname, iswc, duration, description, status, created_by,
      created_at, updated_at, added_at)
    select "prettyId", "artistId", artist, name, nickname, iswc, duration, description, 'DRAFT', "accountId", now, now, now
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) r(place int, "prettyId" text, "artistId" int, artist text,
      name text, nickname text, iswc text, duration int, description text, "accountId" uuid, now timestamptz)
    order by place on conflict (pretty_id) do nothing returning id, pretty_id as name`.execute(tx);
  await storeSavedWords(
    tx,
    "song",
    rows.map(({ id }) => id),
    songs.flatMap(({ name, artist }) => [name, artist]),
  );
  return rows;
}

/** Inserts the lists of many new songs, with one statement per list. */
export async function insertListsOfSongs(
  tx: Executor,
  songs: readonly { songId: number; rights: SongLists }[],
): Promise<void> {
  for (const list of ["tags", "albums", "credits", "dates", "owners", "dsps"] as const) {
    const { table, columns } = listTables[list];
    const rows = songs.flatMap(({ songId, rights }) =>
      toListRows(rights[list]).map((row, position) => ({ ...row, song_id: songId, position })),
    );
    if (rows.length === 0) continue;
    const typed = Object.entries({ song_id: "int", position: "int", ...columns });
    const names = sql.join(typed.map(([name]) => sql.ref(name)));
    const record = sql.join(typed.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(${record})`.execute(tx);
  }
}

/** Albums `al` that nobody has edited and of which nothing is public. */
const untouchedAlbum = sql`
  al.edited_at is null and not exists (
    select from song_album o join song x on x.id = o.song_id where o.album_id = al.id and x.status not in ('DRAFT', 'DELETED'))`;

/** Sets the types of the songs' albums, by their positions. The first type of an album wins. Albums that were edited or are public stay. */
export async function updateAlbumTypes(
  tx: Executor,
  types: readonly { songId: number; position: number; type: AlbumType }[],
): Promise<void> {
  await sql`
    update album al set type = r.type from (
      select distinct on (t.album_id) t.album_id, r.type
      from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) r("songId" int, position int, type text)
      join song_album t on t.song_id = r."songId" and t.position = r.position
      order by t.album_id, t.song_id, t.position
    ) r where al.id = r.album_id and ${untouchedAlbum}`.execute(tx);
}

/** Target of a missing picture: a draft, or the album at a position of one. */
export type MissingPicture = { songId: number; album: { id: number; position: number } | null };

/** Lists which of an account's drafts have no artwork, and which of their albums no cover. Albums that were edited or are public are left out. */
export async function listMissingPictures(
  db: Executor,
  { accountId, songIds }: { accountId: string; songIds: readonly number[] },
): Promise<MissingPicture[]> {
  const drafts = sql`
    select s.id, s.image_id from song s join artist a on a.id = s.artist_id
    where s.id = any(${songIds}::int[]) and a.owner_id = ${accountId} and s.status = 'DRAFT'`;
  const { rows } = await sql<MissingPicture>`
    with draft as (${drafts})
    select id as "songId", null::jsonb as album from draft where image_id is null
    union all
    select d.id, jsonb_build_object('id', al.id, 'position', t.place)
    from draft d join (
      select song_id, album_id, row_number() over (partition by song_id order by position, id) - 1 as place
      from song_album where song_id = any(${songIds}::int[])
    ) t on t.song_id = d.id join album al on al.id = t.album_id
    where al.image_id is null and ${untouchedAlbum}`.execute(db);
  return rows;
}

/** Gives a draft, or its album, a picture if it still has none. Its time of change stays, so that the import can be undone. */
export async function updateMissingPicture(
  tx: Executor,
  { songId, album }: MissingPicture,
  imageId: string,
): Promise<void> {
  await (album === null
    ? sql`update song set image_id = ${imageId} where id = ${songId} and image_id is null and status = 'DRAFT'`
    : sql`update album al set image_id = ${imageId} where id = ${album.id} and image_id is null and ${untouchedAlbum}`
  ).execute(tx);
}

const artistFingerprint = sql`md5(jsonb_build_array(a.name, a.metadata, a.links)::text)`;

/** Returns what tells later changes of the artists' texts. */
export async function fingerprintArtists(
  db: Executor,
  ids: readonly number[],
): Promise<{ id: number; fingerprint: string }[]> {
  const { rows } = await sql<{ id: number; fingerprint: string }>`
    select a.id, ${artistFingerprint} as fingerprint from artist a where a.id = any(${ids}::int[]) order by a.id`.execute(
    db,
  );
  return rows;
}

/**
 * Returns which artists are still the account's, with the texts of their fingerprint, and without image, wraps, experiences and edited albums. The
 * caller has locked them, so that they get none.
 */
export async function listUntouchedArtists(
  tx: Executor,
  accountId: string,
  artists: readonly { id: number; fingerprint: string }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from artist a
    join jsonb_to_recordset(${JSON.stringify(artists)}::jsonb) r(id int, fingerprint text) on r.id = a.id
    where a.owner_id = ${accountId} and a.image_id is null and ${artistFingerprint} = r.fingerprint
      and not exists (select from song s where s.artist_id = a.id and s.status <> 'DELETED')
      and not exists (
        select from campaign c join song s on s.id = c.song_id where s.artist_id = a.id and c.deleted_at is null)
      and not exists (select from album al where al.artist_id = a.id and al.edited_at is not null)
    order by a.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes songs of the account that are as they were inserted: drafts without audio, rewards, experiences and later changes, such as of
 * their artwork. Returns their ids.
 */
export async function deleteUntouchedDrafts(
  tx: Executor,
  { accountId, songIds, now }: { accountId: string; songIds: readonly number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update song s set status = 'DELETED', deleted_at = ${now}, updated_at = ${now}
    where s.id = any(${songIds}::int[]) and s.artist_id = any(array(select id from artist where owner_id = ${accountId}))
      and s.status = 'DRAFT' and s.updated_at = s.added_at and s.audio_key is null and s.incoming_audio_key is null
      and not exists (select from reward where song_id = s.id) and not exists (select from campaign where song_id = s.id)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
