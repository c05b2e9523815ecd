import type { mintBatch } from "@wrapsody/shared/campaigns.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { z } from "zod";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { buildOrderBy, type Columns, type Rows } from "../../../../platform/database/list-query.ts";

export type MintBatch = z.output<typeof mintBatch>;

/** Orders with the pictures that were drawn for them. */
const lines = sql`
  participation p left join participant r on r.campaign_id = p.campaign_id and r.participation_id = p.id`;
/** `EXPIRED` are those for which nothing was left to be drawn. */
const isFailed = sql`(r.state = 'FAILED' or p.state = 'EXPIRED')`;
const batches = sql`
  select b.id, b.places, done.minted, done.failed, b.created_at, b.finished_at
  from mint_batch b cross join lateral (
    select count(*) filter (where r.state = 'MINTED') as minted, count(*) filter (where ${isFailed}) as failed
    from ${lines} where p.batch_id = b.id) done`;

export async function insertBatch(
  tx: Executor,
  given: { campaignId: number; accountId: string; places: number; now: Date },
): Promise<number> {
  const { campaignId, accountId, places, now } = given;
  const { rows } = await sql<{ id: number }>`
    insert into mint_batch (campaign_id, created_by, places, created_at)
    values (${campaignId}, ${accountId}, ${places}, ${now}) returning id`.execute(tx);
  await sql`update campaign set last_batch_sent_at = ${now} where id = ${campaignId}`.execute(tx);
  const [batch] = rows;
  if (batch === undefined) throw new Error("a batch was not added");
  return batch.id;
}

type LineToInsert = { line: number; wallet: string; exposedId: string; codeHash: string };

/** Places that are taken at once, without a payment; `codeHash` is hexadecimal. */
export async function insertLines(
  tx: Executor,
  given: { batchId: number; campaignId: number; lines: readonly LineToInsert[]; now: Date },
): Promise<void> {
  const { batchId, campaignId, now } = given;
  await sql`
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, batch_id, batch_line,
      created_at, completed_at)
    select l."exposedId", decode(l."codeHash", 'hex'), ${campaignId}::int, l.wallet, 'FULFILLED', 0, ${batchId}::int, l.line,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given.lines)}::jsonb)
      as l (line int, wallet text, "exposedId" text, "codeHash" text)
    order by l.line`.execute(tx);
}

export async function readBatch(db: Executor, id: number): Promise<MintBatch> {
  const { rows } = await sql<MintBatch>`${batches} where b.id = ${id}`.execute(db);
  const [batch] = rows;
  if (batch === undefined) throw new Error(`there is no batch ${id}`);
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

/** The next lines of a batch that have no picture yet. */
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
  /** When who sent it was written to: once, also where some of it began anew. */
  mailed_at: string | null;
  name: string;
  pretty_id: string;
};

/** A batch that is not finished; held, so that of two who end its last lines the second sees both. */
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

/** Who sent it is written to in the same transaction, unless they were before. */
export async function markBatchCompleted(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`update mint_batch set finished_at = ${now}, mailed_at = coalesce(mailed_at, ${now}) where id = ${id}`.execute(
    tx,
  );
}
