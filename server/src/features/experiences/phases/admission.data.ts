import type { AdmissionFacts } from "@wrapsody/shared/experiences/phase-rules.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { collectedArtworks } from "../public/collection.data.ts";
import type { PhaseRow } from "./phases.data.ts";

type Query = { phase: Pick<PhaseRow, "id" | "holders_of" | "reward_id">; accountId: string };

/** Reads what decides whether a phase admits an account. Only linked wallets and a confirmed address count, because they are proved. */
export async function readAudienceFacts(
  db: Executor,
  { phase: { id, holders_of: campaignId, reward_id: rewardId }, accountId }: Query,
): Promise<Pick<AdmissionFacts, "isHolder" | "isListed" | "hasClaimed">> {
  const { rows } = await sql<Pick<AdmissionFacts, "isHolder" | "isListed" | "hasClaimed">>`
    select
      exists (${collectedArtworks(accountId, sql`and p.campaign_id = ${campaignId}::integer`)}) as "isHolder",
      exists (select from campaign_phase_entry e where e.phase_id = ${id} and e.entry in (
        select w.address from wallet w where w.account_id = ${accountId}
        union all select lower(a.email) from account a where a.id = ${accountId} and a.verified_at is not null)) as "isListed",
      exists (select from reward_claim k where k.reward_id = ${rewardId}::integer and k.account_id = ${accountId}
        and k.state <> 'REJECTED') as "hasClaimed"`.execute(db);
  return rows[0] ?? { isHolder: false, isListed: false, hasClaimed: false };
}
