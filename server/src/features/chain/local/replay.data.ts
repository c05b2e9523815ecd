import type { Address, Hex } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { parseHex, toAddress } from "../hex.ts";

/** Everything that was ever signed for the program's own chain and kept: the outbox's, and that of people's wallets. */
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

/** What chains have not reached that know of each sender so many transactions; oldest first, after `last`. */
export async function listUnknownTransactions(
  db: Executor,
  reached: ReadonlyMap<Address, number>,
  { last, limit }: { last: StoredTransaction | undefined; limit: number },
): Promise<StoredTransaction[]> {
  const { rows } = await sql<Omit<StoredTransaction, "raw"> & { raw: Buffer }>`
    select raw, hash, nonce, created_at::text as at from ${allTransactions} kept
    join unnest(${[...reached.keys()]}::text[], ${[...reached.values()]}::bigint[]) as known (who, nonces)
      on kept.sender = known.who and kept.nonce >= known.nonces
    where (created_at, nonce, hash) > (${last?.at ?? "-infinity"}::timestamptz, ${last?.nonce ?? 0}::bigint, ${last?.hash ?? ""})
    order by created_at, nonce, hash limit ${limit}`.execute(db);
  return rows.map(({ raw, ...rest }) => ({ raw: parseHex(`0x${raw.toString("hex")}`), ...rest }));
}
