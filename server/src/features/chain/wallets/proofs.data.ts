import type { Address } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { toAddress } from "../hex.ts";

export type ProofRow = {
  nonce: string;
  subject: string;
  accountId: string | null;
  wallet: Address;
  chainId: number;
  /** As the wallet was shown it. */
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

/** Whose proof, and what for. */
export type ProofFilter = { purpose: string; subject: string; accountId: string | null; now: Date };

const isOpen = ({ purpose, subject, accountId, now }: ProofFilter) => sql`
  purpose = ${purpose} and subject = ${subject} and account_id is not distinct from ${accountId}::uuid
  and used_at is null and expires_at > ${now}`;

/** Takes a proof that waits, and with it every other use of it. */
export async function takeProof(
  db: Executor,
  wanted: ProofFilter & { nonce: string; wallet: Address | undefined },
): Promise<ProofRow | undefined> {
  const ofWallet = wanted.wallet === undefined ? sql`true` : sql`address = ${wanted.wallet}`;
  const { rows } = await sql<Row>`
    update wallet_proof set used_at = ${wanted.now}
    where nonce = ${wanted.nonce} and ${ofWallet} and ${isOpen(wanted)} returning ${columns}`.execute(db);
  return rows.map(toProof)[0];
}

export async function findOpenProof(
  db: Executor,
  { nonce, ...wanted }: ProofFilter & { nonce: string },
): Promise<ProofRow | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from wallet_proof where nonce = ${nonce} and ${isOpen(wanted)}`.execute(db);
  return rows.map(toProof)[0];
}

/** Only for whoever has taken it. */
export async function restoreProof(db: Executor, nonce: string): Promise<void> {
  await sql`update wallet_proof set used_at = null where nonce = ${nonce}`.execute(db);
}

/** Those that wait, the latest first. */
export async function listOpenProofs(
  db: Executor,
  wanted: ProofFilter & { wallet: Address; limit: number },
): Promise<ProofRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from wallet_proof where address = ${wanted.wallet} and ${isOpen(wanted)}
    order by expires_at desc, nonce limit ${wanted.limit}`.execute(db);
  return rows.map(toProof);
}

export async function deleteExpiredProofs(db: Executor, now: Date): Promise<void> {
  await sql`delete from wallet_proof where expires_at <= ${now}`.execute(db);
}
