import { type Executor, sql } from "../platform/database.ts";

export type SongGiven = {
  name: string;
  artist: string;
  duration: number;
  status: string;
  createdAt: Date;
};

/** Puts one public song into the catalogue, with its artist, and answers its number. */
export async function addSong(db: Executor, given: Partial<SongGiven> = {}): Promise<number> {
  const { name = "Salt Meridian", artist = "Inês Corvacho", duration = 200, status = "ACTIVE" } = given;
  const { rows } = await sql<{ id: number }>`
    with maker as (
      insert into artist (artist_clean_id, name) values ('a-' || replace(fold_text(${artist}), ' ', '-'), ${artist})
      on conflict (artist_clean_id) do update set name = excluded.name returning id
    )
    insert into song (pretty_id, artist_id, artist, name, duration, status, created_at)
    select 's-' || gen_random_uuid(), id, ${artist}, ${name}, ${duration}, ${status}, ${given.createdAt ?? new Date()}
    from maker returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** So many of the oldest of many songs share a word that no later one has. */
const oldSongs = 2000;

/**
 * Many songs at once: every third title holds the common word "river", every fourth "night", every 500th the rare
 * word "quartz", the oldest 2000 "antique", and each its own number as a word; 200 artists; a song a minute.
 */
export async function addManySongs(db: Executor, count: number): Promise<void> {
  await sql`
    insert into artist (artist_clean_id, name) select 'crowd-' || n, 'Crowd ' || n from generate_series(0, 199) n`.execute(
    db,
  );
  await sql`
    insert into song (pretty_id, artist_id, artist, name, duration, status, created_at)
    select 'crowd-song-' || n, a.id, a.name,
      concat_ws(' ', case when n % 3 = 0 then 'River' end, case when n % 4 = 0 then 'Night' end,
        case when n % 500 = 0 then 'Quartz' end, case when n <= ${oldSongs}::int then 'Antique' end, 'Nr' || n),
      200, 'ACTIVE', timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${count}::int) n join artist a on a.artist_clean_id = 'crowd-' || n % 200`.execute(
    db,
  );
  await sql`vacuum analyze song`.execute(db);
  await sql`vacuum analyze artist`.execute(db);
  await sql`vacuum analyze search_word`.execute(db);
}
