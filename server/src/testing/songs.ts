import { type Executor, sql } from "../platform/database/database.ts";

export type SongOptions = {
  name: string;
  artist: string;
  duration: number;
  status: string;
  createdAt: Date;
};

/** Inserts a public song with its artist and returns its id. */
export async function addSong(db: Executor, options: Partial<SongOptions> = {}): Promise<number> {
  const { name = "Salt Meridian", artist = "Inês Corvacho", duration = 200, status = "ACTIVE" } = options;
  const { rows } = await sql<{ id: number }>`
    with maker as (
      insert into artist (artist_clean_id, name) values ('a-' || replace(fold_text(${artist}), ' ', '-'), ${artist})
      on conflict (artist_clean_id) do update set name = excluded.name returning id
    )
    insert into song (pretty_id, artist_id, artist, name, duration, status, created_at)
    select 's-' || gen_random_uuid(), id, ${artist}, ${name}, ${duration}, ${status}, ${options.createdAt ?? new Date()}
    from maker returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The oldest songs share a word that no later one has. */
const oldSongs = 2000;

/**
 * Inserts many songs: every third title contains the common word "river", every fourth "night", every 500th
 * the rare word "quartz", the oldest 2000 "antique", and each its own number as a word; 200 artists; a song a
 * minute.
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
  await vacuumAnalyze(db);
}

/**
 * Inserts many songs with an extremely skewed distribution: one artist has 95 of 100 songs, and 40 others the
 * rest; one of 40 titles is only "Harbour" or "Velvet", the others start with one of a thousand words and
 * contain one of "harvest" and "winter"; every seventh contains "lantern", every 600th "obelisk", and the
 * oldest 5 of 100 "antique".
 */
export async function addSkewedSongs(db: Executor, count: number): Promise<void> {
  await sql`
    insert into artist (artist_clean_id, name)
    select 'crowd-' || n, case n when 0 then 'Everyone' else 'Crowd ' || n end from generate_series(0, 40) n`.execute(
    db,
  );
  await sql`
    with drawn as materialized (
      select n, array(select ('x' || substr(md5(n || ' ' || draw), 1, 7))::bit(28)::int from generate_series(1, 5) draw) as chance
      from generate_series(1, ${count}::int) n
    )
    insert into song (pretty_id, artist_id, artist, name, duration, status, created_at)
    select 'skewed-song-' || n, a.id, a.name,
      case when chance[3] % 40 = 0 then (array['Harbour', 'Velvet'])[1 + chance[1] % 2]
        else concat_ws(' ', initcap(translate(substr(md5((n % 1000)::text), 1, 6), '0123456789', 'ghijklmnop')),
          (array['Harbour', 'Harvest', 'Velvet', 'Winter'])[1 + chance[1] % 4], case when chance[2] % 7 = 0 then 'Lantern' end,
          case when chance[2] % 600 = 0 then 'Obelisk' end, case when n <= ${count}::int / 20 then 'Antique' end) end,
      200, 'ACTIVE', timestamptz '2020-01-01' + n * interval '1 minute'
    from drawn
    join artist a on a.artist_clean_id = 'crowd-' || case when chance[4] % 100 < 95 then 0 else 1 + chance[5] % 40 end`.execute(
    db,
  );
  await vacuumAnalyze(db);
}

/** Runs what autovacuum would run. */
async function vacuumAnalyze(db: Executor): Promise<void> {
  for (const table of ["song", "artist", "search_word", "song_word"]) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
}
