import type { Address, Hex } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { parseHex, toAddress } from "../addresses.ts";
import type { TransactionFees } from "./operator.ts";

type TransactionStatus = "SIGNED" | "SENT" | "MINED" | "CONFIRMED" | "REVERTED" | "REPLACED";

export type ChainTransaction = {
  id: number;
  sender: Address;
  nonce: number;
  raw: Hex;
  hash: Hex;
  /** Of every transaction signed for the nonce, one for each attempt. */
  hashes: readonly Hex[];
  /** Subset of `hashes` that are cancellations. */
  cancellationHashes: readonly Hex[];
  fees: TransactionFees;
  status: TransactionStatus;
  block: number | null;
  blockHash: string | null;
  sentAt: Date | null;
  triedAt: Date | null;
};

type Row = {
  id: number;
  sender: string;
  nonce: number;
  raw: Buffer;
  hash: string;
  hashes: string[];
  blanks: string[];
  fees: Record<keyof TransactionFees, string>;
  status: TransactionStatus;
  block: number | null;
  block_hash: string | null;
  sent_at: string | null;
  tried_at: string | null;
};

const columns = sql`id, sender, nonce, raw, hash, hashes, blanks, fees, status, block, block_hash, sent_at, tried_at`;

const toTransaction = (row: Row): ChainTransaction => ({
  id: row.id,
  nonce: row.nonce,
  status: row.status,
  block: row.block,
  blockHash: row.block_hash,
  sender: toAddress(row.sender),
  raw: parseHex(`0x${row.raw.toString("hex")}`),
  hash: parseHex(row.hash),
  hashes: row.hashes.map(parseHex),
  cancellationHashes: row.blanks.map(parseHex),
  fees: {
    gas: BigInt(row.fees.gas),
    maxFeePerGas: BigInt(row.fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(row.fees.maxPriorityFeePerGas),
  },
  sentAt: row.sent_at === null ? null : new Date(row.sent_at),
  triedAt: row.tried_at === null ? null : new Date(row.tried_at),
});

const toBuffer = (raw: Hex) => Buffer.from(raw.slice(2), "hex");
const feesToJson = (fees: TransactionFees) =>
  JSON.stringify(fees, (_, value) => (typeof value === "bigint" ? String(value) : value));

/** Lists the transactions without a final result, by nonce. */
export async function listOpenTransactions(db: Executor, network: string): Promise<ChainTransaction[]> {
  const { rows } = await sql<Row>`
    select ${columns} from chain_transaction
    where network = ${network} and status in ('SIGNED', 'SENT', 'MINED') order by nonce, id`.execute(db);
  return rows.map(toTransaction);
}

/** Finds the highest nonce ever assigned. */
export async function findHighestNonce(
  db: Executor,
  network: string,
  sender: Address,
): Promise<number | undefined> {
  const { rows } = await sql<{ nonce: number | null }>`
    select max(nonce) as nonce from chain_transaction where network = ${network} and sender = ${sender}`.execute(
    db,
  );
  return rows[0]?.nonce ?? undefined;
}

export async function findByNonce(
  db: Executor,
  { network, sender, nonce }: { network: string; sender: Address; nonce: number },
): Promise<ChainTransaction | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from chain_transaction
    where network = ${network} and sender = ${sender} and nonce = ${nonce}`.execute(db);
  return rows.map(toTransaction)[0];
}

type SignedTransaction = { raw: Hex; hash: Hex; fees: TransactionFees };
type NewTransaction = SignedTransaction & { nonce: number; isCancellation: boolean };

/** Stores signed transactions. Returns them by nonce. */
export async function insertTransactions(
  tx: Executor,
  {
    network,
    sender,
    signed,
    now,
  }: { network: string; sender: Address; signed: readonly NewTransaction[]; now: Date },
): Promise<ChainTransaction[]> {
  const { rows } = await sql<Row>`
    insert into chain_transaction (network, sender, nonce, raw, hash, hashes, blanks, fees, status, created_at)
    select ${network}, ${sender}, nonce, raw, hash, array[hash], case when is_cancellation then array[hash] else '{}' end,
      fees::jsonb, 'SIGNED', ${now}
    from unnest(
      ${signed.map(({ nonce }) => nonce)}::bigint[], ${signed.map(({ raw }) => toBuffer(raw))}::bytea[],
      ${signed.map(({ hash }) => hash)}::text[], ${signed.map(({ isCancellation }) => isCancellation)}::boolean[],
      ${signed.map(({ fees }) => feesToJson(fees))}::text[]
    ) as s (nonce, raw, hash, is_cancellation, fees) returning ${columns}`.execute(tx);
  return rows.map(toTransaction).sort((a, b) => a.nonce - b.nonce);
}

/** Stores a replacement at the same nonce. Returns false if another worker was faster. */
export async function replaceTransaction(
  db: Executor,
  { id, hash }: ChainTransaction,
  { isCancellation, ...signed }: SignedTransaction & { isCancellation: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chain_transaction set raw = ${toBuffer(signed.raw)}, hash = ${signed.hash}, fees = ${feesToJson(signed.fees)}::jsonb,
      hashes = hashes || ${[signed.hash]}::text[], blanks = blanks || ${isCancellation ? [signed.hash] : []}::text[],
      status = 'SIGNED', sent_at = null, tried_at = null
    where id = ${id} and hash = ${hash} and status in ('SIGNED', 'SENT')`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores that a node has accepted these transactions. */
export async function markSent(
  db: Executor,
  sent: readonly Pick<ChainTransaction, "id" | "hash">[],
  now: Date,
): Promise<void> {
  if (sent.length === 0) return;
  await sql`
    update chain_transaction t set tried_at = ${now}, sent_at = coalesce(t.sent_at, ${now}), status = 'SENT'
    from unnest(${sent.map(({ id }) => id)}::bigint[], ${sent.map(({ hash }) => hash)}::text[]) as s (id, hash)
    where t.id = s.id and t.hash = s.hash and t.status in ('SIGNED', 'SENT')`.execute(db);
}

type Mined = { hash: Hex; block: number; blockHash: Hex };

export async function markMined(tx: Executor, mined: readonly (Mined & { id: number })[]): Promise<void> {
  if (mined.length === 0) return;
  await sql`
    update chain_transaction t set status = 'MINED', hash = m.hash, block = m.block, block_hash = m.block_hash
    from unnest(
      ${mined.map(({ id }) => id)}::bigint[], ${mined.map(({ hash }) => hash)}::text[],
      ${mined.map(({ block }) => block)}::bigint[], ${mined.map(({ blockHash }) => blockHash)}::text[]
    ) as m (id, hash, block, block_hash)
    where t.id = m.id and t.status in ('SIGNED', 'SENT', 'MINED')`.execute(tx);
}

/** Makes transactions that the chain no longer has due for broadcast: the same bytes are sent in the next tick. */
export async function markForRebroadcast(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update chain_transaction set status = 'SENT', block = null, block_hash = null, confirmed_at = null, final_at = null,
      tried_at = null
    where id = any(${[...ids]}::bigint[])`.execute(tx);
}

export type TransactionResult = {
  id: number;
  status: "CONFIRMED" | "REVERTED" | "REPLACED";
  /** Undefined if another transaction used the nonce. */
  mined: Mined | undefined;
};

/** Stores how transactions ended. Returns the ids of the transactions that were still open. */
export async function recordResults(
  tx: Executor,
  results: readonly TransactionResult[],
  now: Date,
): Promise<Set<number>> {
  if (results.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    update chain_transaction t set status = e.status, hash = coalesce(e.hash, t.hash), block = e.block,
      block_hash = e.block_hash, confirmed_at = ${now}
    from unnest(
      ${results.map(({ id }) => id)}::bigint[], ${results.map(({ status }) => status)}::text[],
      ${results.map(({ mined }) => mined?.hash ?? null)}::text[], ${results.map(({ mined }) => mined?.block ?? null)}::bigint[],
      ${results.map(({ mined }) => mined?.blockHash ?? null)}::text[]
    ) as e (id, status, hash, block, block_hash)
    where t.id = e.id and t.status in ('SIGNED', 'SENT', 'MINED') returning t.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

type Unfinalized = { id: number; block: number; blockHash: string };

/** Lists confirmed transactions that may still be reorganised, newest block first. */
export async function listUnfinalized(db: Executor, network: string, limit: number): Promise<Unfinalized[]> {
  const { rows } = await sql<Unfinalized>`
    select id, block, block_hash as "blockHash" from chain_transaction
    where network = ${network} and status = 'CONFIRMED' and final_at is null order by block desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function markFinalized(db: Executor, network: string, block: number, now: Date): Promise<void> {
  await sql`
    update chain_transaction set final_at = ${now}
    where network = ${network} and status = 'CONFIRMED' and final_at is null and block <= ${block}`.execute(
    db,
  );
}

/** Finds the first block that holds a transaction of this program. */
export async function findFirstBlock(db: Executor, network: string): Promise<number | undefined> {
  const { rows } = await sql<{ block: number | null }>`
    select min(block) as block from chain_transaction where network = ${network}`.execute(db);
  return rows[0]?.block ?? undefined;
}
