import type { Executor } from "../../../platform/database/database.ts";
import { sql } from "../../../platform/database/database.ts";
import type { Transfer } from "../../chain/index.ts";

/** Lists the networks with collections of experiences. */
export async function listCollectionNetworks(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select distinct coalesce(contract_network, network) as network from campaign
    where contract_address is not null order by network`.execute(db);
  return rows.map(({ network }) => network);
}

/** Returns the collections of a network and the last block whose transfers are applied. */
export async function findSyncState(
  db: Executor,
  network: string,
): Promise<{ contracts: string[]; block: number | undefined }> {
  const { rows } = await sql<{ contracts: string[]; block: number | null }>`
    select array(select distinct contract_address from campaign
        where contract_address is not null and coalesce(contract_network, network) = ${network}) as contracts,
      (select block from owners_followed where network = ${network}) as block`.execute(db);
  return { contracts: rows[0]?.contracts ?? [], block: rows[0]?.block ?? undefined };
}

/** Advances the synced block. Returns false if another run was faster. */
export async function advanceSyncedBlock(
  tx: Executor,
  { network, after, block }: { network: string; after: number; block: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into owners_followed (network, block) values (${network}, ${block})
    on conflict (network) do update set block = excluded.block where owners_followed.block = ${after}
    returning network`.execute(tx);
  return rows.length > 0;
}

/** Writes the new owners of transferred tokens. Returns the campaigns of the changed rows. */
export async function updateOwners(
  tx: Executor,
  { network, transfers, now }: { network: string; transfers: readonly Transfer[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    update participant p set owner_wallet_address = t.owner, moved_at = ${now}
    from unnest(${transfers.map(({ contract }) => contract)}::text[],
      ${transfers.map(({ tokenId }) => tokenId)}::bigint[],
      ${transfers.map(({ to }) => to)}::text[]) as t (contract, token_id, owner)
    join campaign c on c.contract_address = t.contract and coalesce(c.contract_network, c.network) = ${network}
    where p.campaign_id = c.id and p.id = t.token_id returning p.campaign_id`.execute(tx);
  return rows.map(({ campaign_id }) => campaign_id);
}
