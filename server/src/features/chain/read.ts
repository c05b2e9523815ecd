import type { Address } from "viem";
import type { Context } from "../../platform/context.ts";
import { exists, ownerOf as ownerCall } from "./calls.ts";
import { ChainUnreachable } from "./errors.ts";
import { lower } from "./hex.ts";
import { type ChainNode, nodeOf } from "./node.ts";
import { errorNameOf } from "./problems.ts";
import { collectionKey } from "./requests.ts";
import { addressOfTask } from "./tasks.data.ts";

/**
 * Who owns a token now, in lower case; undefined where there is no such token. Throws ChainUnreachable where nobody can tell:
 * that is no "no".
 */
export async function ownerOf(
  { evm }: Pick<Context, "evm">,
  { network, contract, tokenId }: { network: string; contract: string; tokenId: number },
): Promise<Address | undefined> {
  const tried = await nodeAt(evm, network).call({ to: lower(contract), data: ownerCall.data(tokenId) });
  if (tried.ok && tried.data !== "0x") return ownerCall.read(tried.data);
  if (!tried.ok && errorNameOf(tried.data) === "ERC721NonexistentToken") return undefined;
  throw new ChainUnreachable(network, "the contract does not answer");
}

/** Which tokens of a campaign's collection exist, in their order. Throws ChainUnreachable as `ownerOf` does. */
export async function tokensExist(
  { evm }: Pick<Context, "evm">,
  { network, contract, tokenIds }: { network: string; contract: string; tokenIds: readonly number[] },
): Promise<boolean[]> {
  const tried = await nodeAt(evm, network).call({ to: lower(contract), data: exists.data(tokenIds) });
  if (!tried.ok || tried.data === "0x") throw new ChainUnreachable(network, "the contract does not answer");
  return [...exists.read(tried.data)];
}

/** Where a campaign's collection is, in lower case, once it is there. */
export async function collectionAddress(
  { db }: Pick<Context, "db">,
  network: string,
  campaignId: number,
): Promise<string | undefined> {
  return addressOfTask(db, network, collectionKey(campaignId));
}

/** The node of a network. Throws ChainUnreachable for one that is not configured. */
export function nodeAt(evm: Context["evm"], name: string): ChainNode {
  const network = evm.networks.get(name);
  if (network === undefined) throw new ChainUnreachable(name, "it is not configured");
  return nodeOf(network);
}
