import type { Executor } from "../../../platform/database/database.ts";
import { insertContract } from "../contracts/contracts.data.ts";
import type { Receipt } from "../rpc/rpc-client.ts";
import { enqueueContinuations, withOutcome } from "./continuations.data.ts";
import { listMintsByTransaction, requeueMints, settleMinedMints, settleWaitingMints } from "./mints.data.ts";
import { deployPayload } from "./payloads.ts";
import type { TxManagerRun } from "./run.ts";
import { listTasksByTransactions, requeueTasks, settleTask, type TaskRow } from "./tasks.data.ts";
import { type ChainTransaction, recordResults, type TransactionResult } from "./transactions.data.ts";

/** A thing that is refused so often, and nobody can say why, is given up; it is alone in its batch by then. */
const MAX_REVERTS = 8;
export const UNEXPLAINED_REVERT = "The chain refused it again and again, and did not say why.";
export const hasExceededReverts = (reverts: number) => reverts + 1 >= MAX_REVERTS;

/** A transaction of which it is known how it ended: in a block that is deep enough, or, without a receipt, not at all. */
export type EndedTransaction = { one: ChainTransaction; receipt: Receipt | undefined };

/** Writes down how transactions ended, and tells those who wait for them. */
export async function completeTransactions(
  run: TxManagerRun,
  tx: Executor,
  ended: readonly EndedTransaction[],
): Promise<void> {
  const ends = ended.map(toResult);
  const recorded = await recordResults(tx, ends, run.context.clock.now());
  const news = ends.filter(({ id }) => recorded.has(id));
  const of = (status: TransactionResult["status"]) => news.filter((end) => end.status === status);
  await completeConfirmed(run, tx, of("CONFIRMED"));
  for (const { id } of of("REPLACED")) await requeue(tx, id, false);
  for (const { id } of of("REVERTED")) await handleRevert(run, tx, id);
}

/**
 * Where another transaction has the nonce, or one that does nothing, the work is queued again. It may have been done all the
 * same: that is looked up before it is signed anew.
 */
function toResult({ one, receipt }: EndedTransaction): TransactionResult {
  if (receipt === undefined || one.blanks.includes(receipt.hash))
    return { id: one.id, status: "REPLACED", mined: receipt };
  return { id: one.id, status: receipt.succeeded ? "CONFIRMED" : "REVERTED", mined: receipt };
}

async function requeue(tx: Executor, transactionId: number, reverted: boolean): Promise<void> {
  await requeueMints(tx, transactionId, reverted);
  await requeueTasks(tx, transactionId, reverted);
}

async function completeConfirmed(
  run: TxManagerRun,
  tx: Executor,
  ends: readonly TransactionResult[],
): Promise<void> {
  if (ends.length === 0) return;
  const hashes = new Map(ends.map(({ id, mined }) => [id, mined?.hash ?? ""]));
  const ids = [...hashes.keys()];
  const hashOf = (id: number) => hashes.get(id) ?? "";
  const mints = await settleMinedMints(tx, ids, run.context.clock.now());
  const completed = mints.map((settled) => ({
    settled,
    outcome: { ok: true, hash: hashOf(settled.transactionId) } as const,
  }));
  await enqueueContinuations(tx, completed);
  for (const task of await listTasksByTransactions(tx, ids))
    await completeTask(run, tx, task, hashOf(task.transactionId));
}

/** A task is done: what it made is known from now on. */
export async function completeTask(
  run: TxManagerRun,
  tx: Executor,
  task: TaskRow,
  hash: string,
): Promise<void> {
  const { clock } = run.context;
  const { address } = task;
  if (address === null) throw new Error(`task ${task.id} was done nowhere`);
  if (task.kind === "DEPLOY") {
    const { contract: kind } = deployPayload.parse(task.payload);
    await insertContract(tx, { network: run.network.name, kind, address, now: clock.now() });
  }
  const settled = await settleTask(tx, task.id, { problem: null, address, now: clock.now() });
  await enqueueContinuations(tx, withOutcome(settled, { ok: true, hash, address }));
}

/** A task that will never be done. */
export async function failTask(
  run: TxManagerRun,
  tx: Executor,
  task: TaskRow,
  problem: string,
): Promise<void> {
  const { clock, log } = run.context;
  const { id, kind, address } = task;
  log.warn({ network: run.network.name, task: id, kind, problem }, "a task for the chain failed");
  const settled = await settleTask(tx, id, { problem, address, now: clock.now() });
  await enqueueContinuations(tx, withOutcome(settled, { ok: false, problem }));
}

/** A transaction was mined and did nothing: its work is tried again in smaller parts, and given up in the end. */
async function handleRevert(run: TxManagerRun, tx: Executor, transactionId: number): Promise<void> {
  const { network, context } = run;
  const mints = (await listMintsByTransaction(tx, transactionId)).filter(({ reverts }) =>
    hasExceededReverts(reverts),
  );
  const tasks = (await listTasksByTransactions(tx, [transactionId])).filter(({ reverts }) =>
    hasExceededReverts(reverts),
  );
  await requeue(tx, transactionId, true);
  for (const { collection, tokenId } of mints) {
    const one = { network: network.name, collection, tokenIds: [tokenId] };
    const settled = await settleWaitingMints(tx, one, {
      problem: UNEXPLAINED_REVERT,
      now: context.clock.now(),
    });
    await enqueueContinuations(tx, withOutcome(settled, { ok: false, problem: UNEXPLAINED_REVERT }));
  }
  for (const task of tasks) await failTask(run, tx, task, UNEXPLAINED_REVERT);
}
