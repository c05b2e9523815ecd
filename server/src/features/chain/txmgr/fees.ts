import { formatEther } from "viem";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { RpcClient } from "../rpc/rpc-client.ts";
import type { TransactionFees } from "./operator.ts";
import type { TxManagerRun } from "./run.ts";

/** In wei per unit of gas. */
export type FeesPerGas = Omit<TransactionFees, "gas">;
export type FeesTooHigh = { requiredWeiPerGas: bigint; maxWeiPerGas: bigint };

const GWEI = 1_000_000_000n;

/** POL is worth a fraction of ether, so its fees are numerically higher. */
const maxWeiPerGasOf = ({ name, maxWeiPerGas }: EvmNetwork) =>
  maxWeiPerGas ?? (name === "POLYGON" || name === "MUMBAI" ? 5_000n : 200n) * GWEI;

/**
 * Estimates the fees of a new transaction: twice the base fee, which lasts through six full blocks, and the priority fee that the
 * node suggests. Less if that exceeds the network's maximum, as long as it pays for the next block.
 */
export async function estimateFees(
  { network, rpc }: { network: EvmNetwork; rpc: RpcClient },
  { baseFee }: { baseFee: bigint },
): Promise<FeesPerGas | FeesTooHigh> {
  const maxPriorityFeePerGas = await rpc.maxPriorityFeePerGas();
  const maxWeiPerGas = maxWeiPerGasOf(network);
  const requiredWeiPerGas = (baseFee * 9n) / 8n + maxPriorityFeePerGas;
  if (requiredWeiPerGas > maxWeiPerGas) return { requiredWeiPerGas, maxWeiPerGas };
  const preferred = baseFee * 2n + maxPriorityFeePerGas;
  return { maxFeePerGas: preferred < maxWeiPerGas ? preferred : maxWeiPerGas, maxPriorityFeePerGas };
}

/** Raises both fees by at least an eighth: nodes reject a replacement that offers less. */
export function bumpFees(
  network: EvmNetwork,
  before: FeesPerGas,
  current: FeesPerGas,
): FeesPerGas | FeesTooHigh {
  const maxWeiPerGas = maxWeiPerGasOf(network);
  const maxFeePerGas = bumpFee(before.maxFeePerGas, current.maxFeePerGas);
  if (maxFeePerGas > maxWeiPerGas) return { requiredWeiPerGas: maxFeePerGas, maxWeiPerGas };
  const priorityFee = bumpFee(before.maxPriorityFeePerGas, current.maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: priorityFee < maxFeePerGas ? priorityFee : maxFeePerGas };
}

function bumpFee(before: bigint, current: bigint): bigint {
  const minimum = (before * 9n) / 8n + 1n;
  return current > minimum ? current : minimum;
}

/** Returns the wei that a transaction costs at most. */
export const maxCostOf = ({ gas, maxFeePerGas }: TransactionFees) => gas * maxFeePerGas;

/** Raises NO_FUNDS: the operator cannot pay for gas. `missing` adds what is left of its balance and what the transaction costs. */
export function raiseNoFunds(
  { network, sender, alarms }: TxManagerRun,
  missing?: { left: bigint; cost: bigint },
): void {
  const amounts =
    missing === undefined
      ? ""
      : `: it has ${formatEther(missing.left > 0n ? missing.left : 0n)} left and needs ${formatEther(missing.cost)}`;
  alarms.set("NO_FUNDS", `${network.name}: ${sender} cannot pay for gas${amounts}.`);
}
