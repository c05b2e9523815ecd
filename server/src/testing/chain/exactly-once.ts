import { expect } from "vitest";
import { getTokenOwner } from "../../features/chain/index.ts";
import { sql } from "../../platform/database/database.ts";
import { type ChainHarness, tokenOwner } from "./chain-harness.ts";

/**
 * Asserts what must hold after any fault: each requested token exists once with its first owner, its continuation ran exactly once, and
 * the nonces have no gap.
 */
export async function expectExactlyOnce(
  harness: ChainHarness,
  contract: string,
  tokenIds: readonly number[],
): Promise<void> {
  const { chain, context, outcomes } = harness;
  const network = chain.network.name;
  expect(await totalSupply(chain, contract), "tokens on the chain").toBe(tokenIds.length);
  for (const tokenId of tokenIds)
    expect(await getTokenOwner(context, { network, contract, tokenId }), `owner of ${tokenId}`).toBe(
      tokenOwner(tokenId),
    );
  const tokens = outcomes.filter(({ item }) => item.startsWith("token "));
  expect(tokens.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  expect(tokens.map(({ item }) => item).sort()).toEqual(tokenIds.map((id) => `token ${id}`).sort());
  expect(await nonces(harness), "nonces").toEqual(
    Array.from({ length: await usedNonces(harness) }, (_, at) => at),
  );
}

/** Lists the stored nonces. */
async function nonces({ context }: ChainHarness): Promise<number[]> {
  const { rows } = await sql<{ nonce: number }>`select nonce from chain_transaction order by nonce`.execute(
    context.db,
  );
  return rows.map(({ nonce }) => nonce);
}

async function usedNonces({ chain }: ChainHarness): Promise<number> {
  return Number(await chain.request("eth_getTransactionCount", chain.operator, "latest"));
}

/** `totalSupply()`. */
export async function totalSupply(chain: ChainHarness["chain"], contract: string): Promise<number> {
  return Number(await chain.request("eth_call", { to: contract, data: "0x18160ddd" }, "latest"));
}

export type StoredTransaction = {
  nonce: number;
  status: string;
  hash: string;
  hashes: string[];
  raw: string;
};

export async function transactions({ context }: ChainHarness): Promise<StoredTransaction[]> {
  const { rows } = await sql<StoredTransaction>`
    select nonce, status, hash, hashes, encode(raw, 'hex') as raw from chain_transaction order by nonce`.execute(
    context.db,
  );
  return rows;
}
