import type { Network } from "@wrapsody/shared/chain.ts";
import type { Scans } from "@wrapsody/shared/qr.ts";
import { type Executor, sql } from "../../../platform/database.ts";

export type Code = { songId: number; componentId: number; nftId: number };

/** A secure code in an artwork that is on a chain. */
export type FoundCode = {
  campaignId: number;
  link: string;
  network: Network;
  contract: string;
  isConfirmed: boolean;
};

export async function findCode(
  db: Executor,
  { songId, componentId, nftId }: Code,
): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select c.id as "campaignId", part.qr_code_link as link, coalesce(c.contract_network, c.network) as network,
      c.contract_address as contract,
      exists (select from qr_confirmation q where q.component_id = part.id and q.participant_id = p.id) as "isConfirmed"
    from component part join campaign c on c.id = part.campaign_id
      join participant p on p.campaign_id = c.id and p.id = ${nftId}
    where part.id = ${componentId} and c.song_id = ${songId} and part.component_type = 'QR_CODE' and part.secure_link
      and part.qr_code_link is not null and c.contract_address is not null
      and p.drawn @> to_jsonb(part.id)`.execute(db);
  return rows[0];
}

/** Answers whether it was not confirmed before. */
export async function insertConfirmation(
  db: Executor,
  { componentId, nftId, campaignId, wallet, now }: Code & { campaignId: number; wallet: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into qr_confirmation (component_id, participant_id, campaign_id, wallet, confirmed_at)
    values (${componentId}, ${nftId}, ${campaignId}, ${wallet}, ${now})
    on conflict (component_id, participant_id) do nothing returning component_id`.execute(db);
  return rows.length > 0;
}

/** Rows that the scans of a component on a day are spread over. */
const lanes = 8;

export async function countScan(db: Executor, componentId: number, now: Date): Promise<void> {
  await sql`
    insert into qr_scan (component_id, day, lane, scans)
    values (${componentId}, (${now}::timestamptz at time zone 'UTC')::date, pg_backend_pid() % ${sql.lit(lanes)}, 1)
    on conflict (component_id, day, lane) do update set scans = qr_scan.scans + 1`.execute(db);
}

/** Of all secure codes of a campaign. */
export async function listScans(db: Executor, campaignId: number): Promise<Scans[]> {
  const { rows } = await sql<Scans>`
    select part.id as component_id, part.name as component,
      coalesce((select sum(scans) from qr_scan s where s.component_id = part.id), 0)::int as scans,
      (select count(*) from qr_confirmation q where q.component_id = part.id)::int as confirmed,
      (select max(confirmed_at) from qr_confirmation q where q.component_id = part.id) as last_confirmed_at
    from component part where part.campaign_id = ${campaignId} and part.component_type = 'QR_CODE' and part.secure_link
    order by part.slot_number, part.id`.execute(db);
  return rows;
}
