import type { Address, Hex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { Context } from "../../../platform/context.ts";
import { decodeRevert, type RevertReason } from "../contracts/revert-reasons.ts";
import type { SigningPermission } from "../handover/signing-permission.ts";
import type { Alarms } from "../health.ts";
import { InvalidRpcResponseError } from "../rpc/errors.ts";
import { type Call, type CallResult, createRpcClient, type RpcClient } from "../rpc/rpc-client.ts";
import { operatorAddress, operatorOf } from "./operator.ts";
import type { ChainTransaction } from "./transactions.data.ts";

/** The part of the context that the transaction manager needs. Commands of the operator have no more. */
export type TxManagerContext = Pick<Context, "db" | "clock" | "log" | "evm" | "publicUrl">;

/** One run of the transaction manager: one worker on one network, for a few seconds. */
export type TxManagerRun = {
  context: TxManagerContext;
  network: EvmNetwork;
  rpc: RpcClient;
  operator: PrivateKeyAccount;
  /** The operator's address, in lower case. */
  sender: Address;
  permission: SigningPermission;
  /** Alarms to raise when the run ends. Those missing here end then. */
  alarms: Alarms;
  /** Contracts and tasks to skip until the next run. */
  deferred: Set<string>;
  /** Simulated transactions that wait for a nonce. */
  prepared: readonly PreparedTransaction[];
};

export function startRun(
  context: TxManagerContext,
  network: EvmNetwork,
  { alarms, permission }: Pick<TxManagerRun, "alarms" | "permission">,
): TxManagerRun {
  return {
    context,
    network,
    alarms,
    permission,
    deferred: new Set<string>(),
    prepared: [],
    rpc: createRpcClient(network),
    operator: operatorOf(context.evm),
    sender: operatorAddress(context.evm),
  };
}

/** The chain at the start of a tick. Everything read later in the tick is at least as new. */
export type ChainState = {
  head: number;
  /** The newest block deep enough for its transactions to count as confirmed. Below 0 while there is none. */
  confirmedBlock: number;
  /** Wei per unit of gas, in the newest block. */
  baseFee: bigint;
  /** The operator's next nonce, counting mined transactions. */
  nonce: number;
  /** The operator's next nonce, counting pending transactions too. */
  pendingNonce: number;
};

export async function readChainState({ rpc, network, sender }: TxManagerRun): Promise<ChainState> {
  const [newest, nonce, pending] = await Promise.all([
    rpc.getHeader("latest"),
    rpc.getTransactionCount(sender, "latest"),
    rpc.getTransactionCount(sender, "pending"),
  ]);
  if (newest === undefined) throw new InvalidRpcResponseError(network.name, "the node has no latest block");
  const { number: head, baseFee } = newest;
  const confirmedBlock = await readConfirmedBlock({ rpc, network }, head);
  return { head, baseFee, confirmedBlock, nonce, pendingNonce: Math.max(nonce, pending) };
}

/** Returns the transactions that are not mined yet. Nonces of previous operator keys cannot be compared. */
export function pendingTransactions(
  { sender }: TxManagerRun,
  { nonce }: ChainState,
  open: readonly ChainTransaction[],
): ChainTransaction[] {
  return open.filter(
    (transaction) =>
      transaction.status !== "MINED" && (transaction.sender !== sender || transaction.nonce >= nonce),
  );
}

/**
 * Like Promise.all, but waits for every promise to settle before it throws the first failure: nothing keeps running after the
 * network lock is released.
 */
export async function allSettledOrThrow<const All extends readonly unknown[]>(all: All) {
  await Promise.allSettled(all);
  return Promise.all(all);
}

export function unwrapSettled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

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

/** A transaction that can be signed: its simulation on the current chain succeeded. */
export type PreparedTransaction = {
  to: Address | null;
  data: Hex;
  gas: bigint;
  /** Wei to send along. */
  value?: bigint;
  work:
    | { kind: "MINTS"; collection: Address; tokenIds: readonly number[] }
    /** `address` of what the task creates, or null if the nonce decides it. `payload` as it was simulated. */
    | { kind: "TASK"; id: number; address: Address | null; payload: unknown }
    /** A step of a handover, which reads from the chain what is left to do. */
    | { kind: "HANDOVER" };
};

/** Unused gas is not paid for, so a generous limit costs nothing. */
export const withGasMargin = (estimated: bigint) => (estimated * 5n) / 4n;

export const operatorCall = ({ sender }: TxManagerRun, to: Address | null, data: Hex): Call => ({
  from: sender,
  to,
  data,
});

/** Returns why a call would revert. Raises an alarm for what only the operator can fix; the work waits. */
export function explainRevert(
  { network, sender, alarms }: TxManagerRun,
  contract: string,
  result: CallResult & { ok: false },
): RevertReason {
  const reason = decodeRevert(result.data);
  if (reason.kind === "NOT_OPERATOR")
    alarms.set("NOT_OPERATOR", `${network.name}: ${contract} does not accept ${sender} as its operator.`);
  return reason;
}

/** Raises an alarm: a call returned no data, so the node is behind, or on another chain than the contract. */
export function reportMissingContract({ network, alarms }: TxManagerRun, contract: string): void {
  alarms.set("CONTRACT_MISSING", `${network.name}: contract ${contract} does not exist.`);
}
