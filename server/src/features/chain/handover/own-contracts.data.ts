import type { Address } from "viem";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { toAddress } from "../addresses.ts";
import type { ContractKind } from "../contracts/contracts.data.ts";

/** A contract with roles. `isConfirmed`: it exists, as far as this program knows. */
export type OwnContract = {
  address: Address;
  kind: ContractKind | "CAMPAIGN_COLLECTION";
  isConfirmed: boolean;
};

/** Lists the contracts of a network, and addresses for which a creation was signed, but not confirmed. */
export async function listOwnContracts(db: Executor, network: string): Promise<OwnContract[]> {
  const { rows } = await sql<Omit<OwnContract, "address"> & { address: string }>`
    select address, min(kind) as kind, bool_or(is_confirmed) as "isConfirmed" from (
      select address, kind, true as is_confirmed from chain_contract where network = ${network}
      union all
      select address, case kind when 'DEPLOY' then payload ->> 'contract' else 'CAMPAIGN_COLLECTION' end, state = 'DONE'
      from chain_task where network = ${network} and kind in ('DEPLOY', 'CREATE_COLLECTION') and address is not null
    ) contract group by address order by kind, address`.execute(db);
  return rows.map(({ address, ...row }) => ({ ...row, address: toAddress(address) }));
}

/** Lists the networks with contracts or open transactions of this program. */
export async function listUsedNetworks(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select network from chain_contract
    union select network from chain_task where kind = 'CREATE_COLLECTION' and state = 'DONE'
    union select network from chain_transaction where status in ('SIGNED', 'SENT', 'MINED')
    order by network`.execute(db);
  return rows.map(({ network }) => network);
}

/** Lists the ids of the tokens in a contract of wraps, beginning with tokens that were minted for an owner. */
export async function listWrapTokenIds(
  db: Executor,
  { network, contract, owner }: { network: string; contract: Address; owner: Address },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select (payload ->> 'songId')::bigint as id from chain_task
    where network = ${network} and kind = 'MINT_WRAP' and state = 'DONE' and address = ${contract}
    order by payload ->> 'owner' = ${owner} desc, id`.execute(db);
  return rows.map(({ id }) => id);
}
