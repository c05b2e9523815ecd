import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { mintBatch } from "@wrapsody/shared/experiences/campaigns.ts";
import type { z } from "zod";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { buildOrderBy, type Columns, type Rows } from "../../../../platform/database/list-query.ts";

export type MintBatch = z.output<typeof mintBatch>;

/** Orders with their participants. */
const lines = sql`
  participation p left join participant r on r.campaign_id = p.campaign_id and r.participation_id = p.id`;
/** A line is EXPIRED if no combination was left for it. */
const isFailed = sql`(r.state = 'FAILED' or p.state = 'EXPIRED')`;
const batches = sql`
  select b.id, b.places, done.minted, done.failed, b.created_at, b.finished_at
  from mint_batch b cross join lateral (
    select count(*) filter (where r.state = 'MINTED') as minted, count(*) filter (where ${isFailed}) as failed
    from ${lines} where p.batch_id = b.id) done`;

export async function insertBatch(
  tx: Executor,
  input: { campaignId: number; accountId: string; places: number; now: Date },
): Promise<number> {
  const { campaignId, accountId, places, now } = input;
  const { rows } = await sql<{ id: number }>`
    insert into mint_batch (campaign_id, created_by, places, created_at)
    values (${campaignId}, ${accountId}, ${places}, ${now}) returning id`.execute(tx);
  await sql`update campaign set last_batch_sent_at = ${now} where id = ${campaignId}`.execute(tx);
  const [batch] = rows;
  if (batch === undefined) throw new Error("batch was not inserted");
  return batch.id;
}

type LineToInsert = { line: number; wallet: string; exposedId: string; codeHash: string };

/** Inserts lines as fulfilled orders without a payment; `codeHash` is hexadecimal. */
export async function insertLines(
  tx: Executor,
  input: { batchId: number; campaignId: number; lines: readonly LineToInsert[]; now: Date },
): Promise<void> {
  const { batchId, campaignId, now } = input;
  await sql`
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, batch_id, batch_line,
      created_at, completed_at)
    select l."exposedId", decode(l."codeHash", 'hex'), ${campaignId}::int, l.wallet, 'FULFILLED', 0, ${batchId}::int, l.line,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(input.lines)}::jsonb)
      as l (line int, wallet text, "exposedId" text, "codeHash" text)
    order by l.line`.execute(tx);
}

export async function readBatch(db: Executor, id: number): Promise<MintBatch> {
  const { rows } = await sql<MintBatch>`${batches} where b.id = ${id}`.execute(db);
  const [batch] = rows;
  if (batch === undefined) throw new Error(`batch ${id} not found`);
  return batch;
}

const SORT_COLUMNS: Columns = { created_at: sql`b.created_at` };

export async function listBatches(
  db: Executor,
  campaignId: number,
  list: ListQuery,
): Promise<Rows<MintBatch>> {
  const [data, count] = await Promise.all([
    sql<MintBatch>`${batches} where b.campaign_id = ${campaignId}
      order by ${buildOrderBy(list, SORT_COLUMNS, sql`b.id`)} limit ${list.limit} offset ${list.offset}`.execute(
      db,
    ),
    sql<{ total: number }>`
      select count(*) as total from mint_batch where campaign_id = ${campaignId}`.execute(db),
  ]);
  return { data: data.rows, total: count.rows[0]?.total ?? 0 };
}

/** Lists the next lines of a batch that are not drawn. */
export async function listUndrawnLines(
  db: Executor,
  batchId: number,
  limit: number,
): Promise<{ id: number; campaignId: number }[]> {
  const { rows } = await sql<{ id: number; campaignId: number }>`
    select p.id, p.campaign_id as "campaignId" from ${lines}
    where p.batch_id = ${batchId} and p.state = 'FULFILLED' and r.id is null
    order by p.batch_line limit ${limit}`.execute(db);
  return rows;
}

export type OpenBatch = {
  id: number;
  created_by: string | null;
  /** When the sender got the summary mail: once, even if lines are retried later. */
  mailed_at: string | null;
  name: string;
  pretty_id: string;
};

/** Locks an unfinished batch, so that of two transactions that end its last lines the second sees both. */
export async function lockOpenBatch(tx: Executor, id: number): Promise<OpenBatch | undefined> {
  const { rows } = await sql<OpenBatch>`
    select b.id, b.created_by, b.mailed_at, c.name, c.pretty_id from mint_batch b join campaign c on c.id = b.campaign_id
    where b.id = ${id} and b.finished_at is null for no key update of b`.execute(tx);
  return rows[0];
}

export async function hasOpenLines(tx: Executor, batchId: number): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from ${lines} where p.batch_id = ${batchId} and p.state <> 'EXPIRED'
      and coalesce(r.state, '') not in ('MINTED', 'FAILED')) as open`.execute(tx);
  return rows[0]?.open === true;
}

/** Marks a batch completed; the caller sends the summary mail unless it was sent before. */
export async function markBatchCompleted(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`update mint_batch set finished_at = ${now}, mailed_at = coalesce(mailed_at, ${now}) where id = ${id}`.execute(
    tx,
  );
}
