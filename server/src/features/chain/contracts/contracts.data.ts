import type { Address } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { toAddress } from "../addresses.ts";

/**
 * The program's own contracts: one of each kind per network. WRAP_TOKEN, of earlier versions, has no royalties. Its tokens stay there; all
 * new ones are in WRAP_TOKEN_2.
 */
export type ContractKind = "CAMPAIGN_FACTORY" | "WRAP_TOKEN" | "WRAP_TOKEN_2";

export async function findContract(
  db: Executor,
  network: string,
  kind: ContractKind,
): Promise<Address | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from chain_contract where network = ${network} and kind = ${kind}`.execute(db);
  return rows[0] === undefined ? undefined : toAddress(rows[0].address);
}

/** Lists the contracts of wrap tokens on a network, the one of new tokens first. */
export async function listWrapContracts(db: Executor, network: string): Promise<Address[]> {
  const { rows } = await sql<{ address: string }>`
    select address from chain_contract where network = ${network} and kind in ('WRAP_TOKEN', 'WRAP_TOKEN_2')
    order by kind desc`.execute(db);
  return rows.map(({ address }) => toAddress(address));
}

/** Stores a contract's address. The first of its kind stays. */
export async function insertContract(
  tx: Executor,
  { network, kind, address, now }: { network: string; kind: ContractKind; address: Address; now: Date },
): Promise<void> {
  await sql`
    insert into chain_contract (network, kind, address, deployed_at) values (${network}, ${kind}, ${address}, ${now})
    on conflict do nothing`.execute(tx);
}
