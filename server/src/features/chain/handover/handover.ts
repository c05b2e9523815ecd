import type { Address, Hex } from "viem";
import type { Evm, EvmNetwork } from "../../../platform/config/evm.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { TxManagerContext } from "../txmgr/run.ts";

/** A handover that the operator has to act on. The message says how. */
export class HandoverError extends Error {
  override name = "HandoverError";
}

/** Gas of a transfer of the native coin. */
export const TRANSFER_GAS = 21_000n;

export type HandoverEvent = "STARTED" | "SWITCHED" | "ABORTED";

/** A run of the command that hands the contracts over, with what it needs of other features. */
export type Handover = {
  context: Omit<TxManagerContext, "evm">;
  /** The networks that are handed over. */
  networks: readonly EvmNetwork[];
  /** Networks whose contracts stay with the old key. */
  skippedNetworks: readonly string[];
  oldKey: Hex;
  oldAddress: Address;
  /** Not needed to abort. */
  newKey?: Hex;
  newAddress: Address;
  /** Whether the rest of the old key's balance is sent to the new one. */
  movesBalance: boolean;
  /** Reports progress. */
  print(line: string): void;
  /** Records an event in the transaction that causes it. */
  record(tx: Executor, event: HandoverEvent): Promise<void>;
  /** Updates what other features store about tokens in custody. */
  moveCustody(
    tx: Executor,
    change: { from: Address; to: Address; networks: readonly string[] },
  ): Promise<void>;
  /** Time between looks at transactions that are not confirmed yet, in milliseconds. */
  pollMs: number;
};

/** Short, because a handover does nothing else between two looks at the chain, and has its own time between them. */
const IDLE_PAUSES_MS = [5, 10];

/** Returns the configuration that signs with one of the keys. */
export function evmOf({ networks }: Handover, operatorKey: Hex): Evm {
  const idlePausesMs = IDLE_PAUSES_MS;
  return {
    networks: new Map(networks.map((network) => [network.name, { ...network, idlePausesMs }])),
    operatorKey,
  };
}

export const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
