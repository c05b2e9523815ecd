import type { Playlist, PlaylistPage } from "@wrapsody/shared/catalogue/playlists.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { isRestricted } from "../restrictions.data.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";
import { coversOf } from "./own-playlists.data.ts";

type PageRow = Omit<PlaylistPage, "songs"> & { number: number };

/** Selects whether `playlist p` has a page: neither it nor its owner is restricted. */
export const isShownPlaylist = sql`(not ${isRestricted("playlist", sql`p.public_id`)}
  and not ${isRestricted("account", sql`p.account_id::text`)})`;

/** Returns a playlist by its random id, public or unlisted. */
export async function findPlaylist(db: Executor, publicId: string): Promise<PageRow | undefined> {
  // A URL may contain a NUL, which PostgreSQL refuses.
  if (!/^[\w-]{16}$/.test(publicId)) return undefined;
  const { rows } = await sql<PageRow>`
    select p.id as number, p.public_id as id, p.name, p.description, p.is_public, p.updated_at, o.name as owner,
      ${coversOf(sql`p.id`)} as covers
    from playlist p join account o on o.id = p.account_id where p.public_id = ${publicId} and ${isShownPlaylist}`.execute(
    db,
  );
  return rows[0];
}

/** Lists the public songs of a playlist in order. */
export async function listPublicSongs(db: Executor, playlist: number): Promise<SongRow[]> {
  const { rows } = await sql<SongRow>`
    select ${songColumns} from playlist_song t join (${songTables}) on s.id = t.song_id
    where t.playlist_id = ${playlist} and s.status = 'ACTIVE' order by t.position, t.song_id`.execute(db);
  return rows;
}

type OwnTrack = { song_id: number } & (SongRow | { id: null });

/** Lists all songs of a playlist in order. `id` is null while a song is not public. */
export async function listTracks(db: Executor, playlist: number): Promise<OwnTrack[]> {
  const { rows } = await sql<OwnTrack>`
    select t.song_id, shown.* from playlist_song t
    left join lateral (select ${songColumns} from ${songTables} where s.id = t.song_id and s.status = 'ACTIVE') shown on true
    where t.playlist_id = ${playlist} order by t.position, t.song_id`.execute(db);
  return rows;
}

/** Locks a playlist of the account, so that its songs stay as they are. Returns its number. */
export async function lockPlaylist(
  tx: Executor,
  accountId: string,
  publicId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from playlist where public_id = ${publicId} and account_id = ${accountId} for no key update`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Returns the number of a playlist of the account. */
export async function findOwnNumber(
  db: Executor,
  accountId: string,
  publicId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from playlist where public_id = ${publicId} and account_id = ${accountId}`.execute(db);
  return rows[0]?.id;
}

export async function countPlaylists(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ playlists: number }>`
    select count(*) as playlists from playlist where account_id = ${accountId}`.execute(db);
  return rows[0]?.playlists ?? 0;
}

type NewPlaylist = Pick<Playlist, "name" | "description" | "is_public"> & {
  accountId: string;
  publicId: string;
  now: Date;
};

export async function insertPlaylist(tx: Executor, input: NewPlaylist): Promise<number> {
  const { accountId, publicId, name, description, is_public, now } = input;
  const { rows } = await sql<{ id: number }>`
    insert into playlist (public_id, account_id, name, description, is_public, created_at, updated_at)
    values (${publicId}, ${accountId}, ${name}, ${description}, ${is_public}, ${now}, ${now}) returning id`.execute(
    tx,
  );
  if (rows[0] === undefined) throw new Error("the playlist was not inserted");
  return rows[0].id;
}

/** Undefined fields stay. */
export async function updatePlaylist(
  tx: Executor,
  playlist: number,
  changes: {
    name?: string | undefined;
    description?: string | undefined;
    is_public?: boolean | undefined;
    now: Date;
  },
): Promise<void> {
  const keepOr = (column: string, value: RawBuilder<unknown>, typed: unknown) =>
    typed === undefined ? sql.ref(column) : value;
  const { name, description, is_public, now } = changes;
  await sql`
    update playlist set name = ${keepOr("name", sql`${name}`, name)},
      description = ${keepOr("description", sql`${description}`, description)},
      is_public = ${keepOr("is_public", sql`${is_public}`, is_public)}, updated_at = ${now}
    where id = ${playlist}`.execute(tx);
}

export async function deletePlaylistRow(tx: Executor, playlist: number): Promise<void> {
  await sql`delete from playlist where id = ${playlist}`.execute(tx);
}

/** Returns which of the songs are public. */
export async function listPublicIds(db: Executor, songIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from song where id = any(${songIds}::int[]) and status = 'ACTIVE'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Lists the songs of a playlist in order, whether they are public or not. */
export async function listOrder(db: Executor, playlist: number): Promise<number[]> {
  const { rows } = await sql<{ song_id: number }>`
    select song_id from playlist_song where playlist_id = ${playlist} order by position, song_id`.execute(db);
  return rows.map(({ song_id }) => song_id);
}

/** Stores the order of a playlist's songs and adds new ones. The caller has locked the playlist. */
export async function storeOrder(
  tx: Executor,
  playlist: number,
  { order, now }: { order: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    insert into playlist_song as t (playlist_id, song_id, position, added_at)
    select ${playlist}::int, song_id, place::int, ${now}::timestamptz
    from unnest(${order}::int[]) with ordinality wanted(song_id, place)
    on conflict (playlist_id, song_id) do update set position = excluded.position where t.position <> excluded.position`.execute(
    tx,
  );
}

export async function deleteTrack(tx: Executor, playlist: number, songId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from playlist_song where playlist_id = ${playlist} and song_id = ${songId}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Lists the random ids of an account's playlists. */
export async function listPlaylistIds(db: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ public_id: string }>`
    select public_id from playlist where account_id = ${accountId}`.execute(db);
  return rows.map(({ public_id }) => public_id);
}

export async function readLastPlaylistNumber(db: Executor): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from playlist`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Lists what search engines should know of the playlists in a range: public ones with a public song. */
export async function listPublicPlaylistsBetween(
  db: Executor,
  from: number,
  to: number,
): Promise<{ reference: string; changedAt: string }[]> {
  const { rows } = await sql<{ reference: string; changedAt: string }>`
    select p.public_id as reference, p.updated_at as "changedAt" from playlist p
    where p.id >= ${from} and p.id < ${to} and p.is_public and ${isShownPlaylist} and exists (
      select from playlist_song t join song s on s.id = t.song_id where t.playlist_id = p.id and s.status = 'ACTIVE')
    order by p.id`.execute(db);
  return rows;
}
