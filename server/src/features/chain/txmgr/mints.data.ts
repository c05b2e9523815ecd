import type { Address } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { toAddress } from "../addresses.ts";
import type { SettledRequest } from "./continuations.data.ts";

export type Mint = { collection: Address; tokenId: number; owner: Address; reverts: number };
type Row = { collection: string; tokenId: number; owner: string; reverts: number };

const columns = sql`collection, token_id as "tokenId", owner, reverts`;
const toMint = (row: Row): Mint => ({
  ...row,
  collection: toAddress(row.collection),
  owner: toAddress(row.owner),
});

export type NewMint = { tokenId: number; owner: Address; job: string; payload: string };

/**
 * Inserts mints, or queues them again if they have failed. Any other mint of the same token keeps its owner and
 * continuation. Sorts the tokens, so that concurrent calls lock them in the same order.
 */
export async function insertMints(
  tx: Executor,
  {
    network,
    collection,
    mints,
    now,
  }: { network: string; collection: Address; mints: readonly NewMint[]; now: Date },
): Promise<void> {
  await sql`
    insert into chain_mint (network, collection, token_id, owner, state, then_job, then_payload, created_at)
    select ${network}, ${collection}, token_id, owner, 'WAITING', job, payload::jsonb, ${now} from unnest(
      ${mints.map(({ tokenId }) => tokenId)}::bigint[], ${mints.map(({ owner }) => owner)}::text[],
      ${mints.map(({ job }) => job)}::text[], ${mints.map(({ payload }) => payload)}::text[]
    ) as new_mint (token_id, owner, job, payload)
    order by token_id
    on conflict (network, collection, token_id) do update set state = 'WAITING', owner = excluded.owner, problem = null,
      reverts = 0, then_job = excluded.then_job, then_payload = excluded.then_payload, told_at = null,
      created_at = excluded.created_at
    where chain_mint.state = 'FAILED'`.execute(tx);
}

/** Lists waiting mints, oldest first, except those of deferred collections. */
export async function listWaitingMints(
  db: Executor,
  { network, deferred, limit }: { network: string; deferred: readonly string[]; limit: number },
): Promise<Mint[]> {
  const { rows } = await sql<Row>`
    select ${columns} from chain_mint
    where network = ${network} and state = 'WAITING' and collection <> all(${[...deferred]}::text[])
    order by created_at, token_id limit ${limit}`.execute(db);
  return rows.map(toMint);
}

export async function listMintsByTransaction(tx: Executor, transactionId: number): Promise<Mint[]> {
  const { rows } = await sql<Row>`
    select ${columns} from chain_mint where transaction_id = ${transactionId} and state = 'SENT'`.execute(tx);
  return rows.map(toMint);
}

type Batch = { network: string; collection: Address; tokenIds: readonly number[] };

const inBatch = ({ network, collection, tokenIds }: Batch) =>
  sql`network = ${network} and collection = ${collection} and token_id = any(${[...tokenIds]}::bigint[])`;

export type MintLink = { collection: Address; tokenId: number; transactionId: number };

/** Links mints to their transactions. Returns how many of them were still waiting. */
export async function linkMints(tx: Executor, network: string, mints: readonly MintLink[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update chain_mint m set state = 'SENT', transaction_id = l.transaction_id
    from unnest(
      ${mints.map(({ collection }) => collection)}::text[], ${mints.map(({ tokenId }) => tokenId)}::bigint[],
      ${mints.map(({ transactionId }) => transactionId)}::bigint[]
    ) as l (collection, token_id, transaction_id)
    where m.network = ${network} and m.collection = l.collection and m.token_id = l.token_id and m.state = 'WAITING'`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Marks the mints of confirmed transactions as done. Returns their continuations. */
export async function settleMinedMints(
  tx: Executor,
  transactionIds: readonly number[],
  now: Date,
): Promise<(SettledRequest & { transactionId: number })[]> {
  const { rows } = await sql<SettledRequest & { transactionId: number }>`
    with ending as (
      select network, collection, token_id, transaction_id, then_job as job, then_payload as payload,
        told_at is not null as notified
      from chain_mint where transaction_id = any(${[...transactionIds]}::bigint[]) and state = 'SENT' for update
    ), ended as (
      update chain_mint m set state = 'DONE', problem = null, told_at = ${now} from ending e
      where (m.network, m.collection, m.token_id) = (e.network, e.collection, e.token_id)
    )
    select job, payload, notified, transaction_id as "transactionId" from ending`.execute(tx);
  return rows;
}

/** Marks waiting mints as done or failed. Returns their continuations. */
export async function settleWaitingMints(
  tx: Executor,
  batch: Batch,
  { problem, now }: { problem: string | null; now: Date },
): Promise<SettledRequest[]> {
  const { rows } = await sql<SettledRequest>`
    with ending as (
      select token_id, then_job as job, then_payload as payload, told_at is not null as notified
      from chain_mint where ${inBatch(batch)} and state = 'WAITING' for update
    ), ended as (
      update chain_mint m set state = ${problem === null ? "DONE" : "FAILED"}, problem = ${problem}, told_at = ${now}
      from ending e where m.network = ${batch.network} and m.collection = ${batch.collection} and m.token_id = e.token_id
    )
    select job, payload, notified from ending`.execute(tx);
  return rows;
}

/** Queues the mints of a transaction again. They may be done already, if the transaction was reorganised away and replaced. */
export async function requeueMints(tx: Executor, transactionId: number, isRevert: boolean): Promise<void> {
  await sql`
    update chain_mint set state = 'WAITING', transaction_id = null, reverts = reverts + ${isRevert ? 1 : 0}
    where transaction_id = ${transactionId} and state in ('SENT', 'DONE')`.execute(tx);
}

export async function countMintRevert(db: Executor, batch: Batch): Promise<void> {
  await sql`update chain_mint set reverts = reverts + 1 where ${inBatch(batch)} and state = 'WAITING'`.execute(
    db,
  );
}
