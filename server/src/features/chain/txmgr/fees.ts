import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { RpcClient } from "../rpc/rpc-client.ts";
import type { TransactionFees } from "./operator.ts";

/** Wei for a unit of gas. */
export type FeesPerGas = Omit<TransactionFees, "gas">;
export type FeesTooHigh = { requiredWeiPerGas: bigint; maxWeiPerGas: bigint };

const gwei = 1_000_000_000n;

/** POL is worth a fraction of ether, and its fees have the more digits. */
const maxWeiPerGasOf = ({ name, maxWeiPerGas }: EvmNetwork) =>
  maxWeiPerGas ?? (name === "POLYGON" || name === "MUMBAI" ? 5_000n : 200n) * gwei;

/**
 * What to offer now: twice the base fee, which lasts through six full blocks, and the tip that the node suggests. Less where
 * that is above the most we give, as long as it still pays for the next block.
 */
export async function estimateFees(
  { network, rpc }: { network: EvmNetwork; rpc: RpcClient },
  { baseFee }: { baseFee: bigint },
): Promise<FeesPerGas | FeesTooHigh> {
  const tip = await rpc.maxPriorityFeePerGas();
  const most = maxWeiPerGasOf(network);
  const needed = (baseFee * 9n) / 8n + tip;
  if (needed > most) return { requiredWeiPerGas: needed, maxWeiPerGas: most };
  const wanted = baseFee * 2n + tip;
  return { maxFeePerGas: wanted < most ? wanted : most, maxPriorityFeePerGas: tip };
}

/** What replaces a transaction that is stuck: nodes want an eighth more of both, or they keep the old one. */
export function bumpFees(network: EvmNetwork, before: FeesPerGas, now: FeesPerGas): FeesPerGas | FeesTooHigh {
  const most = maxWeiPerGasOf(network);
  const raise = (old: bigint, current: bigint) => {
    const least = (old * 9n) / 8n + 1n;
    return current > least ? current : least;
  };
  const maxFeePerGas = raise(before.maxFeePerGas, now.maxFeePerGas);
  if (maxFeePerGas > most) return { requiredWeiPerGas: maxFeePerGas, maxWeiPerGas: most };
  const tip = raise(before.maxPriorityFeePerGas, now.maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas };
}

export const maxCostOf = ({ gas, maxFeePerGas }: TransactionFees) => gas * maxFeePerGas;
