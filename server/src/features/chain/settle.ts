import type { Executor } from "../../platform/database.ts";
import { insertContract } from "./contracts.data.ts";
import { endMints, finishMintsOf, listMintsOf, requeueMintsOf } from "./mints.data.ts";
import type { Receipt } from "./node.ts";
import { deployPayload } from "./payloads.ts";
import type { Shift } from "./shift.ts";
import { endTask, listTasksOf, requeueTasksOf, type TaskRow } from "./tasks.data.ts";
import { allWith, enqueueThen } from "./then.data.ts";
import { type ChainTransaction, closeTransactions, type End } from "./transactions.data.ts";

/** A thing that is refused so often, and nobody can say why, is given up; it is alone in its batch by then. */
const mostRefusals = 8;
export const unexplained = "The chain refused it again and again, and did not say why.";
export const isHopeless = (reverts: number) => reverts + 1 >= mostRefusals;

/** A transaction of which it is known how it ended: in a block that is deep enough, or, without a receipt, not at all. */
export type Settled = { one: ChainTransaction; receipt: Receipt | undefined };

/** Writes down how transactions ended, and tells those who wait for them. */
export async function settle(shift: Shift, tx: Executor, settled: readonly Settled[]): Promise<void> {
  const ends = settled.map(endOf);
  const closed = await closeTransactions(tx, ends, shift.context.clock.now());
  const news = ends.filter(({ id }) => closed.has(id));
  const of = (status: End["status"]) => news.filter((end) => end.status === status);
  await finish(shift, tx, of("CONFIRMED"));
  for (const { id } of of("REPLACED")) await requeue(tx, id, false);
  for (const { id } of of("REVERTED")) await refuse(shift, tx, id);
}

/**
 * Where another transaction has the nonce, or one that does nothing, the work is queued again. It may have been done all the
 * same: that is looked up before it is signed anew.
 */
function endOf({ one, receipt }: Settled): End {
  if (receipt === undefined || one.blanks.includes(receipt.hash))
    return { id: one.id, status: "REPLACED", mined: receipt };
  return { id: one.id, status: receipt.succeeded ? "CONFIRMED" : "REVERTED", mined: receipt };
}

async function requeue(tx: Executor, transactionId: number, reverted: boolean): Promise<void> {
  await requeueMintsOf(tx, transactionId, reverted);
  await requeueTasksOf(tx, transactionId, reverted);
}

async function finish(shift: Shift, tx: Executor, ends: readonly End[]): Promise<void> {
  if (ends.length === 0) return;
  const hashes = new Map(ends.map(({ id, mined }) => [id, mined?.hash ?? ""]));
  const ids = [...hashes.keys()];
  const hashOf = (id: number) => hashes.get(id) ?? "";
  const mints = await finishMintsOf(tx, ids, shift.context.clock.now());
  const ended = mints.map((closed) => ({
    closed,
    outcome: { ok: true, hash: hashOf(closed.transactionId) } as const,
  }));
  await enqueueThen(tx, ended);
  for (const task of await listTasksOf(tx, ids))
    await finishTask(shift, tx, task, hashOf(task.transactionId));
}

/** A task is done: what it made is known from now on. */
export async function finishTask(shift: Shift, tx: Executor, task: TaskRow, hash: string): Promise<void> {
  const { clock } = shift.context;
  const { address } = task;
  if (address === null) throw new Error(`task ${task.id} was done nowhere`);
  if (task.kind === "DEPLOY") {
    const { contract: kind } = deployPayload.parse(task.payload);
    await insertContract(tx, { network: shift.network.name, kind, address, now: clock.now() });
  }
  const closed = await endTask(tx, task.id, { problem: null, address, now: clock.now() });
  await enqueueThen(tx, allWith(closed, { ok: true, hash, address }));
}

/** A task that will never be done. */
export async function failTask(shift: Shift, tx: Executor, task: TaskRow, problem: string): Promise<void> {
  const { clock, log } = shift.context;
  const { id, kind, address } = task;
  log.warn({ network: shift.network.name, task: id, kind, problem }, "a task for the chain failed");
  const closed = await endTask(tx, id, { problem, address, now: clock.now() });
  await enqueueThen(tx, allWith(closed, { ok: false, problem }));
}

/** A transaction was mined and did nothing: its work is tried again in smaller parts, and given up in the end. */
async function refuse(shift: Shift, tx: Executor, transactionId: number): Promise<void> {
  const { network, context } = shift;
  const mints = (await listMintsOf(tx, transactionId)).filter(({ reverts }) => isHopeless(reverts));
  const tasks = (await listTasksOf(tx, [transactionId])).filter(({ reverts }) => isHopeless(reverts));
  await requeue(tx, transactionId, true);
  for (const { collection, tokenId } of mints) {
    const one = { network: network.name, collection, tokenIds: [tokenId] };
    const closed = await endMints(tx, one, { problem: unexplained, now: context.clock.now() });
    await enqueueThen(tx, allWith(closed, { ok: false, problem: unexplained }));
  }
  for (const task of tasks) await failTask(shift, tx, task, unexplained);
}
