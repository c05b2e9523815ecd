import type { Address } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { Context } from "../../platform/context.ts";
import type { EvmNetwork } from "../../platform/evm.ts";
import type { Alarms } from "./alarms.ts";
import { ChainNonsense } from "./errors.ts";
import { settledBlock } from "./finality.ts";
import { type ChainNode, nodeOf } from "./node.ts";
import { operatorAddress, operatorOf } from "./operator.ts";
import type { Prepared } from "./prepare.ts";
import type { ChainTransaction } from "./transactions.data.ts";

/** One worker at one network, for some seconds. */
export type Shift = {
  context: Context;
  network: EvmNetwork;
  node: ChainNode;
  operator: PrivateKeyAccount;
  /** The operator's address, in lower case. */
  sender: Address;
  alarms: Alarms;
  /** Contracts and tasks that are left alone until the next shift. */
  aside: Set<string>;
  /** What has been tried and waits for a nonce. */
  ready: readonly Prepared[];
};

export function beginShift(context: Context, network: EvmNetwork, alarms: Alarms): Shift {
  return {
    context,
    network,
    alarms,
    aside: new Set<string>(),
    ready: [],
    node: nodeOf(network),
    operator: operatorOf(context.evm),
    sender: operatorAddress(context.evm),
  };
}

/** The chain as a node saw it at the start of a round: whatever is asked afterwards is at least as new. */
export type Sight = {
  head: number;
  /** The newest block whose transactions are taken as done; below 0 while there is none. */
  settled: number;
  /** Wei for a unit of gas, in the newest block. */
  baseFee: bigint;
  /** The operator's next nonce, by what is mined. */
  nonce: number;
  /** The same, by what waits to be mined. */
  pending: number;
};

export async function look({ node, network, sender }: Shift): Promise<Sight> {
  const [newest, nonce, pending] = await Promise.all([
    node.header("latest"),
    node.nonce(sender, "latest"),
    node.nonce(sender, "pending"),
  ]);
  if (newest === undefined) throw new ChainNonsense(network.name, "its node knows no newest block");
  const { number: head, baseFee } = newest;
  const settled = await settledBelow({ node, network }, head);
  return { head, baseFee, settled, nonce, pending: Math.max(nonce, pending) };
}

/** The newest block under a head whose transactions are taken as done; below 0 while there is none. */
export async function settledBelow(
  { node, network }: Pick<Shift, "node" | "network">,
  head: number,
): Promise<number> {
  const finalized = network.confirmations === "finalized" ? await finalizedBlock(node) : 0;
  return settledBlock(network.confirmations, { head, finalized });
}

/** 0 where the chain is young, or its node does not say. */
export async function finalizedBlock(node: ChainNode): Promise<number> {
  return (await node.header("finalized"))?.number ?? 0;
}

/** Those that the chain has not done yet. Others' nonces say nothing here, as after a change of the operator. */
export function underWay(
  { sender }: Shift,
  { nonce }: Sight,
  open: readonly ChainTransaction[],
): ChainTransaction[] {
  return open.filter((one) => one.status !== "MINED" && (one.sender !== sender || one.nonce >= nonce));
}
