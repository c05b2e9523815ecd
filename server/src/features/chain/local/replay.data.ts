import type { Address, Hex } from "viem";
import { type Executor, sql } from "../../../platform/database.ts";
import { hexOf, lower } from "../hex.ts";

/** Everything that was ever signed for the program's own chain and kept: the outbox's, and that of people's wallets. */
const kept = sql`(
  select sender, nonce, raw, hash, created_at from chain_transaction where network = 'LOCAL'
  union all select sender, nonce, raw, hash, created_at from local_transaction)`;

export async function listSenders(db: Executor): Promise<{ sender: Address; isOperator: boolean }[]> {
  const { rows } = await sql<{ sender: string; isOperator: boolean }>`
    select sender, bool_or(is_operator) as "isOperator" from (
      select distinct sender, true as is_operator from chain_transaction where network = 'LOCAL'
      union all select distinct sender, false from local_transaction) senders group by sender`.execute(db);
  return rows.map(({ sender, isOperator }) => ({ sender: lower(sender), isOperator }));
}

export type KeptTransaction = { raw: Hex; hash: string; nonce: number; at: string };

/** What chains have not reached that know of each sender so many transactions; oldest first, after `last`. */
export async function listUnreached(
  db: Executor,
  reached: ReadonlyMap<Address, number>,
  { last, limit }: { last: KeptTransaction | undefined; limit: number },
): Promise<KeptTransaction[]> {
  const { rows } = await sql<Omit<KeptTransaction, "raw"> & { raw: Buffer }>`
    select raw, hash, nonce, created_at::text as at from ${kept} kept
    join unnest(${[...reached.keys()]}::text[], ${[...reached.values()]}::bigint[]) as known (who, nonces)
      on kept.sender = known.who and kept.nonce >= known.nonces
    where (created_at, nonce, hash) > (${last?.at ?? "-infinity"}::timestamptz, ${last?.nonce ?? 0}::bigint, ${last?.hash ?? ""})
    order by created_at, nonce, hash limit ${limit}`.execute(db);
  return rows.map(({ raw, ...rest }) => ({ raw: hexOf(`0x${raw.toString("hex")}`), ...rest }));
}
