import { type Executor, sql } from "../../../platform/database/database.ts";
import type { PeopleCounts } from "../../catalogue/index.ts";

type Range = { from: Date; until: Date };

/** Counts the accounts that earned points with songs in `[from, until)`. */
export async function countPointEarners(
  db: Executor,
  songIds: readonly number[],
  { from, until }: Range,
): Promise<PeopleCounts> {
  const { rows } = await sql<{ song_id: number | null; people: number }>`
    select song_id, count(distinct account_id)::int as people from (
      select song_id, account_id from point_entry
      where song_id = any(${songIds}::int[]) and points > 0 and created_at >= ${from} and created_at < ${until}
        and kind in ('LISTEN', 'SHARE', 'PARTICIPATION')
    ) each group by grouping sets ((), (song_id))`.execute(db);
  return {
    all: rows.find(({ song_id }) => song_id === null)?.people ?? 0,
    songs: new Map(rows.flatMap(({ song_id, people }) => (song_id === null ? [] : [[song_id, people]]))),
  };
}

/** Counts the accounts that claimed rewards of songs in `[from, until)`. */
export async function countClaimants(
  db: Executor,
  songIds: readonly number[],
  { from, until }: Range,
): Promise<PeopleCounts> {
  const { rows } = await sql<{ song_id: number | null; people: number }>`
    select song_id, count(distinct account_id)::int as people from (
      select song_id, account_id from reward_claim
      where song_id = any(${songIds}::int[]) and created_at >= ${from} and created_at < ${until}
    ) each group by grouping sets ((), (song_id))`.execute(db);
  return {
    all: rows.find(({ song_id }) => song_id === null)?.people ?? 0,
    songs: new Map(rows.flatMap(({ song_id, people }) => (song_id === null ? [] : [[song_id, people]]))),
  };
}
