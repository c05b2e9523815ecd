import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { failedArtwork } from "@wrapsody/shared/experiences/campaigns.ts";
import type { z } from "zod";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../../platform/database/list-query.ts";

export type FailedArtwork = z.output<typeof failedArtwork>;

const SORT_COLUMNS: Columns = { created_at: sql`f.created_at`, batch_id: sql`f.batch_id` };
const UNDRAWN = "Nothing was left to draw.";

/** Failed artworks, and lines of wallet lists for which no combination was left. */
const campaignFailures = (campaignId: number) => sql`(
  select p.id as participant_id, p.name, p.owner_wallet_address, o.batch_id, o.batch_line, coalesce(p.problem, '') as problem,
    p.created_at, p.id as place
  from participant p left join participation o on o.id = p.participation_id
  where p.campaign_id = ${campaignId} and p.state = 'FAILED'
  union all
  select null, c.name, o.wallet, o.batch_id, o.batch_line, ${UNDRAWN}, o.created_at, o.id
  from participation o join campaign c on c.id = o.campaign_id
  where o.campaign_id = ${campaignId} and o.state = 'EXPIRED' and o.batch_id is not null)`;

/** Lists failures; ties are in the order of drawing, or of the wallet list. */
export async function listFailures(
  db: Executor,
  campaignId: number,
  list: ListQuery,
): Promise<Rows<FailedArtwork>> {
  const from = sql`${campaignFailures(campaignId)} f`;
  const where = buildWhere(list.filters, SORT_COLUMNS);
  return readListPage(db, list, {
    rows: sql<FailedArtwork>`
      select f.participant_id, f.name, f.owner_wallet_address, f.batch_id, f.batch_line, f.problem, f.created_at
      from ${from} where ${where} order by ${buildOrderBy(list, SORT_COLUMNS, sql`f.place`)}
      limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from ${from} where ${where}`,
  });
}

export type FailedParticipant = {
  state: string;
  /** Null for an artwork that is kept for its owner. */
  wallet: string | null;
  isRendered: boolean;
  batchId: number | null;
};

/** Locks a participant until the transaction ends. */
export async function lockParticipant(
  tx: Executor,
  { campaignId, participantId }: { campaignId: number; participantId: number },
): Promise<FailedParticipant | undefined> {
  const { rows } = await sql<FailedParticipant>`
    select p.state, p.owner_wallet_address as wallet, (p.rendered_image_id is not null or p.rendered_at is not null) as "isRendered",
      (select o.batch_id from participation o where o.id = p.participation_id) as "batchId"
    from participant p where p.campaign_id = ${campaignId} and p.id = ${participantId} for no key update of p`.execute(
    tx,
  );
  return rows[0];
}

/** Resets a failed participant to the step before the failure. */
export async function resetParticipant(
  tx: Executor,
  { campaignId, participantId }: { campaignId: number; participantId: number },
  state: "DRAWN" | "MINTING",
): Promise<void> {
  await sql`
    update participant set state = ${state}, problem = null, render_failures = 0
    where campaign_id = ${campaignId} and id = ${participantId}`.execute(tx);
}

/** Reopens the batch of an artwork that is retried. */
export async function reopenBatch(tx: Executor, batchId: number): Promise<void> {
  await sql`update mint_batch set finished_at = null where id = ${batchId}`.execute(tx);
}

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
