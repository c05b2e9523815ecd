import type { Address } from "viem";
import type { Context } from "../../../platform/context.ts";
import { exists, ownerOf as ownerCall } from "../contracts/contract-calls.ts";
import { decodeRevertName } from "../contracts/revert-reasons.ts";
import { toAddress } from "../hex.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import { createRpcClient, type RpcClient } from "../rpc/rpc-client.ts";
import { collectionKey } from "../txmgr/requests.ts";
import { findTaskAddress } from "../txmgr/tasks.data.ts";

/**
 * Who owns a token now, in lower case; undefined where there is no such token. Throws ChainUnreachable where nobody can tell:
 * that is no "no".
 */
export async function getTokenOwner(
  { evm }: Pick<Context, "evm">,
  { network, contract, tokenId }: { network: string; contract: string; tokenId: number },
): Promise<Address | undefined> {
  const tried = await getRpcClient(evm, network).call({
    to: toAddress(contract),
    data: ownerCall.encode(tokenId),
  });
  if (tried.ok && tried.data !== "0x") return ownerCall.decode(tried.data);
  if (!tried.ok && decodeRevertName(tried.data) === "ERC721NonexistentToken") return undefined;
  throw new ChainUnreachable(network, "the contract does not answer");
}

/** Which tokens of a campaign's collection exist, in their order. Throws ChainUnreachable as `ownerOf` does. */
export async function tokensExist(
  { evm }: Pick<Context, "evm">,
  { network, contract, tokenIds }: { network: string; contract: string; tokenIds: readonly number[] },
): Promise<boolean[]> {
  const tried = await getRpcClient(evm, network).call({
    to: toAddress(contract),
    data: exists.encode(tokenIds),
  });
  if (!tried.ok || tried.data === "0x") throw new ChainUnreachable(network, "the contract does not answer");
  return [...exists.decode(tried.data)];
}

/** Where a campaign's collection is, in lower case, once it is there. */
export async function findCollectionAddress(
  { db }: Pick<Context, "db">,
  network: string,
  campaignId: number,
): Promise<string | undefined> {
  return findTaskAddress(db, network, collectionKey(campaignId));
}

/** The node of a network. Throws ChainUnreachable for one that is not configured. */
export function getRpcClient(evm: Context["evm"], name: string): RpcClient {
  const network = evm.networks.get(name);
  if (network === undefined) throw new ChainUnreachable(name, "it is not configured");
  return createRpcClient(network);
}
