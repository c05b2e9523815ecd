import type { Address } from "viem";
import type { Context } from "../../../platform/context.ts";
import { transferTopics } from "../contracts/contract-calls.ts";
import { toAddress } from "../hex.ts";
import { ChainUnreachable, InvalidRpcResponseError } from "../rpc/errors.ts";
import type { RpcClient } from "../rpc/rpc-client.ts";
import { readConfirmedBlock } from "../txmgr/run.ts";
import { getRpcClient } from "./token-owners.ts";

/** A token that went from one wallet to another; all addresses in lower case. */
export type Transfer = { contract: Address; tokenId: number; to: Address };

/** Blocks that a node is asked about at once; where it refuses so many, half of them, down to one. */
const MAX_BLOCKS_PER_QUERY = 1_000;
/** Blocks that a chain is believed to have taken back after they were settled; what comes instead of them is read. */
const MAX_REORG_BLOCKS = 64;
/** Contracts that are named at once. */
const MAX_CONTRACTS_PER_QUERY = 500;

/**
 * Which tokens (ERC-721) of some contracts moved in the blocks after one, in the order in which they did, and up to which block that
 * is known now: one that is settled, and an earlier one where the chain has become shorter. Undefined where nothing is new. Throws
 * ChainUnreachable where nobody can tell.
 */
export async function listTransfersAfter(
  { evm }: Pick<Context, "evm">,
  given: { network: string; contracts: readonly string[]; after: number },
): Promise<{ block: number; transfers: Transfer[] } | undefined> {
  const { after } = given;
  const rpc = getRpcClient(evm, given.network);
  const network = evm.networks.get(given.network);
  // What a node of another chain says would be taken for all that there is.
  if (network === undefined || (await rpc.getChainId()) !== network.chainId)
    throw new InvalidRpcResponseError(given.network, "its node is one of another chain");
  // A chain that is young has none, and its first block is 0.
  const settled = Math.max(-1, await readConfirmedBlock({ rpc, network }, await rpc.getBlockNumber()));
  // Much shorter: its node has not caught up yet, and what was long ago is not to be told as new.
  if (settled === after || settled < after - MAX_REORG_BLOCKS) return undefined;
  if (settled < after) return { block: settled, transfers: [] };
  for (
    let count = Math.min(MAX_BLOCKS_PER_QUERY, settled - after);
    count > 0;
    count = Math.floor(count / 2)
  ) {
    const block = after + count;
    const transfers = await queryTransfers(rpc, given.contracts, { fromBlock: after + 1, toBlock: block });
    if (transfers !== undefined) return { block, transfers };
  }
  throw new ChainUnreachable(given.network, "its node does not tell which tokens have moved");
}

/** Undefined where the node does not look at so many blocks. */
async function queryTransfers(
  rpc: RpcClient,
  contracts: readonly string[],
  blocks: { fromBlock: number; toBlock: number },
): Promise<Transfer[] | undefined> {
  const all: Transfer[] = [];
  for (let start = 0; start < contracts.length; start += MAX_CONTRACTS_PER_QUERY) {
    const address = contracts.slice(start, start + MAX_CONTRACTS_PER_QUERY).map(toAddress);
    const events = await rpc.events({ address, topics: transferTopics(), ...blocks });
    if (events === undefined) return undefined;
    for (const { address: contract, topics } of events) {
      const [, from = "0x0", to = "0x0", token = "0x0"] = topics;
      // From nobody: it was minted.
      if (BigInt(from) === 0n) continue;
      const owner = toAddress(`0x${to.slice(-40)}`);
      all.push({ contract: toAddress(contract), tokenId: Number(BigInt(token)), to: owner });
    }
  }
  return all;
}
