import { keccak256, parseTransaction } from "viem";
import { costOf, currentFees, raisedFees } from "./fees.ts";
import { sign } from "./operator.ts";
import type { Shift, Sight } from "./shift.ts";
import {
  type ChainTransaction,
  findByNonce,
  highestNonce,
  insertSigned,
  markMissing,
  replaceSigned,
} from "./transactions.data.ts";

/** Milliseconds that nothing happens to a transaction before more is offered for it. */
const stuckAfter = 60_000;
/** Offers for the same work; after that its nonce is freed by a transaction that does nothing. */
const mostOffers = 6;
/** What a transaction costs that does nothing. */
const blankGas = 21_000n;

/** Everything that could be mined next has waited for a minute: offers more for it. Whether anything was signed. */
export async function replaceStuck(
  shift: Shift,
  sight: Sight,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const { context, network, node, operator, sender, alarms } = shift;
  const next = open.find(
    (one) => one.sender === sender && one.nonce === sight.nonce && one.status === "SENT",
  );
  if (next === undefined || !isOld(shift, next.sentAt)) return false;
  const now = await currentFees(shift, sight);
  const offer = "needed" in now ? now : raisedFees(network, next.fees, now);
  if ("needed" in offer) {
    alarms.set(
      "FEES_TOO_HIGH",
      `${network.name}: a transaction is stuck, and ${offer.needed} wei for gas are too much.`,
    );
    return false;
  }
  const isBlank = next.blanks.length > 0 || next.hashes.length >= mostOffers;
  if (isBlank)
    alarms.set("STUCK", `${network.name}: nothing is mined, though more was offered several times.`);
  const content = isBlank ? blank(shift) : contentOf(next);
  const fees = { ...offer, gas: isBlank ? blankGas : next.fees.gas };
  if ((await node.balance(sender)) < costOf(fees)) {
    alarms.set("NO_FUNDS", `${network.name}: ${sender} cannot pay for gas.`);
    return false;
  }
  const raw = await sign(operator, network.chainId, { nonce: next.nonce, ...content, fees });
  context.log.warn(
    { network: network.name, nonce: next.nonce, isBlank },
    "more is offered for a stuck transaction",
  );
  return replaceSigned(context.db, next, { raw, hash: keccak256(raw), fees, isBlank });
}

/**
 * Nothing is mined while the chain waits for a nonce that nobody sends. One that was used and that the chain has forgotten is
 * sent again; one that somebody else took and never used is filled by a transaction that does nothing.
 */
export async function closeGap(
  shift: Shift,
  sight: Sight,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const { context, network, node, operator, sender } = shift;
  const { nonce } = sight;
  const ours = open.filter((one) => one.sender === sender);
  if (ours.some((one) => one.nonce === nonce)) return false;
  const highest = await highestNonce(context.db, network.name, sender);
  if (highest === undefined || nonce > highest) return false;
  // What was mined while we looked is no gap.
  if ((await node.nonce(sender, "latest")) !== nonce) return false;
  const forgotten = await findByNonce(context.db, { network: network.name, sender, nonce });
  if (forgotten !== undefined) {
    await markMissing(context.db, [forgotten.id]);
    return true;
  }
  const [first] = ours;
  if (sight.pending > nonce || first === undefined || !isOld(shift, first.sentAt)) return false;
  const offer = await currentFees(shift, sight);
  if ("needed" in offer) return false;
  const fees = { ...offer, gas: blankGas };
  const raw = await sign(operator, network.chainId, { nonce, ...blank(shift), fees });
  const signed = [{ nonce, raw, hash: keccak256(raw), fees, isBlank: true }];
  await insertSigned(context.db, { network: network.name, sender, signed, now: context.clock.now() });
  return true;
}

const isOld = ({ context }: Shift, since: Date | null) =>
  since !== null && context.clock.now().getTime() - since.getTime() >= stuckAfter;

const blank = ({ sender }: Shift) => ({ to: sender, data: "0x" as const });

function contentOf({ raw }: ChainTransaction) {
  const { to, data } = parseTransaction(raw);
  return { to: to ?? null, data: data ?? "0x" };
}
