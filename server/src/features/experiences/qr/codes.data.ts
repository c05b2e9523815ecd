import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import type { Scans } from "@wrapsody/shared/experiences/qr.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { isRestricted } from "../../catalogue/index.ts";

export type Code = { songId: number; componentId: number; nftId: number };

/** A secure code of an artwork, minted or kept. */
export type FoundCode = {
  campaignId: number;
  link: string;
  network: Network;
  contract: string;
  /** Whether the artwork is kept for its owner, and for which account. */
  isKept: boolean;
  accountId: string | null;
  isConfirmed: boolean;
};

/** Finds a code. Codes of restricted things lead nowhere. */
export async function findCode(
  db: Executor,
  { songId, componentId, nftId }: Code,
): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select c.id as "campaignId", part.qr_code_link as link, coalesce(c.contract_network, c.network) as network,
      c.contract_address as contract, p.owner_wallet_address is null as "isKept", p.account_id as "accountId",
      exists (select from qr_confirmation q where q.component_id = part.id and q.participant_id = p.id) as "isConfirmed"
    from component part join campaign c on c.id = part.campaign_id join song s on s.id = c.song_id
      join participant p on p.campaign_id = c.id and p.id = ${nftId}
    where part.id = ${componentId} and c.song_id = ${songId} and part.component_type = 'QR_CODE' and part.secure_link
      and part.qr_code_link is not null and c.contract_address is not null
      and p.drawn @> to_jsonb(part.id)
      and s.status <> 'RESTRICTED' and not ${isRestricted("experience", sql`c.id::text`)}
      and not ${isRestricted("artwork", sql`p.campaign_id::text || '-' || p.id::text`)}`.execute(db);
  return rows[0];
}

/**
 * Wallet that confirmed a code, and the hash of its signature. For a kept artwork the wallet is null, and the hash is that of the
 * account.
 */
export type Confirmer = { wallet: string | null; signature: Buffer };

/** Returns whether it was not confirmed before. */
export async function insertConfirmation(
  db: Executor,
  confirmation: Code & Confirmer & { campaignId: number; now: Date },
): Promise<boolean> {
  const { componentId, nftId, campaignId, wallet, signature, now } = confirmation;
  const { rows } = await sql`
    insert into qr_confirmation (component_id, participant_id, campaign_id, wallet, signature, confirmed_at)
    values (${componentId}, ${nftId}, ${campaignId}, ${wallet}, ${signature}, ${now})
    on conflict (component_id, participant_id) do nothing returning component_id`.execute(db);
  return rows.length > 0;
}

/** Whether a code was confirmed by this very signature after a moment. */
export async function isConfirmedBy(
  db: Executor,
  { componentId, nftId, wallet, signature, after }: Code & Confirmer & { after: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from qr_confirmation where component_id = ${componentId} and participant_id = ${nftId}
      and wallet is not distinct from ${wallet} and signature = ${signature} and confirmed_at > ${after}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Rows per component and day, so that concurrent scans do not wait for each other's row lock. */
const COUNTER_SHARDS = 8;

/**
 * Counts a scan, unless the same visitor scanned the same code within the last `minIntervalS` seconds. Of concurrent calls one counts.
 * Returns whether this one did.
 */
export async function countScan(
  db: Executor,
  {
    componentId,
    nftId,
    visitor,
    now,
    minIntervalS,
  }: Code & { visitor: Buffer; now: Date; minIntervalS: number },
): Promise<boolean> {
  const { rows } = await sql`
    with opened as (
      insert into qr_visit (component_id, participant_id, visitor, scanned_at)
      values (${componentId}, ${nftId}, ${visitor}, ${now})
      on conflict (component_id, participant_id, visitor) do update set scanned_at = excluded.scanned_at
        where qr_visit.scanned_at <= excluded.scanned_at - make_interval(secs => ${minIntervalS})
      returning component_id
    )
    insert into qr_scan (component_id, day, lane, scans)
    select component_id, (${now}::timestamptz at time zone 'UTC')::date, pg_backend_pid() % ${sql.lit(COUNTER_SHARDS)}, 1 from opened
    on conflict (component_id, day, lane) do update set scans = qr_scan.scans + 1 returning component_id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Deletes visits that no longer suppress a scan. */
export async function deleteVisitsBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from qr_visit where scanned_at < ${before}`.execute(db);
}

/** Lists the scans of all secure codes of a campaign. */
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
