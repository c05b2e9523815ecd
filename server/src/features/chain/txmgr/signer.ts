import { formatEther, keccak256 } from "viem";
import type { Executor } from "../../../platform/database/database.ts";
import { estimateFees, type FeesPerGas, maxCostOf } from "./fees.ts";
import { linkMints, type MintLink } from "./mints.data.ts";
import { contractAddressOf, signTransaction } from "./operator.ts";
import type { PreparedTransaction } from "./prepare.ts";
import { type ChainState, pendingTransactions, type TxManagerRun } from "./run.ts";
import { linkTask } from "./tasks.data.ts";
import { type ChainTransaction, findHighestNonce, insertTransactions } from "./transactions.data.ts";

/** Somebody else took the same work meanwhile: nothing is signed, nothing is lost. */
class WorkTakenError extends Error {}

/**
 * Gives each its nonce, signs it and writes it down, all in one database transaction: from then on the same bytes are sent,
 * whatever happens. Nothing is signed that cannot be paid for. Answers what was signed.
 */
export async function signTransactions(
  run: TxManagerRun,
  state: ChainState,
  { prepared, open }: { prepared: readonly PreparedTransaction[]; open: readonly ChainTransaction[] },
): Promise<ChainTransaction[]> {
  const { context, network, rpc, sender, alarms } = run;
  const [fees, balance] = await Promise.all([estimateFees(run, state), rpc.getBalance(sender)]);
  if ("requiredWeiPerGas" in fees) {
    alarms.set(
      "FEES_TOO_HIGH",
      `${network.name}: gas costs ${fees.requiredWeiPerGas} wei now, more than ${fees.maxWeiPerGas}.`,
    );
    return [];
  }
  const payable = limitToBalance(run, balance, {
    prepared,
    open: pendingTransactions(run, state, open),
    fees,
  });
  if (payable.length === 0) return [];
  try {
    return await context.db.transaction().execute((tx) => signAll(run, tx, state, { payable, fees }));
  } catch (error) {
    if (error instanceof WorkTakenError) return [];
    throw error;
  }
}

/** As many as the operator can pay for with what is under way already. */
function limitToBalance(
  { network, sender, alarms }: TxManagerRun,
  balance: bigint,
  {
    prepared,
    open,
    fees,
  }: { prepared: readonly PreparedTransaction[]; open: readonly ChainTransaction[]; fees: FeesPerGas },
): PreparedTransaction[] {
  const own = open.filter((one) => one.sender === sender);
  let left = balance - own.reduce((sum, one) => sum + maxCostOf(one.fees), 0n);
  const payable: PreparedTransaction[] = [];
  for (const one of prepared) {
    const cost = maxCostOf({ ...fees, gas: one.gas });
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
  { context, network, operator, sender }: TxManagerRun,
  tx: Executor,
  state: ChainState,
  { payable, fees }: { payable: readonly PreparedTransaction[]; fees: FeesPerGas },
): Promise<ChainTransaction[]> {
  const highest = await findHighestNonce(tx, network.name, sender);
  const first = Math.max(state.pendingNonce, (highest ?? -1) + 1);
  const signed = await Promise.all(
    payable.map(async ({ to, data, gas }, at) => {
      const unsigned = { nonce: first + at, to, data, fees: { ...fees, gas } };
      const raw = await signTransaction(operator, network.chainId, unsigned);
      return { nonce: unsigned.nonce, raw, hash: keccak256(raw), fees: unsigned.fees, isBlank: false };
    }),
  );
  const written = await insertTransactions(tx, {
    network: network.name,
    sender,
    signed,
    now: context.clock.now(),
  });
  const ids = new Map(written.map(({ nonce, id }) => [nonce, id]));
  const mints: MintLink[] = [];
  for (const [at, { work }] of payable.entries()) {
    const transactionId = ids.get(first + at) ?? Number.NaN;
    if (work.kind === "MINTS") {
      const { collection } = work;
      mints.push(...work.tokenIds.map((tokenId) => ({ collection, tokenId, transactionId })));
    } else {
      const address = work.address ?? contractAddressOf(sender, first + at);
      if (!(await linkTask(tx, work, { transactionId, address }))) throw new WorkTakenError();
    }
  }
  if ((await linkMints(tx, network.name, mints)) !== mints.length) throw new WorkTakenError();
  return written;
}
