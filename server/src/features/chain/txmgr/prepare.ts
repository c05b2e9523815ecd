import type { Address, Hex } from "viem";
import { decodeRevert, type RevertReason } from "../contracts/revert-reasons.ts";
import type { Call, CallResult } from "../rpc/rpc-client.ts";
import type { TxManagerRun } from "./run.ts";

/** A transaction that can be signed: its simulation on the current chain succeeded. */
export type PreparedTransaction = {
  to: Address | null;
  data: Hex;
  gas: bigint;
  work:
    | { kind: "MINTS"; collection: Address; tokenIds: readonly number[] }
    /** `address` of what the task creates, or null if the nonce decides it. `payload` as it was simulated. */
    | { kind: "TASK"; id: number; address: Address | null; payload: unknown };
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
