import type { Address, Hex } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { parseHex, toAddress } from "../addresses.ts";

export type LocalTransaction = { hash: Hex; raw: Hex; sender: Address; nonce: number };

/** Stores a transaction that a wallet signed, once. */
export async function insertLocalTransaction(
  db: Executor,
  { hash, raw, sender, nonce }: LocalTransaction,
  now: Date,
): Promise<void> {
  await sql`
    insert into local_transaction (hash, raw, sender, nonce, created_at)
    values (${hash}, ${Buffer.from(raw.slice(2), "hex")}, ${sender}, ${nonce}, ${now})
    on conflict (hash) do nothing`.execute(db);
}

export async function deleteLocalTransaction(db: Executor, hash: Hex): Promise<void> {
  await sql`delete from local_transaction where hash = ${hash}`.execute(db);
}

/** All stored transactions of the local chain: the transaction manager's and those of wallets. */
const allTransactions = sql`(
  select sender, nonce, raw, hash, created_at from chain_transaction where network = 'LOCAL'
  union all select sender, nonce, raw, hash, created_at from local_transaction)`;

export async function listSenders(db: Executor): Promise<{ sender: Address; isOperator: boolean }[]> {
  const { rows } = await sql<{ sender: string; isOperator: boolean }>`
    select sender, bool_or(is_operator) as "isOperator" from (
      select distinct sender, true as is_operator from chain_transaction where network = 'LOCAL'
      union all select distinct sender, false from local_transaction) senders group by sender`.execute(db);
  return rows.map(({ sender, isOperator }) => ({ sender: toAddress(sender), isOperator }));
}

export type StoredTransaction = { raw: Hex; hash: string; nonce: number; at: string };

/** Lists transactions at or above each sender's nonce on the chain, oldest first, after `last`. */
export async function listUnknownTransactions(
  db: Executor,
  nonces: ReadonlyMap<Address, number>,
  { last, limit }: { last: StoredTransaction | undefined; limit: number },
): Promise<StoredTransaction[]> {
  const { rows } = await sql<Omit<StoredTransaction, "raw"> & { raw: Buffer }>`
    select raw, hash, nonce, created_at::text as at from ${allTransactions} stored
    join unnest(${[...nonces.keys()]}::text[], ${[...nonces.values()]}::bigint[]) as known (who, nonces)
      on stored.sender = known.who and stored.nonce >= known.nonces
    where (created_at, nonce, hash) > (${last?.at ?? "-infinity"}::timestamptz, ${last?.nonce ?? 0}::bigint, ${last?.hash ?? ""})
    order by created_at, nonce, hash limit ${limit}`.execute(db);
  return rows.map(({ raw, ...rest }) => ({ raw: parseHex(`0x${raw.toString("hex")}`), ...rest }));
}
