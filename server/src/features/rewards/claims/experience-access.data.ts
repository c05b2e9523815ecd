import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Whether an account has a claim that is not rejected on a reward that unlocks a private experience: the
 * level that the experience names, or any DAPP_ACCESS level that names the experience.
 */
export async function opensExperience(
  db: Executor,
  { accountId, campaignId, levelId }: { accountId: string; campaignId: number; levelId: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from reward_claim k join reward r on r.id = k.reward_id
    where k.account_id = ${accountId} and k.state <> 'REJECTED' and r.reward_type = 'DAPP_ACCESS'
      and (r.alt_id = ${campaignId} or r.id = ${levelId}) limit 1`.execute(db);
  return rows.length > 0;
}
