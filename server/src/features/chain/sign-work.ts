import { formatEther, keccak256 } from "viem";
import type { Executor } from "../../platform/database.ts";
import { costOf, currentFees, type Fees } from "./fees.ts";
import { type Linked, linkMints } from "./mints.data.ts";
import { addressOf, sign } from "./operator.ts";
import type { Prepared } from "./prepare.ts";
import { type Shift, type Sight, underWay } from "./shift.ts";
import { linkTask } from "./tasks.data.ts";
import { type ChainTransaction, highestNonce, insertSigned } from "./transactions.data.ts";

/** Somebody else took the same work meanwhile: nothing is signed, nothing is lost. */
class TakenMeanwhile extends Error {}

/**
 * Gives each its nonce, signs it and writes it down, all in one database transaction: from then on the same bytes are sent,
 * whatever happens. Nothing is signed that cannot be paid for. Answers what was signed.
 */
export async function signWork(
  shift: Shift,
  sight: Sight,
  { prepared, open }: { prepared: readonly Prepared[]; open: readonly ChainTransaction[] },
): Promise<ChainTransaction[]> {
  const { context, network, node, sender, alarms } = shift;
  const [fees, balance] = await Promise.all([currentFees(shift, sight), node.balance(sender)]);
  if ("needed" in fees) {
    alarms.set("FEES_TOO_HIGH", `${network.name}: gas costs ${fees.needed} wei now, more than ${fees.most}.`);
    return [];
  }
  const payable = affordable(shift, balance, { prepared, open: underWay(shift, sight, open), fees });
  if (payable.length === 0) return [];
  try {
    return await context.db.transaction().execute((tx) => signAll(shift, tx, sight, { payable, fees }));
  } catch (error) {
    if (error instanceof TakenMeanwhile) return [];
    throw error;
  }
}

/** As many as the operator can pay for with what is under way already. */
function affordable(
  { network, sender, alarms }: Shift,
  balance: bigint,
  { prepared, open, fees }: { prepared: readonly Prepared[]; open: readonly ChainTransaction[]; fees: Fees },
): Prepared[] {
  const own = open.filter((one) => one.sender === sender);
  let left = balance - own.reduce((sum, one) => sum + costOf(one.fees), 0n);
  const payable: Prepared[] = [];
  for (const one of prepared) {
    const cost = costOf({ ...fees, gas: one.gas });
    if (cost > left) {
      const has = `has ${formatEther(left > 0n ? left : 0n)} left for gas, and needs ${formatEther(cost)}`;
      alarms.set("NO_FUNDS", `${network.name}: ${sender} ${has}.`);
      break;
    }
    left -= cost;
    payable.push(one);
  }
  return payable;
}

async function signAll(
  { context, network, operator, sender }: Shift,
  tx: Executor,
  sight: Sight,
  { payable, fees }: { payable: readonly Prepared[]; fees: Fees },
): Promise<ChainTransaction[]> {
  const highest = await highestNonce(tx, network.name, sender);
  const first = Math.max(sight.pending, (highest ?? -1) + 1);
  const signed = await Promise.all(
    payable.map(async ({ to, data, gas }, at) => {
      const unsigned = { nonce: first + at, to, data, fees: { ...fees, gas } };
      const raw = await sign(operator, network.chainId, unsigned);
      return { nonce: unsigned.nonce, raw, hash: keccak256(raw), fees: unsigned.fees, isBlank: false };
    }),
  );
  const written = await insertSigned(tx, { network: network.name, sender, signed, now: context.clock.now() });
  const ids = new Map(written.map(({ nonce, id }) => [nonce, id]));
  const mints: Linked[] = [];
  for (const [at, { work }] of payable.entries()) {
    const transactionId = ids.get(first + at) ?? Number.NaN;
    if (work.kind === "MINTS") {
      const { collection } = work;
      mints.push(...work.tokenIds.map((tokenId) => ({ collection, tokenId, transactionId })));
    } else {
      const address = work.address ?? addressOf(sender, first + at);
      if (!(await linkTask(tx, work, { transactionId, address }))) throw new TakenMeanwhile();
    }
  }
  if ((await linkMints(tx, network.name, mints)) !== mints.length) throw new TakenMeanwhile();
  return written;
}
