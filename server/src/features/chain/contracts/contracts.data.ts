import type { Address } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { toAddress } from "../addresses.ts";

/** The program's own contracts: one of each kind per network. */
export type ContractKind = "CAMPAIGN_FACTORY" | "WRAP_TOKEN";

export async function findContract(
  db: Executor,
  network: string,
  kind: ContractKind,
): Promise<Address | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from chain_contract where network = ${network} and kind = ${kind}`.execute(db);
  return rows[0] === undefined ? undefined : toAddress(rows[0].address);
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
