import { keccak256, parseTransaction } from "viem";
import type { Alarms } from "../health.ts";
import { bumpFees, estimateFees, maxCostOf, raiseNoFunds } from "./fees.ts";
import { signTransaction } from "./operator.ts";
import type { ChainState, TxManagerRun } from "./run.ts";
import {
  type ChainTransaction,
  findByNonce,
  findHighestNonce,
  insertTransactions,
  markForRebroadcast,
  replaceTransaction,
} from "./transactions.data.ts";

/** Time without a block for a transaction before its fees are bumped. */
const STUCK_AFTER_MS = 60_000;
/** Fee bumps after the first broadcast, so six attempts in all. Then the nonce is cancelled. */
const MAX_FEE_BUMPS = 5;
/** Time between fee bumps of a cancellation, once the attempts are used up. */
const CANCELLATION_RETRY_MS = 3_600_000;
/** Gas of a transfer without data. */
const CANCELLATION_GAS = 21_000n;

/** Whether all attempts at a nonce failed, so that only its cancellation is still tried. */
const isGivenUp = ({ hashes, cancellationHashes }: ChainTransaction) =>
  cancellationHashes.length > 0 && hashes.length > MAX_FEE_BUMPS;

/** Raises STUCK while a cancelled nonce is not mined, and ends it after that. */
export function updateStuckAlarm(alarms: Alarms, network: string, open: readonly ChainTransaction[]): void {
  const stuck = open.find((transaction) => transaction.status !== "MINED" && isGivenUp(transaction));
  if (stuck === undefined) alarms.delete("STUCK");
  else
    alarms.set(
      "STUCK",
      `${network}: nonce ${stuck.nonce} of ${stuck.sender} is not mined after ${stuck.hashes.length} attempts. ` +
        "Its cancellation is retried every hour.",
    );
}

/**
 * Bumps the fees of the transaction that everything else waits for, if it is stuck; after the last bump it is replaced by a
 * cancellation, which is retried every hour. Fees stay below the network's maximum. Returns true if anything was signed.
 */
export async function bumpStuckFees(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const { context, network, rpc, operator, sender, alarms } = run;
  const next = open.find(
    (transaction) =>
      transaction.sender === sender && transaction.nonce === state.nonce && transaction.status === "SENT",
  );
  if (next === undefined) return false;
  if (!isOlder(run, next.sentAt, isGivenUp(next) ? CANCELLATION_RETRY_MS : STUCK_AFTER_MS)) return false;
  const current = await estimateFees(run, state);
  const bumped = "requiredWeiPerGas" in current ? current : bumpFees(network, next.fees, current);
  if ("requiredWeiPerGas" in bumped) {
    alarms.set(
      "FEES_TOO_HIGH",
      `${network.name}: a transaction is stuck, and replacing it takes ${bumped.requiredWeiPerGas} wei per gas, ` +
        `above the maximum of ${bumped.maxWeiPerGas}.`,
    );
    return false;
  }
  const isCancellation = next.cancellationHashes.length > 0 || next.hashes.length > MAX_FEE_BUMPS;
  const call = isCancellation ? cancellation(run) : callOf(next);
  const fees = { ...bumped, gas: isCancellation ? CANCELLATION_GAS : next.fees.gas };
  const [left, cost] = [await rpc.getBalance(sender), maxCostOf(fees)];
  if (left < cost) {
    raiseNoFunds(run, { left, cost });
    return false;
  }
  const raw = await signTransaction(operator, network.chainId, { nonce: next.nonce, ...call, fees });
  context.log.warn(
    { network: network.name, nonce: next.nonce, attempt: next.hashes.length + 1, isCancellation },
    "stuck transaction replaced with higher fees",
  );
  return replaceTransaction(context.db, next, { raw, hash: keccak256(raw), fees, isCancellation });
}

/**
 * Fills a gap: the chain waits for a nonce that no open transaction has. A nonce of ours whose transaction the chain has lost is
 * broadcast again. One that another program with the operator's key reserved and never used is filled by a cancellation. Returns true
 * if anything was changed.
 */
export async function fillNonceGap(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const { context, network, rpc, operator, sender } = run;
  const { nonce } = state;
  const ours = open.filter((transaction) => transaction.sender === sender);
  if (ours.some((transaction) => transaction.nonce === nonce)) return false;
  const highest = await findHighestNonce(context.db, network.name, sender);
  if (highest === undefined || nonce > highest) return false;
  // A transaction mined since the tick began leaves no gap.
  if ((await rpc.getTransactionCount(sender, "latest")) !== nonce) return false;
  const lost = await findByNonce(context.db, { network: network.name, sender, nonce });
  if (lost !== undefined) {
    await markForRebroadcast(context.db, [lost.id]);
    return true;
  }
  const [first] = ours;
  if (state.pendingNonce > nonce || first === undefined) return false;
  if (!isOlder(run, first.sentAt, STUCK_AFTER_MS)) return false;
  const estimated = await estimateFees(run, state);
  if ("requiredWeiPerGas" in estimated) return false;
  const fees = { ...estimated, gas: CANCELLATION_GAS };
  const raw = await signTransaction(operator, network.chainId, { nonce, ...cancellation(run), fees });
  const signed = [{ nonce, raw, hash: keccak256(raw), fees, isCancellation: true }];
  await insertTransactions(context.db, { network: network.name, sender, signed, now: context.clock.now() });
  return true;
}

const isOlder = ({ context }: TxManagerRun, since: Date | null, ms: number) =>
  since !== null && context.clock.now().getTime() - since.getTime() >= ms;

/** A transaction without effect, from the operator to itself: it only uses up a nonce. */
const cancellation = ({ sender }: TxManagerRun) => ({ to: sender, data: "0x" as const });

function callOf({ raw }: ChainTransaction) {
  const { to, data, value = 0n } = parseTransaction(raw);
  return { to: to ?? null, data: data ?? "0x", value };
}
