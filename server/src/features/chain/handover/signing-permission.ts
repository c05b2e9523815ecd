import type { Address } from "viem";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import {
  type OperatorHandover,
  readHandover,
  updateHandover,
} from "../../../platform/security/operator-handover.data.ts";
import { toAddress } from "../addresses.ts";
import { operatorAddress } from "../txmgr/operator.ts";

/**
 * Transactions that a node may sign. `PENDING_ONLY`: fee bumps and cancellations of its own transactions, and nothing new. `NONE`: the contracts
 * no longer obey its key, or not yet.
 */
export type SigningPermission = {
  signs: "ALL" | "PENDING_ONLY" | "NONE";
  /** The address of the key before the last handover. Requests made by nodes with that key may name it as the owner of tokens. */
  previousOperator?: Address;
};

/** Reads what this node may sign. Its first permission after a handover to its key ends the pause. */
export async function getSigningPermission(
  context: Pick<Context, "db" | "clock" | "log" | "evm">,
): Promise<SigningPermission> {
  const { db, evm, log } = context;
  const handover = await readHandover(db);
  if (handover === undefined) return { signs: "ALL" };
  const own = operatorAddress(evm);
  const { state, newAddress, oldAddress } = handover;
  if (state === "GRANTING" || state === "REVOKING") {
    logOnce(handover, () => log.warn("minting is paused: OPERATOR_KEY is being replaced"));
    return { signs: own === oldAddress ? "PENDING_ONLY" : "NONE" };
  }
  if (own !== newAddress) {
    logOnce(handover, () =>
      log.error(`this node signs nothing: OPERATOR_KEY was replaced by the key of ${newAddress}`),
    );
    return { signs: "NONE" };
  }
  await confirmHandover(context);
  return { signs: "ALL", previousOperator: toAddress(oldAddress) };
}

/** Ends the pause if a handover waits for a node with this node's key. Returns whether it did. */
export async function confirmHandover({
  db,
  clock,
  evm,
  log,
}: Pick<Context, "db" | "clock" | "log" | "evm">): Promise<boolean> {
  const newAddress = operatorAddress(evm);
  const now = clock.now();
  const isConfirmed = await updateHandover(db, { newAddress, from: "SWITCHED", to: "DONE", now });
  if (isConfirmed) log.info(`minting continues with the operator ${newAddress}`);
  return isConfirmed;
}

/** Finds the address that the contracts obey: that of this node's key, unless the key was replaced while the node runs. */
export async function findOperatorAddress({ evm }: Pick<Context, "evm">, db: Executor): Promise<Address> {
  const handover = await readHandover(db);
  const isSwitched = handover?.state === "SWITCHED" || handover?.state === "DONE";
  return isSwitched ? toAddress(handover.newAddress) : operatorAddress(evm);
}

let lastLogged: string | undefined;

/** Logs each state of a handover once in this process. */
function logOnce({ startedAt, state }: OperatorHandover, write: () => void): void {
  const current = `${startedAt} ${state}`;
  if (lastLogged === current) return;
  lastLogged = current;
  write();
}
