import type { EvmNetwork } from "../../platform/evm.ts";
import type { ChainNode } from "./node.ts";
import type { SignedFees } from "./operator.ts";

/** Wei for a unit of gas. */
export type Fees = Omit<SignedFees, "gas">;
export type FeesTooHigh = { needed: bigint; most: bigint };

const gwei = 1_000_000_000n;

/** POL is worth a fraction of ether, and its fees have the more digits. */
const mostOf = ({ name, mostWeiPerGas }: EvmNetwork) =>
  mostWeiPerGas ?? (name === "POLYGON" || name === "MUMBAI" ? 5_000n : 200n) * gwei;

/**
 * What to offer now: twice the base fee, which lasts through six full blocks, and the tip that the node suggests. Less where
 * that is above the most we give, as long as it still pays for the next block.
 */
export async function currentFees(
  { network, node }: { network: EvmNetwork; node: ChainNode },
  { baseFee }: { baseFee: bigint },
): Promise<Fees | FeesTooHigh> {
  const tip = await node.tip();
  const most = mostOf(network);
  const needed = (baseFee * 9n) / 8n + tip;
  if (needed > most) return { needed, most };
  const wanted = baseFee * 2n + tip;
  return { maxFeePerGas: wanted < most ? wanted : most, maxPriorityFeePerGas: tip };
}

/** What replaces a transaction that is stuck: nodes want an eighth more of both, or they keep the old one. */
export function raisedFees(network: EvmNetwork, before: Fees, now: Fees): Fees | FeesTooHigh {
  const most = mostOf(network);
  const raise = (old: bigint, current: bigint) => {
    const least = (old * 9n) / 8n + 1n;
    return current > least ? current : least;
  };
  const maxFeePerGas = raise(before.maxFeePerGas, now.maxFeePerGas);
  if (maxFeePerGas > most) return { needed: maxFeePerGas, most };
  const tip = raise(before.maxPriorityFeePerGas, now.maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas };
}

export const costOf = ({ gas, maxFeePerGas }: SignedFees) => gas * maxFeePerGas;
