import { type Executor, sql } from "../../../platform/database/database.ts";

/** `network` is where a contract's address counts; empty: everywhere. */
export type LinkedWallet = { address: string; network: string; linked_at: string };

/** The first linked first. */
export async function listWallets(db: Executor, accountId: string): Promise<LinkedWallet[]> {
  const { rows } = await sql<LinkedWallet>`
    select address, network, linked_at from wallet where account_id = ${accountId}
    order by linked_at, address, network`.execute(db);
  return rows;
}

/**
 * Holds the account and the address until the transaction ends, so that links are decided one after the other. Answers how many
 * addresses the account has besides; undefined where the account has gone.
 */
export async function lockForLink(
  tx: Executor,
  { accountId, address }: { accountId: string; address: string },
): Promise<number | undefined> {
  const { rows: held } = await sql`
    select from account where id = ${accountId} for no key update`.execute(tx);
  if (held.length === 0) return undefined;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet ${address}`}, 0))`.execute(tx);
  const { rows } = await sql<{ others: number }>`
    select count(distinct address) as others from wallet
    where account_id = ${accountId} and address <> ${address}`.execute(tx);
  return rows[0]?.others ?? 0;
}

type Link = { address: string; network: string; accountId: string };

/** Answers the accounts that had the wallet, and have it no more. A key's link takes the place of all that contracts had. */
export async function detachWallet(tx: Executor, { address, network, accountId }: Link): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    delete from wallet
    where address = ${address} and (network = ${network} or ${network} = '')
      and not (account_id = ${accountId} and network = ${network}) returning account_id`.execute(tx);
  return [...new Set(rows.map(({ account_id }) => account_id))].filter((id) => id !== accountId);
}

/** Answers since when it is linked. */
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

/** Answers whether there was anything to unlink. */
export async function deleteWallet(
  tx: Executor,
  { address, accountId }: { address: string; accountId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from wallet where address = ${address} and account_id = ${accountId}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
