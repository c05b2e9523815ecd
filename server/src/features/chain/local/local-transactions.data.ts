import type { Address, Hex } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";

export type LocalTransaction = { hash: Hex; raw: Hex; sender: Address; nonce: number };

/** Keeps what somebody's wallet signed; twice is once. */
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
