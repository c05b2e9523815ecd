import type { Address } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { Context } from "../../../platform/context.ts";
import type { Alarms } from "../health/alarms.ts";
import { InvalidRpcResponseError } from "../rpc/errors.ts";
import { createRpcClient, type RpcClient } from "../rpc/rpc-client.ts";
import { confirmedBlock } from "./finality.ts";
import { operatorAddress, operatorOf } from "./operator.ts";
import type { PreparedTransaction } from "./prepare.ts";
import type { ChainTransaction } from "./transactions.data.ts";

/** One worker at one network, for some seconds. */
export type TxManagerRun = {
  context: Context;
  network: EvmNetwork;
  rpc: RpcClient;
  operator: PrivateKeyAccount;
  /** The operator's address, in lower case. */
  sender: Address;
  alarms: Alarms;
  /** Contracts and tasks that are left alone until the next run. */
  deferred: Set<string>;
  /** What has been tried and waits for a nonce. */
  prepared: readonly PreparedTransaction[];
};

export function startRun(context: Context, network: EvmNetwork, alarms: Alarms): TxManagerRun {
  return {
    context,
    network,
    alarms,
    deferred: new Set<string>(),
    prepared: [],
    rpc: createRpcClient(network),
    operator: operatorOf(context.evm),
    sender: operatorAddress(context.evm),
  };
}

/** The chain as a node saw it at the start of a round: whatever is asked afterwards is at least as new. */
export type ChainState = {
  head: number;
  /** The newest block whose transactions are taken as done; below 0 while there is none. */
  confirmedBlock: number;
  /** Wei for a unit of gas, in the newest block. */
  baseFee: bigint;
  /** The operator's next nonce, by what is mined. */
  nonce: number;
  /** The same, by what waits to be mined. */
  pendingNonce: number;
};

export async function readChainState({ rpc, network, sender }: TxManagerRun): Promise<ChainState> {
  const [newest, nonce, pending] = await Promise.all([
    rpc.getHeader("latest"),
    rpc.getTransactionCount(sender, "latest"),
    rpc.getTransactionCount(sender, "pending"),
  ]);
  if (newest === undefined) throw new InvalidRpcResponseError(network.name, "its node knows no newest block");
  const { number: head, baseFee } = newest;
  const settled = await readConfirmedBlock({ rpc, network }, head);
  return { head, baseFee, confirmedBlock: settled, nonce, pendingNonce: Math.max(nonce, pending) };
}

/** The newest block under a head whose transactions are taken as done; below 0 while there is none. */
export async function readConfirmedBlock(
  { rpc, network }: Pick<TxManagerRun, "rpc" | "network">,
  head: number,
): Promise<number> {
  const finalized = network.confirmations === "finalized" ? await readFinalizedBlock(rpc) : 0;
  return confirmedBlock(network.confirmations, { head, finalized });
}

/** 0 where the chain is young, or its node does not say. */
export async function readFinalizedBlock(rpc: RpcClient): Promise<number> {
  return (await rpc.getHeader("finalized"))?.number ?? 0;
}

/** Those that the chain has not done yet. Others' nonces say nothing here, as after a change of the operator. */
export function pendingTransactions(
  { sender }: TxManagerRun,
  { nonce }: ChainState,
  open: readonly ChainTransaction[],
): ChainTransaction[] {
  return open.filter((one) => one.status !== "MINED" && (one.sender !== sender || one.nonce >= nonce));
}
