import type { Address } from "viem";
import type { Context } from "../../platform/context.ts";
import { balanceOf, transferTopics } from "./calls.ts";
import { ChainUnreachable } from "./errors.ts";
import { lower } from "./hex.ts";
import { nodeAt, ownerOf } from "./read.ts";

/** Tokens that came to one wallet and are looked at, the latest first. */
const mostLookedAt = 50;
/** Owners that a node is asked for at once. */
const atOnce = 20;

/**
 * A token of a collection (ERC-721) that a wallet owns now; undefined where it owns none. `likely` are numbers that it may own, which
 * spares the look through the events. Throws ChainUnreachable where nobody can tell: that is no "no".
 */
export async function heldToken(
  context: Pick<Context, "evm">,
  given: { network: string; contract: string; wallet: string; likely: readonly number[] },
): Promise<number | undefined> {
  const { network, contract } = given;
  const wallet = lower(given.wallet);
  const owned = (tokenIds: readonly number[]) => firstOwned(context, { network, contract, wallet, tokenIds });
  const likely = await owned(given.likely);
  if (likely !== undefined) return likely;
  const balance = await nodeAt(context.evm, network).call({
    to: lower(contract),
    data: balanceOf.data(wallet),
  });
  if (!balance.ok || balance.data === "0x")
    throw new ChainUnreachable(network, "the contract does not answer");
  if (balanceOf.read(balance.data) === 0n) return undefined;
  const found = await owned(await received(context, { network, contract, wallet }));
  if (found === undefined)
    throw new ChainUnreachable(network, "its node does not tell which token a wallet owns");
  return found;
}

type Owned = { network: string; contract: string; wallet: Address; tokenIds: readonly number[] };

async function firstOwned(
  context: Pick<Context, "evm">,
  { network, contract, wallet, tokenIds }: Owned,
): Promise<number | undefined> {
  for (let start = 0; start < tokenIds.length; start += atOnce) {
    const some = tokenIds.slice(start, start + atOnce);
    const owners = await Promise.all(some.map((tokenId) => ownerOf(context, { network, contract, tokenId })));
    const found = some[owners.indexOf(wallet)];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Numbers of the tokens that came to a wallet, the latest first; none where the node does not look so far back. */
async function received(
  { evm }: Pick<Context, "evm">,
  { network, contract, wallet }: Omit<Owned, "tokenIds">,
): Promise<number[]> {
  const found = await nodeAt(evm, network).events({
    address: lower(contract),
    topics: transferTopics(wallet),
  });
  const numbers = (found ?? []).map(({ topics: [, , , token] }) => Number(BigInt(token ?? "0x0")));
  return [...new Set(numbers.reverse())].slice(0, mostLookedAt);
}
