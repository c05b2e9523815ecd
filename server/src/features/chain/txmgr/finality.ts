import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { RpcClient } from "../rpc/rpc-client.ts";

/** Blocks after which none of our networks has ever reorganised. */
const REORG_DEPTH = 64;

/** Reads the newest block, at or below `head`, whose transactions count as confirmed. Below 0 while there is none. */
export async function readConfirmedBlock(
  { rpc, network: { confirmations } }: { rpc: RpcClient; network: EvmNetwork },
  head: number,
): Promise<number> {
  if (confirmations !== "finalized") return head - Math.max(1, confirmations) + 1;
  return Math.max(await readFinalizedTag(rpc), head - REORG_DEPTH + 1);
}

/** Returns 0 if the chain is young or its node has no `finalized` block. */
async function readFinalizedTag(rpc: RpcClient): Promise<number> {
  return (await rpc.getHeader("finalized"))?.number ?? 0;
}

/** Reads the newest block that can no longer be reorganised. */
export async function readFinalizedBlock(rpc: RpcClient, head: number): Promise<number> {
  const finalized = await readFinalizedTag(rpc);
  return finalized > 0 ? finalized : head - REORG_DEPTH + 1;
}
