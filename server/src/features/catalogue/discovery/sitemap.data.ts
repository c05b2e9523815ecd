import { type Executor, sql } from "../../../platform/database/database.ts";

type Entry = { reference: string; changedAt: string };

export async function readLastSongId(db: Executor): Promise<number> {
  return lastId(await sql<{ id: number | null }>`select max(id) as id from song`.execute(db));
}

export async function listPublicSongsBetween(db: Executor, from: number, to: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select pretty_id as reference, updated_at as "changedAt" from song
    where id >= ${from} and id < ${to} and status = 'ACTIVE' order by id`.execute(db);
  return rows;
}

export async function readLastArtistId(db: Executor): Promise<number> {
  return lastId(await sql<{ id: number | null }>`select max(id) as id from artist`.execute(db));
}

/** Omits artists without a public song. */
export async function listPublicArtistsBetween(db: Executor, from: number, to: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select artist_clean_id as reference, created_at as "changedAt" from artist a
    where id >= ${from} and id < ${to}
      and exists (select from song where artist_id = a.id and status = 'ACTIVE') order by id`.execute(db);
  return rows;
}

export async function readLastAlbumId(db: Executor): Promise<number> {
  return lastId(await sql<{ id: number | null }>`select max(id) as id from album`.execute(db));
}

/** Omits albums without a public track. */
export async function listPublicAlbumsBetween(db: Executor, from: number, to: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select pretty_id as reference, coalesce(edited_at, created_at) as "changedAt" from album al
    where id >= ${from} and id < ${to} and exists (
      select from song_album t join song s on s.id = t.song_id where t.album_id = al.id and s.status = 'ACTIVE')
    order by id`.execute(db);
  return rows;
}

function lastId({ rows }: { rows: readonly { id: number | null }[] }): number {
  return rows[0]?.id ?? 0;
}
