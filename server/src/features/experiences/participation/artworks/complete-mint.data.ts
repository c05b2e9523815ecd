import { type Executor, sql } from "../../../../platform/database/database.ts";

type MintOutcomeRow = { batchId: number | null; isShown: boolean };

/** Marks a participant MINTED, or FAILED with a problem. Returns undefined if that was recorded before. */
export async function updateMintOutcome(
  tx: Executor,
  { campaignId, participantId }: { campaignId: number; participantId: number },
  { problem, now }: { problem: string | null; now: Date },
): Promise<MintOutcomeRow | undefined> {
  const before =
    problem === null ? sql`p.state in ('MINTING', 'FAILED')` : sql`p.state in ('DRAWN', 'MINTING')`;
  const { rows } = await sql<MintOutcomeRow>`
    update participant p set problem = ${problem}, state = case when ${problem}::text is null then 'MINTED' else 'FAILED' end,
      nft_id = case when ${problem}::text is null then p.id::text end,
      minted_at = case when ${problem}::text is null then ${now}::timestamptz end
    from campaign c join song s on s.id = c.song_id
    where p.campaign_id = ${campaignId} and p.id = ${participantId} and c.id = p.campaign_id and ${before}
    returning c.deleted_at is null and s.status = 'ACTIVE' as "isShown",
      (select o.batch_id from participation o where o.id = p.participation_id) as "batchId"`.execute(tx);
  return rows[0];
}
