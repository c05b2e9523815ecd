import type { Address } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { toAddress } from "../addresses.ts";

export type ProofRow = {
  nonce: string;
  subject: string;
  accountId: string | null;
  wallet: Address;
  chainId: number;
  /** As shown by the wallet. */
  message: string;
};
type Row = Omit<ProofRow, "wallet"> & { wallet: string };

const columns = sql`nonce, subject, account_id as "accountId", address as wallet, chain_id as "chainId", message`;
const toProof = (row: Row): ProofRow => ({ ...row, wallet: toAddress(row.wallet) });

export async function insertProof(
  db: Executor,
  { expiresAt, purpose, ...proof }: ProofRow & { purpose: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into wallet_proof (nonce, purpose, subject, account_id, address, chain_id, message, expires_at)
    values (${proof.nonce}, ${purpose}, ${proof.subject}, ${proof.accountId}, ${proof.wallet}, ${proof.chainId},
      ${proof.message}, ${expiresAt})`.execute(db);
}

/** The purpose and account of a proof. */
export type ProofFilter = { purpose: string; subject: string; accountId: string | null; now: Date };

const isOpen = ({ purpose, subject, accountId, now }: ProofFilter) => sql`
  purpose = ${purpose} and subject = ${subject} and account_id is not distinct from ${accountId}::uuid
  and used_at is null and expires_at > ${now}`;

/** Marks an open proof as used. Returns whether it was open: of two concurrent calls, to one only. */
export async function takeProof(db: Executor, filter: ProofFilter & { nonce: string }): Promise<boolean> {
  const { rows } = await sql`
    update wallet_proof set used_at = ${filter.now}
    where nonce = ${filter.nonce} and ${isOpen(filter)} returning nonce`.execute(db);
  return rows.length > 0;
}

/** `validFor` is the number of seconds until it expires. */
export async function findOpenProof(
  db: Executor,
  { nonce, ...filter }: ProofFilter & { nonce: string },
): Promise<(ProofRow & { validFor: number }) | undefined> {
  const { rows } = await sql<Row & { validFor: number }>`
    select ${columns}, ceil(extract(epoch from expires_at - ${filter.now}::timestamptz))::int as "validFor"
    from wallet_proof where nonce = ${nonce} and ${isOpen(filter)}`.execute(db);
  return rows.map((row) => ({ ...toProof(row), validFor: row.validFor }))[0];
}

/** Makes a used proof open again. Only for the caller of `takeProof`. */
export async function restoreProof(db: Executor, nonce: string): Promise<void> {
  await sql`update wallet_proof set used_at = null where nonce = ${nonce}`.execute(db);
}

/** Lists open proofs, latest first. */
export async function listOpenProofs(
  db: Executor,
  filter: ProofFilter & { wallet: Address; limit: number },
): Promise<ProofRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from wallet_proof where address = ${filter.wallet} and ${isOpen(filter)}
    order by expires_at desc, nonce limit ${filter.limit}`.execute(db);
  return rows.map(toProof);
}

export async function deleteExpiredProofs(db: Executor, now: Date): Promise<void> {
  await sql`delete from wallet_proof where expires_at <= ${now}`.execute(db);
}
