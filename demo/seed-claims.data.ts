import { type Executor, sql } from "../server/src/platform/database/database.ts";
import type { DemoClaim } from "./seed-claims.ts";

/** Inserts a claim with its stock and ledger entry. */
export async function insertClaim(tx: Executor, accountId: string, claim: DemoClaim): Promise<void> {
  const { slug, level, state, claimedAt, changedAt } = claim;
  const { rows } = await sql`
    with taken as (
      update reward r set claimed = claimed + 1 from song s
      where s.id = r.song_id and s.pretty_id = ${slug} and r.name = ${level}
      returning r.id, r.song_id, r.reward_points_earned as points
    ), spent as (
      insert into point_entry (account_id, song_id, key, kind, points, created_at)
      select ${accountId}::uuid, song_id, 'claim ' || id, 'CLAIM', -points, ${claimedAt}::timestamptz from taken
    )
    insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
    select id, song_id, ${accountId}::uuid, points, ${state}, ${claimedAt}, ${changedAt} from taken returning id`.execute(
    tx,
  );
  if (rows.length !== 1) throw new Error(`the demo catalogue has no level ${level} of ${slug}`);
}

/** Inserts the balances that result from the ledger. */
export async function insertBalances(tx: Executor, accountId: string): Promise<void> {
  await sql`
    insert into point_balance (account_id, song_id, points, last_listen_at)
    select account_id, song_id, sum(points), max(created_at) filter (where kind = 'LISTEN')
    from point_entry where account_id = ${accountId} group by account_id, song_id`.execute(tx);
}
