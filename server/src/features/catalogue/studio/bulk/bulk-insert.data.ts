import { type Executor, sql } from "../../../../platform/database/database.ts";
import type { ArtistToInsert } from "../artists/own-artists.data.ts";
import { listTables, type SongLists, type SongToInsert } from "../songs/edit-songs.data.ts";

/** The key by which two spellings are equal; texts of signs alone are compared literally. */
const foldedKey = (text: ReturnType<typeof sql.ref>) =>
  sql`coalesce(nullif(fold_text(${text}), ''), lower(btrim(${text})))`;

/** Returns the comparison key of each text. */
export async function foldTexts(db: Executor, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select ${foldedKey(sql.ref("text"))} as key from unnest(${texts}::text[]) with ordinality t(text, place)
    order by place`.execute(db);
  return rows.map((row) => row.key);
}

export type KnownArtist = { id: number; name: string; key: string; isOwn: boolean };

/**
 * Lists artists by the keys of their names: the account's own and those in `besides`. `lock` locks them until
 * the transaction ends.
 */
export async function listArtistsByKey(
  db: Executor,
  query: { accountId: string; keys: readonly string[]; besides?: readonly number[]; lock?: boolean },
): Promise<KnownArtist[]> {
  const { accountId, keys, besides = [], lock = false } = query;
  const { rows } = await sql<KnownArtist>`
    select id, name, ${foldedKey(sql.ref("name"))} as key, owner_id is not distinct from ${accountId} as "isOwn" from artist
    where (owner_id = ${accountId} or id = any(${besides}::int[]))
      and ${foldedKey(sql.ref("name"))} in (select unnest(${keys}::text[]))
    order by id ${lock ? sql`for update` : sql``}`.execute(db);
  return rows;
}

/** A song that is not deleted, once for each of its albums; `title` and `album` are keys. */
export type KnownSong = {
  id: number;
  artistId: number;
  title: string;
  isrc: string | null;
  album: string | null;
  trackNumber: number | null;
};

/** Lists songs of the artists with one of the titles (as keys) or ISRCs. */
export async function listMatchingSongs(
  db: Executor,
  query: { artistIds: readonly number[]; titles: readonly string[]; isrcs: readonly string[] },
): Promise<KnownSong[]> {
  const { rows } = await sql<KnownSong>`
    select s.id, s.artist_id as "artistId", ${foldedKey(sql.ref("s.name"))} as title, t.isrc,
      ${foldedKey(sql.ref("t.name"))} as album, t.track_number as "trackNumber"
    from song s left join song_album t on t.song_id = s.id
    where s.artist_id = any(${query.artistIds}::int[]) and s.status <> 'DELETED'
      and (coalesce(nullif(s.name_folded, ''), lower(btrim(s.name))) in (select unnest(${query.titles}::text[]))
        or t.isrc in (select unnest(${query.isrcs}::text[])))
    order by s.id`.execute(db);
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
  const numbered = artists.map(({ name, description, ...artist }, place) => ({
    place,
    name,
    cleanId: artist.cleanId,
    accountId: artist.accountId,
    now: artist.now,
    metadata: { name, description },
  }));
  const { rows } = await sql<Inserted>`
    insert into artist (artist_clean_id, name, metadata, owner_id, created_at)
    select "cleanId", name, metadata, "accountId", now from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
      r(place int, "cleanId" text, name text, metadata jsonb, "accountId" uuid, now timestamptz)
    order by place on conflict (artist_clean_id) do nothing returning id, artist_clean_id as name`.execute(
    tx,
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
      rights[list].map((row, position) => ({ ...row, song_id: songId, position })),
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

/**
 * Deletes songs of the account that are as they were inserted: drafts without artwork, audio, rewards, experiences and later
 * changes. Returns their ids.
 */
export async function deleteUntouchedDrafts(
  tx: Executor,
  { accountId, songIds, now }: { accountId: string; songIds: readonly number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update song s set status = 'DELETED', deleted_at = ${now}, updated_at = ${now}
    where s.id = any(${songIds}::int[]) and s.artist_id = any(array(select id from artist where owner_id = ${accountId}))
      and s.status = 'DRAFT' and s.updated_at = s.added_at and s.image_id is null and s.audio_key is null
      and s.incoming_audio_key is null
      and not exists (select from reward where song_id = s.id) and not exists (select from campaign where song_id = s.id)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
