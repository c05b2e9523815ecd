import { type Executor, sql } from "../../../../platform/database/database.ts";

export type FailureNotification = { name: string; pretty_id: string; owner_id: string | null };

/** Claims the notification of a campaign. Returns undefined if it was sent before, or if no failure is left. */
export async function claimNotification(
  tx: Executor,
  campaignId: number,
  now: Date,
): Promise<FailureNotification | undefined> {
  const { rows } = await sql<FailureNotification>`
    update campaign c set failures_told_at = ${now}
    from song s left join artist a on a.id = s.artist_id
    where c.id = ${campaignId} and s.id = c.song_id and c.deleted_at is null and c.failures_told_at is null and exists (
      select from participant p where p.campaign_id = c.id and p.state = 'FAILED')
    returning c.name, c.pretty_id, a.owner_id`.execute(tx);
  return rows[0];
}

/** Lets the next failure notify the publisher again. */
export async function resetNotification(tx: Executor, campaignId: number): Promise<void> {
  await sql`update campaign set failures_told_at = null where id = ${campaignId}`.execute(tx);
}
