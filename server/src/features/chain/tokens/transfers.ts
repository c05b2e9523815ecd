import type { Address } from "viem";
import type { Context } from "../../../platform/context.ts";
import { toAddress } from "../addresses.ts";
import { transferTopics } from "../contracts/contract-calls.ts";
import { ChainUnreachable, InvalidRpcResponseError } from "../rpc/errors.ts";
import { getRpcClient, type RpcClient } from "../rpc/rpc-client.ts";
import { readConfirmedBlock } from "../txmgr/run.ts";

/** A token that went from one wallet to another. Addresses are in lower case. */
export type Transfer = { contract: Address; tokenId: number; to: Address };

/** Halved, down to one, while the node refuses to search so many blocks. */
const MAX_BLOCKS_PER_QUERY = 1_000;
/** Confirmed blocks that a reorg may remove; the blocks that replace them are read. */
const MAX_REORG_BLOCKS = 64;
const MAX_CONTRACTS_PER_QUERY = 500;

/**
 * Lists the tokens (ERC-721) of some contracts that moved after block `after`, in chain order, and the block up to which they are
 * known: a confirmed block, earlier than `after` if the chain has become shorter. Returns undefined if there are no new blocks.
 *
 * @throws ChainUnreachable if the answer is unknown
 */
export async function listTransfersAfter(
  { evm }: Pick<Context, "evm">,
  { network: name, contracts, after }: { network: string; contracts: readonly string[]; after: number },
): Promise<{ block: number; transfers: Transfer[] } | undefined> {
  const rpc = getRpcClient(evm, name);
  const network = evm.networks.get(name);
  // An empty answer of another chain's node would be taken for "no transfers".
  if (network === undefined || (await rpc.getChainId()) !== network.chainId)
    throw new InvalidRpcResponseError(name, "the node is on another chain");
  // -1 while no block is confirmed: the first block is 0.
  const confirmed = Math.max(-1, await readConfirmedBlock({ rpc, network }, await rpc.getBlockNumber()));
  // Far behind: the node is still syncing, and old transfers must not be reported as new.
  if (confirmed === after || confirmed < after - MAX_REORG_BLOCKS) return undefined;
  if (confirmed < after) return { block: confirmed, transfers: [] };
  for (
    let count = Math.min(MAX_BLOCKS_PER_QUERY, confirmed - after);
    count > 0;
    count = Math.floor(count / 2)
  ) {
    const block = after + count;
    const transfers = await queryTransfers(rpc, contracts, { fromBlock: after + 1, toBlock: block });
    if (transfers !== undefined) return { block, transfers };
  }
  throw new ChainUnreachable(name, "the node does not return which tokens have moved");
}

/** Returns undefined if the node does not search so many blocks. */
async function queryTransfers(
  rpc: RpcClient,
  contracts: readonly string[],
  blocks: { fromBlock: number; toBlock: number },
): Promise<Transfer[] | undefined> {
  const transfers: Transfer[] = [];
  for (let start = 0; start < contracts.length; start += MAX_CONTRACTS_PER_QUERY) {
    const address = contracts.slice(start, start + MAX_CONTRACTS_PER_QUERY).map(toAddress);
    const logs = await rpc.getLogs({ address, topics: transferTopics(), ...blocks });
    if (logs === undefined) return undefined;
    for (const { address: contract, topics } of logs) {
      const [, from = "0x0", to = "0x0", token = "0x0"] = topics;
      const isMint = BigInt(from) === 0n;
      if (isMint) continue;
      const owner = toAddress(`0x${to.slice(-40)}`);
      transfers.push({ contract: toAddress(contract), tokenId: Number(BigInt(token)), to: owner });
    }
  }
  return transfers;
}
