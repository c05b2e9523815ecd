import { type Executor, sql } from "../../../platform/database/database.ts";
import type { PeopleCounts } from "../../catalogue/index.ts";

type Range = { from: Date; until: Date };

/**
 * Counts the accounts that took part in experiences of songs in `[from, until)`: they paid, or confirmed a free spot. Orders that were
 * refunded before their artwork was drawn do not count.
 */
export async function countParticipants(
  db: Executor,
  songIds: readonly number[],
  { from, until }: Range,
): Promise<PeopleCounts> {
  const { rows } = await sql<{ song_id: number | null; people: number }>`
    select song_id, count(distinct account_id)::int as people from (
      select c.song_id, p.account_id from campaign c join participation p on p.campaign_id = c.id
      where c.song_id = any(${songIds}::int[]) and p.state in ('FULFILLED', 'NEEDS_MATERIAL') and p.created_at >= ${from}
        and p.created_at < ${until}
    ) each group by grouping sets ((), (song_id))`.execute(db);
  return {
    all: rows.find(({ song_id }) => song_id === null)?.people ?? 0,
    songs: new Map(rows.flatMap(({ song_id, people }) => (song_id === null ? [] : [[song_id, people]]))),
  };
}
