import { keccak256, parseTransaction } from "viem";
import { bumpFees, estimateFees, maxCostOf } from "./fees.ts";
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

/** Milliseconds that nothing happens to a transaction before more is offered for it. */
const STUCK_AFTER_MS = 60_000;
/** Offers for the same work; after that its nonce is freed by a transaction that does nothing. */
const MAX_FEE_BUMPS = 6;
/** What a transaction costs that does nothing. */
const CANCELLATION_GAS = 21_000n;

/** Everything that could be mined next has waited for a minute: offers more for it. Whether anything was signed. */
export async function bumpStuckFees(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const { context, network, rpc, operator, sender, alarms } = run;
  const next = open.find(
    (one) => one.sender === sender && one.nonce === state.nonce && one.status === "SENT",
  );
  if (next === undefined || !isOld(run, next.sentAt)) return false;
  const now = await estimateFees(run, state);
  const offer = "requiredWeiPerGas" in now ? now : bumpFees(network, next.fees, now);
  if ("requiredWeiPerGas" in offer) {
    alarms.set(
      "FEES_TOO_HIGH",
      `${network.name}: a transaction is stuck, and ${offer.requiredWeiPerGas} wei for gas are too much.`,
    );
    return false;
  }
  const isBlank = next.blanks.length > 0 || next.hashes.length >= MAX_FEE_BUMPS;
  if (isBlank)
    alarms.set("STUCK", `${network.name}: nothing is mined, though more was offered several times.`);
  const content = isBlank ? cancellation(run) : callOf(next);
  const fees = { ...offer, gas: isBlank ? CANCELLATION_GAS : next.fees.gas };
  if ((await rpc.getBalance(sender)) < maxCostOf(fees)) {
    alarms.set("NO_FUNDS", `${network.name}: ${sender} cannot pay for gas.`);
    return false;
  }
  const raw = await signTransaction(operator, network.chainId, { nonce: next.nonce, ...content, fees });
  context.log.warn(
    { network: network.name, nonce: next.nonce, isBlank },
    "more is offered for a stuck transaction",
  );
  return replaceTransaction(context.db, next, { raw, hash: keccak256(raw), fees, isBlank });
}

/**
 * Nothing is mined while the chain waits for a nonce that nobody sends. One that was used and that the chain has forgotten is
 * sent again; one that somebody else took and never used is filled by a transaction that does nothing.
 */
export async function fillNonceGap(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const { context, network, rpc, operator, sender } = run;
  const { nonce } = state;
  const ours = open.filter((one) => one.sender === sender);
  if (ours.some((one) => one.nonce === nonce)) return false;
  const highest = await findHighestNonce(context.db, network.name, sender);
  if (highest === undefined || nonce > highest) return false;
  // What was mined while we looked is no gap.
  if ((await rpc.getTransactionCount(sender, "latest")) !== nonce) return false;
  const forgotten = await findByNonce(context.db, { network: network.name, sender, nonce });
  if (forgotten !== undefined) {
    await markForRebroadcast(context.db, [forgotten.id]);
    return true;
  }
  const [first] = ours;
  if (state.pendingNonce > nonce || first === undefined || !isOld(run, first.sentAt)) return false;
  const offer = await estimateFees(run, state);
  if ("requiredWeiPerGas" in offer) return false;
  const fees = { ...offer, gas: CANCELLATION_GAS };
  const raw = await signTransaction(operator, network.chainId, { nonce, ...cancellation(run), fees });
  const signed = [{ nonce, raw, hash: keccak256(raw), fees, isBlank: true }];
  await insertTransactions(context.db, { network: network.name, sender, signed, now: context.clock.now() });
  return true;
}

const isOld = ({ context }: TxManagerRun, since: Date | null) =>
  since !== null && context.clock.now().getTime() - since.getTime() >= STUCK_AFTER_MS;

const cancellation = ({ sender }: TxManagerRun) => ({ to: sender, data: "0x" as const });

function callOf({ raw }: ChainTransaction) {
  const { to, data } = parseTransaction(raw);
  return { to: to ?? null, data: data ?? "0x" };
}
