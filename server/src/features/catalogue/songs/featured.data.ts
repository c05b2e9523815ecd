import { type Executor, sql } from "../../../platform/database/database.ts";
import { premiumAccountIds } from "../../subscriptions/index.ts";

/**
 * Counts the public songs featured after `since`, under an advisory lock, so that two runs never fill one
 * gap.
 */
export async function lockAndCountFeatured(tx: Executor, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('feature-wraps'))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from song where status = 'ACTIVE' and featured_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Features public songs of premium accounts that were not featured after `since`: never featured first, then
 * longest ago.
 */
export async function featureNext(
  tx: Executor,
  { now, since, count }: { now: Date; since: Date; count: number },
): Promise<void> {
  await sql`
    update song set featured_at = ${now} where id in (
      select s.id from artist a join song s on s.artist_id = a.id
      where a.owner_id in (${premiumAccountIds(now)}) and s.status = 'ACTIVE' and s.audio_key is not null
        and (s.featured_at is null or s.featured_at <= ${since})
      order by s.featured_at nulls first, s.created_at desc, s.id desc limit ${count})`.execute(tx);
}
