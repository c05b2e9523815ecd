import { keccak256 } from "viem";
import type { Executor } from "../../../platform/database/database.ts";
import { estimateFees, type FeesPerGas, maxCostOf, raiseNoFunds } from "./fees.ts";
import { linkMints, type MintLink } from "./mints.data.ts";
import { contractAddressOf, signTransaction } from "./operator.ts";
import { type ChainState, type PreparedTransaction, pendingTransactions, type TxManagerRun } from "./run.ts";
import { linkTask } from "./tasks.data.ts";
import { type ChainTransaction, findHighestNonce, insertTransactions } from "./transactions.data.ts";

/** Another worker has taken the same work: the transaction is rolled back, so nothing is signed and nothing is lost. */
class WorkTakenError extends Error {}

/**
 * Assigns nonces, signs, and stores the signed transactions, all in one database transaction: from then on the same bytes are
 * broadcast, whatever happens. Signs only what the operator can pay for. Returns the signed transactions.
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
      `${network.name}: gas costs ${fees.requiredWeiPerGas} wei, above the maximum of ${fees.maxWeiPerGas}.`,
    );
    return [];
  }
  const pending = pendingTransactions(run, state, open);
  const payable = limitToBalance(run, balance, { prepared, pending, fees });
  if (payable.length === 0) return [];
  try {
    return await context.db.transaction().execute((tx) => signAll(run, tx, state, { payable, fees }));
  } catch (error) {
    if (error instanceof WorkTakenError) return [];
    throw error;
  }
}

/** Returns the transactions that the operator can pay for in addition to the pending ones. */
function limitToBalance(
  run: TxManagerRun,
  balance: bigint,
  {
    prepared,
    pending,
    fees,
  }: {
    prepared: readonly PreparedTransaction[];
    pending: readonly ChainTransaction[];
    fees: FeesPerGas;
  },
): PreparedTransaction[] {
  const own = pending.filter((transaction) => transaction.sender === run.sender);
  let left = balance - own.reduce((sum, transaction) => sum + maxCostOf(transaction.fees), 0n);
  const payable: PreparedTransaction[] = [];
  for (const transaction of prepared) {
    const cost = maxCostOf({ ...fees, gas: transaction.gas }) + (transaction.value ?? 0n);
    if (cost > left) {
      raiseNoFunds(run, { left, cost });
      break;
    }
    left -= cost;
    payable.push(transaction);
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
  const firstNonce = Math.max(state.pendingNonce, (highest ?? -1) + 1);
  const signed = await Promise.all(
    payable.map(async ({ to, data, gas, value = 0n }, at) => {
      const unsigned = { nonce: firstNonce + at, to, data, value, fees: { ...fees, gas } };
      const raw = await signTransaction(operator, network.chainId, unsigned);
      return {
        nonce: unsigned.nonce,
        raw,
        hash: keccak256(raw),
        fees: unsigned.fees,
        isCancellation: false,
      };
    }),
  );
  const now = context.clock.now();
  const stored = await insertTransactions(tx, { network: network.name, sender, signed, now });
  const ids = new Map(stored.map(({ nonce, id }) => [nonce, id]));
  const mints: MintLink[] = [];
  for (const [at, { work }] of payable.entries()) {
    const transactionId = ids.get(firstNonce + at) ?? Number.NaN;
    if (work.kind === "MINTS") {
      const { collection } = work;
      mints.push(...work.tokenIds.map((tokenId) => ({ collection, tokenId, transactionId })));
    } else if (work.kind === "TASK") {
      const address = work.address ?? contractAddressOf(sender, firstNonce + at);
      if (!(await linkTask(tx, work, { transactionId, address }))) throw new WorkTakenError();
    }
  }
  if ((await linkMints(tx, network.name, mints)) !== mints.length) throw new WorkTakenError();
  return stored;
}
