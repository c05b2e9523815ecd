import type { Address } from "viem";
import type { Context } from "../../../platform/context.ts";
import { balanceOf, transferTopics } from "../contracts/contract-calls.ts";
import { toAddress } from "../hex.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import { getRpcClient, getTokenOwner } from "./token-owners.ts";

/** Tokens that came to one wallet and are looked at, the latest first. */
const MAX_TOKENS_CHECKED = 50;
/** Owners that a node is asked for at once. */
const MAX_PARALLEL_CALLS = 20;

/**
 * A token of a collection (ERC-721) that a wallet owns now; undefined where it owns none. `likely` are numbers that it may own, which
 * spares the look through the events. Throws ChainUnreachable where nobody can tell: that is no "no".
 */
export async function findOwnedToken(
  context: Pick<Context, "evm">,
  given: { network: string; contract: string; wallet: string; candidates: readonly number[] },
): Promise<number | undefined> {
  const { network, contract } = given;
  const wallet = toAddress(given.wallet);
  const owned = (tokenIds: readonly number[]) =>
    findFirstOwned(context, { network, contract, wallet, tokenIds });
  const likely = await owned(given.candidates);
  if (likely !== undefined) return likely;
  const balance = await getRpcClient(context.evm, network).call({
    to: toAddress(contract),
    data: balanceOf.encode(wallet),
  });
  if (!balance.ok || balance.data === "0x")
    throw new ChainUnreachable(network, "the contract does not answer");
  if (balanceOf.decode(balance.data) === 0n) return undefined;
  const found = await owned(await listReceivedTokens(context, { network, contract, wallet }));
  if (found === undefined)
    throw new ChainUnreachable(network, "its node does not tell which token a wallet owns");
  return found;
}

type OwnershipQuery = { network: string; contract: string; wallet: Address; tokenIds: readonly number[] };

async function findFirstOwned(
  context: Pick<Context, "evm">,
  { network, contract, wallet, tokenIds }: OwnershipQuery,
): Promise<number | undefined> {
  for (let start = 0; start < tokenIds.length; start += MAX_PARALLEL_CALLS) {
    const some = tokenIds.slice(start, start + MAX_PARALLEL_CALLS);
    const owners = await Promise.all(
      some.map((tokenId) => getTokenOwner(context, { network, contract, tokenId })),
    );
    const found = some[owners.indexOf(wallet)];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Numbers of the tokens that came to a wallet, the latest first; none where the node does not look so far back. */
async function listReceivedTokens(
  { evm }: Pick<Context, "evm">,
  { network, contract, wallet }: Omit<OwnershipQuery, "tokenIds">,
): Promise<number[]> {
  const found = await getRpcClient(evm, network).events({
    address: toAddress(contract),
    topics: transferTopics(wallet),
  });
  const numbers = (found ?? []).map(({ topics: [, , , token] }) => Number(BigInt(token ?? "0x0")));
  return [...new Set(numbers.reverse())].slice(0, MAX_TOKENS_CHECKED);
}
