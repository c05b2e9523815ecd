import type { Address, Hex } from "viem";
import { decodeRevert, type RevertReason } from "../contracts/revert-reasons.ts";
import type { Call, CallResult } from "../rpc/rpc-client.ts";
import type { TxManagerRun } from "./run.ts";

/** What can be signed: it was tried on the chain as it is, and would work. */
export type PreparedTransaction = {
  to: Address | null;
  data: Hex;
  gas: bigint;
  work:
    | { kind: "MINTS"; collection: Address; tokenIds: readonly number[] }
    /** `address` is where what the task makes will be; null where the nonce decides. `payload` is what was tried. */
    | { kind: "TASK"; id: number; address: Address | null; payload: unknown };
};

/** Gas is paid for as it is used: what is left of a generous limit costs nothing. */
export const withGasMargin = (estimated: bigint) => (estimated * 5n) / 4n;

export const operatorCall = ({ sender }: TxManagerRun, to: Address | null, data: Hex): Call => ({
  from: sender,
  to,
  data,
});

/** Why a call would fail. What only the house can mend raises an alarm; the work waits. */
export function explainRevert(
  run: TxManagerRun,
  contract: string,
  tried: CallResult & { ok: false },
): RevertReason {
  const refusal = decodeRevert(tried.data);
  if (refusal.kind === "NOT_OPERATOR") {
    const { network, sender, alarms } = run;
    alarms.set("NOT_OPERATOR", `${network.name}: ${contract} does not obey ${sender}.`);
  }
  return refusal;
}

/** Contracts answer; where nothing is, a call returns nothing. Either the chain is not the one we knew, or it is behind. */
export function reportMissingContract({ network, alarms }: TxManagerRun, contract: string): void {
  alarms.set("CONTRACT_MISSING", `${network.name}: there is no contract of ours at ${contract}.`);
}
