import type { Address } from "viem";
import type { Context } from "../../platform/context.ts";
import { balanceOf, transferTopics } from "./calls.ts";
import { ChainUnreachable } from "./errors.ts";
import { lower } from "./hex.ts";
import { nodeAt, ownerOf } from "./read.ts";

/** Tokens that came to one wallet and are looked at, the latest first. */
const mostLookedAt = 50;

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
  const owns = async (tokenId: number) => (await ownerOf(context, { network, contract, tokenId })) === wallet;
  for (const tokenId of given.likely) if (await owns(tokenId)) return tokenId;
  const node = nodeAt(context.evm, network);
  const balance = await node.call({ to: lower(contract), data: balanceOf.data(wallet) });
  if (!balance.ok || balance.data === "0x")
    throw new ChainUnreachable(network, "the contract does not answer");
  if (balanceOf.read(balance.data) === 0n) return undefined;
  for (const tokenId of await received(context, { network, contract, wallet })) {
    if (await owns(tokenId)) return tokenId;
  }
  throw new ChainUnreachable(network, "its node does not tell which token a wallet owns");
}

async function received(
  { evm }: Pick<Context, "evm">,
  { network, contract, wallet }: { network: string; contract: string; wallet: Address },
): Promise<number[]> {
  const found = await nodeAt(evm, network).events({
    address: lower(contract),
    topics: transferTopics(wallet),
  });
  const numbers = (found ?? []).map(({ topics: [, , , token] }) => Number(BigInt(token ?? "0x0")));
  return [...new Set(numbers.reverse())].slice(0, mostLookedAt);
}
