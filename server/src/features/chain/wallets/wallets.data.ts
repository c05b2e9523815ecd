import { type Executor, sql } from "../../../platform/database/database.ts";

/** `network` is that of a contract wallet. Empty: linked on all networks. */
export type LinkedWallet = { address: string; network: string; linked_at: string };

/** Lists wallets, first linked first. */
export async function listWallets(db: Executor, accountId: string): Promise<LinkedWallet[]> {
  const { rows } = await sql<LinkedWallet>`
    select address, network, linked_at from wallet where account_id = ${accountId}
    order by linked_at, address, network`.execute(db);
  return rows;
}

/**
 * Locks the account and the address, so that concurrent links run one after the other. Returns how many other addresses the account has,
 * or undefined if the account was deleted.
 */
export async function lockForLink(
  tx: Executor,
  { accountId, address }: { accountId: string; address: string },
): Promise<number | undefined> {
  const { rows: locked } = await sql`
    select from account where id = ${accountId} for no key update`.execute(tx);
  if (locked.length === 0) return undefined;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet ${address}`}, 0))`.execute(tx);
  const { rows } = await sql<{ others: number }>`
    select count(distinct address) as others from wallet
    where account_id = ${accountId} and address <> ${address}`.execute(tx);
  return rows[0]?.others ?? 0;
}

/** Returns whether an account has a wallet that works on a network. */
export async function isLinkedWallet(
  db: Executor,
  { accountId, address, network }: { accountId: string; address: string; network: string },
): Promise<boolean> {
  const { rows } = await sql<{ linked: boolean | null }>`
    select account_of_wallet(${address}, ${network}) = ${accountId} as linked`.execute(db);
  return rows[0]?.linked === true;
}

type Link = { address: string; network: string; accountId: string };

/** Unlinks the wallet elsewhere and returns the accounts that had it. A link by key replaces all links of contracts. */
export async function detachWallet(tx: Executor, { address, network, accountId }: Link): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    delete from wallet
    where address = ${address} and (network = ${network} or ${network} = '')
      and not (account_id = ${accountId} and network = ${network}) returning account_id`.execute(tx);
  return [...new Set(rows.map(({ account_id }) => account_id))].filter((id) => id !== accountId);
}

/** Returns when the wallet was linked. */
export async function insertWallet(
  tx: Executor,
  { address, network, accountId }: Link,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ linked_at: string }>`
    insert into wallet (address, network, account_id, linked_at) values (${address}, ${network}, ${accountId}, ${now})
    on conflict (address, network) do update set account_id = excluded.account_id
    returning linked_at`.execute(tx);
  return rows[0]?.linked_at ?? now.toISOString();
}

/** Returns false if the wallet was not linked. */
export async function deleteWallet(
  tx: Executor,
  { address, accountId }: { address: string; accountId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from wallet where address = ${address} and account_id = ${accountId}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
