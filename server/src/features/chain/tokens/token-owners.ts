import type { Address } from "viem";
import type { Context } from "../../../platform/context.ts";
import { toAddress } from "../addresses.ts";
import { balanceOf, exists, ownerOf, transferTopics } from "../contracts/contract-calls.ts";
import { decodeRevertName } from "../contracts/revert-reasons.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import { getRpcClient } from "../rpc/rpc-client.ts";

/** Tokens received by one wallet that are checked, latest first. */
const MAX_TOKENS_CHECKED = 50;
/** Owners read from a node at the same time. */
const MAX_PARALLEL_CALLS = 20;

/**
 * Reads the current owner of a token, in lower case. Returns undefined if the token does not exist.
 *
 * @throws ChainUnreachable if the answer is unknown; do not treat it as "not owned"
 */
export async function getTokenOwner(
  { evm }: Pick<Context, "evm">,
  { network, contract, tokenId }: { network: string; contract: string; tokenId: number },
): Promise<Address | undefined> {
  const call = { to: toAddress(contract), data: ownerOf.encode(tokenId) };
  const result = await getRpcClient(evm, network).call(call);
  if (result.ok && result.data !== "0x") return ownerOf.decode(result.data);
  if (!result.ok && decodeRevertName(result.data) === "ERC721NonexistentToken") return undefined;
  throw new ChainUnreachable(network, "the contract does not answer");
}

/** Reads which tokens of a campaign's collection exist, in the given order. @throws ChainUnreachable as `getTokenOwner` */
export async function tokensExist(
  { evm }: Pick<Context, "evm">,
  { network, contract, tokenIds }: { network: string; contract: string; tokenIds: readonly number[] },
): Promise<boolean[]> {
  const call = { to: toAddress(contract), data: exists.encode(tokenIds) };
  const result = await getRpcClient(evm, network).call(call);
  if (!result.ok || result.data === "0x") throw new ChainUnreachable(network, "the contract does not answer");
  return [...exists.decode(result.data)];
}

/**
 * Finds a token of a collection (ERC-721) that a wallet owns now. Returns undefined if it owns none. `candidates` are token ids that
 * the wallet may own; if one of them is, no logs are searched.
 *
 * @throws ChainUnreachable as `getTokenOwner`
 */
export async function findOwnedToken(
  context: Pick<Context, "evm">,
  {
    network,
    contract,
    wallet: walletText,
    candidates,
  }: { network: string; contract: string; wallet: string; candidates: readonly number[] },
): Promise<number | undefined> {
  const wallet = toAddress(walletText);
  const findAmong = (tokenIds: readonly number[]) =>
    findFirstOwned(context, { network, contract, wallet, tokenIds });
  const candidate = await findAmong(candidates);
  if (candidate !== undefined) return candidate;
  const call = { to: toAddress(contract), data: balanceOf.encode(wallet) };
  const balance = await getRpcClient(context.evm, network).call(call);
  if (!balance.ok || balance.data === "0x")
    throw new ChainUnreachable(network, "the contract does not answer");
  if (balanceOf.decode(balance.data) === 0n) return undefined;
  const owned = await findAmong(await listReceivedTokens(context, { network, contract, wallet }));
  if (owned === undefined)
    throw new ChainUnreachable(network, "the node does not return which token a wallet owns");
  return owned;
}

type WalletInCollection = { network: string; contract: string; wallet: Address };

async function findFirstOwned(
  context: Pick<Context, "evm">,
  { network, contract, wallet, tokenIds }: WalletInCollection & { tokenIds: readonly number[] },
): Promise<number | undefined> {
  for (let start = 0; start < tokenIds.length; start += MAX_PARALLEL_CALLS) {
    const chunk = tokenIds.slice(start, start + MAX_PARALLEL_CALLS);
    const owners = await Promise.all(
      chunk.map((tokenId) => getTokenOwner(context, { network, contract, tokenId })),
    );
    const owned = chunk[owners.indexOf(wallet)];
    if (owned !== undefined) return owned;
  }
  return undefined;
}

/** Lists the ids of tokens that a wallet received, latest first. Returns none if the node does not search so old blocks. */
async function listReceivedTokens(
  { evm }: Pick<Context, "evm">,
  { network, contract, wallet }: WalletInCollection,
): Promise<number[]> {
  const filter = { address: toAddress(contract), topics: transferTopics(wallet) };
  const logs = (await getRpcClient(evm, network).getLogs(filter)) ?? [];
  const tokenIds = logs.map(({ topics: [, , , token] }) => Number(BigInt(token ?? "0x0")));
  return [...new Set(tokenIds.reverse())].slice(0, MAX_TOKENS_CHECKED);
}
