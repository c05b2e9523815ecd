import type { EvmNetwork } from "../../../platform/config/evm.ts";

/** Blocks after which nobody has seen a chain of ours take anything back. */
const REORG_DEPTH = 64;

/**
 * The newest block whose transactions are taken as done. `finalized` is what the chain says of itself: nothing, or its first
 * block, where it is young or does not tell.
 */
export function confirmedBlock(
  confirmations: EvmNetwork["confirmations"],
  { head, finalized }: { head: number; finalized: number },
): number {
  if (confirmations === "finalized") return Math.max(finalized, head - REORG_DEPTH + 1);
  return head - Math.max(1, confirmations) + 1;
}

/** The newest block that is not looked at again. */
export function finalizedBlock({ head, finalized }: { head: number; finalized: number }): number {
  return finalized > 0 ? finalized : head - REORG_DEPTH + 1;
}
