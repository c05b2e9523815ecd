import type { SpotCodeState } from "@wrapsody/shared/experiences/spot-codes.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

export type CodeBatchRow = {
  id: number;
  name: string;
  /** With `cents_off` null too, spots are free. */
  percent_off: number | null;
  cents_off: number | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  codes: number;
  unused: number;
  used: number;
  revoked: number;
  expired: number;
};

/** Selects the state of the code `k` of the batch `b`. A code is used while an order that has not ended names it. */
const codeState = (now: Date) => sql`
  case when exists (select from participation p where p.code_id = k.id and p.state not in ('EXPIRED', 'REFUNDED')) then 'USED'
    when coalesce(k.revoked_at, b.revoked_at) is not null then 'REVOKED'
    when b.expires_at <= ${now} then 'EXPIRED' else 'UNUSED' end`;

/** `offset 0` keeps PostgreSQL from looking up the order of a code once for each count. */
const batches = (now: Date) => sql`
  select b.id, b.name, b.percent_off, b.cents_off, b.created_at, b.expires_at, b.revoked_at, counts.*
  from spot_code_batch b cross join lateral (
    select count(*)::int as codes, count(*) filter (where state = 'UNUSED')::int as unused,
      count(*) filter (where state = 'USED')::int as used, count(*) filter (where state = 'REVOKED')::int as revoked,
      count(*) filter (where state = 'EXPIRED')::int as expired
    from (select ${codeState(now)} as state from spot_code k where k.batch_id = b.id offset 0) each) counts`;

/** Lists the batches of a campaign, latest first. */
export async function listBatches(db: Executor, campaignId: number, now: Date): Promise<CodeBatchRow[]> {
  const { rows } = await sql<CodeBatchRow>`
    ${batches(now)} where b.campaign_id = ${campaignId} order by b.id desc`.execute(db);
  return rows;
}

type BatchKey = { campaignId: number; batchId: number };

export async function findBatch(
  db: Executor,
  { campaignId, batchId }: BatchKey,
  now: Date,
): Promise<CodeBatchRow | undefined> {
  const { rows } = await sql<CodeBatchRow>`
    ${batches(now)} where b.id = ${batchId} and b.campaign_id = ${campaignId}`.execute(db);
  return rows[0];
}

export async function countBatches(db: Executor, campaignId: number): Promise<number> {
  const { rows } = await sql<{ batches: number }>`
    select count(*)::int as batches from spot_code_batch where campaign_id = ${campaignId}`.execute(db);
  return rows[0]?.batches ?? 0;
}

export type BatchToInsert = Pick<CodeBatchRow, "name" | "percent_off" | "cents_off"> & {
  campaignId: number;
  expiresAt: Date | null;
  now: Date;
};

export async function insertBatch(tx: Executor, batch: BatchToInsert): Promise<number> {
  const { campaignId, name, percent_off, cents_off, expiresAt, now } = batch;
  const { rows } = await sql<{ id: number }>`
    insert into spot_code_batch (campaign_id, name, percent_off, cents_off, created_at, expires_at)
    values (${campaignId}, ${name}, ${percent_off}, ${cents_off}, ${now}, ${expiresAt}) returning id`.execute(
    tx,
  );
  const [added] = rows;
  if (added === undefined) throw new Error("batch was not inserted");
  return added.id;
}

export async function insertCodes(
  tx: Executor,
  batchId: number,
  codes: readonly { hmac: Buffer; sealed: Buffer }[],
): Promise<void> {
  await sql`
    insert into spot_code (batch_id, code_hmac, code_sealed)
    select ${batchId}::bigint, c.hmac, c.sealed
    from unnest(${codes.map(({ hmac }) => hmac)}::bytea[], ${codes.map(({ sealed }) => sealed)}::bytea[]) as c (hmac, sealed)`.execute(
    tx,
  );
}

export type SealedCode = { id: number; sealed: Buffer; state: SpotCodeState };

/** Lists the codes of a batch in the order in which they were made. */
export async function listSealedCodes(db: Executor, batchId: number, now: Date): Promise<SealedCode[]> {
  const { rows } = await sql<SealedCode>`
    select k.id, k.code_sealed as sealed, ${codeState(now)} as state
    from spot_code k join spot_code_batch b on b.id = k.batch_id
    where k.batch_id = ${batchId} order by k.id`.execute(db);
  return rows;
}

export async function markBatchRevoked(tx: Executor, batchId: number, now: Date): Promise<void> {
  await sql`update spot_code_batch set revoked_at = coalesce(revoked_at, ${now}) where id = ${batchId}`.execute(
    tx,
  );
}

/** Returns whether the batch has the code. */
export async function markCodeRevoked(
  tx: Executor,
  { batchId, codeId, now }: { batchId: number; codeId: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update spot_code set revoked_at = coalesce(revoked_at, ${now})
    where id = ${codeId} and batch_id = ${batchId} returning id`.execute(tx);
  return rows.length > 0;
}

/** Returns whether an experience has codes that may be unused. */
export async function hasOpenCodes(db: Executor, campaignId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from spot_code_batch
    where campaign_id = ${campaignId} and revoked_at is null and (expires_at is null or expires_at > ${now})
    limit 1`.execute(db);
  return rows.length > 0;
}
