import { type Executor, sql } from "../../../platform/database/database.ts";

/** An account on a waitlist; `held_until`: until when a spot is held for it. */
export type WaitlistEntry = {
  id: number;
  campaign_id: number;
  phase_id: number | null;
  account_id: string;
  held_until: string | null;
};
const columns = sql`id, campaign_id, phase_id, account_id, held_until`;

export async function findEntry(
  db: Executor,
  { campaignId, accountId }: { campaignId: number; accountId: string },
): Promise<WaitlistEntry | undefined> {
  const { rows } = await sql<WaitlistEntry>`
    select ${columns} from waitlist_entry where campaign_id = ${campaignId} and account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

/** Puts an account at the end of a waitlist. The caller holds the campaign. */
export async function insertEntry(
  tx: Executor,
  entry: { campaignId: number; phaseId: number | null; accountId: string; now: Date },
): Promise<void> {
  await sql`
    insert into waitlist_entry (campaign_id, phase_id, account_id, joined_at)
    values (${entry.campaignId}, ${entry.phaseId}, ${entry.accountId}, ${entry.now})`.execute(tx);
}

export async function deleteEntry(tx: Executor, id: number): Promise<void> {
  await sql`delete from waitlist_entry where id = ${id}`.execute(tx);
}

export async function holdSpot(tx: Executor, id: number, until: Date): Promise<void> {
  await sql`update waitlist_entry set held_until = ${until} where id = ${id}`.execute(tx);
}

/** Lists the entries of a campaign whose spots are held no longer. */
export async function listLapsedEntries(
  tx: Executor,
  campaignId: number,
  now: Date,
): Promise<WaitlistEntry[]> {
  const { rows } = await sql<WaitlistEntry>`
    select ${columns} from waitlist_entry where campaign_id = ${campaignId} and held_until <= ${now} order by id`.execute(
    tx,
  );
  return rows;
}

/** Lists the first accounts that wait for a phase, or for a campaign without phases. */
export async function listWaiting(
  tx: Executor,
  { campaignId, phaseId, limit }: { campaignId: number; phaseId: number | null; limit: number },
): Promise<WaitlistEntry[]> {
  const { rows } = await sql<WaitlistEntry>`
    select ${columns} from waitlist_entry
    where campaign_id = ${campaignId} and phase_id is not distinct from ${phaseId} and held_until is null
    order by id limit ${limit}`.execute(tx);
  return rows;
}

/** Returns whether the waitlist of a campaign has entries. */
export async function hasWaitlist(db: Executor, campaignId: number): Promise<boolean> {
  const { rows } = await sql`select from waitlist_entry where campaign_id = ${campaignId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Lists the campaigns with a waitlist. */
export async function listCampaignsWithWaitlist(db: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct campaign_id as id from waitlist_entry order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the campaigns on whose waitlists an account is. */
export async function listCampaignsOfAccount(db: Executor, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select campaign_id as id from waitlist_entry where account_id = ${accountId} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the entries of a campaign that wait for phases which are over, or for a campaign that gives no spots any more. */
export async function deleteEndedEntries(
  tx: Executor,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<void> {
  await sql`
    delete from waitlist_entry w using campaign c
    where c.id = w.campaign_id and c.id = ${campaignId}
      and (c.state <> 'ACTIVE' or c.deleted_at is not null
        or (w.held_until is null and w.phase_id is not null and not exists (
          select from campaign_phase f where f.id = w.phase_id and f.starts_at <= ${now} and (f.ends_at is null or f.ends_at > ${now})
            and not exists (select from campaign_phase n where n.campaign_id = f.campaign_id and n.starts_at > f.starts_at
              and n.starts_at <= ${now})))
        or (w.held_until is null and w.phase_id is null and exists (
          select from campaign_phase f where f.campaign_id = c.id)))`.execute(tx);
}

/** A campaign as the mail about a held spot names it. */
export async function findCampaignName(
  tx: Executor,
  id: number,
): Promise<{ name: string; pretty_id: string } | undefined> {
  const { rows } = await sql<{ name: string; pretty_id: string }>`
    select name, pretty_id from campaign where id = ${id}`.execute(tx);
  return rows[0];
}
