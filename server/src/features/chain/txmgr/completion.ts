import type { Executor } from "../../../platform/database/database.ts";
import { insertContract } from "../contracts/contracts.data.ts";
import type { Receipt } from "../rpc/rpc-client.ts";
import { enqueueContinuations, type Outcome, withOutcome } from "./continuations.data.ts";
import {
  listMintsByTransaction,
  type Mint,
  requeueMints,
  settleMinedMints,
  settleWaitingMints,
} from "./mints.data.ts";
import type { TxManagerRun } from "./run.ts";
import {
  deployPayload,
  listTasksByTransactions,
  requeueTasks,
  settleTask,
  type TaskRow,
} from "./tasks.data.ts";
import { type ChainTransaction, recordResults, type TransactionResult } from "./transactions.data.ts";

/** Unexplained reverts after which a request fails. By then it is alone in its batch. */
const MAX_REVERTS = 8;
export const UNEXPLAINED_REVERT = "The transaction failed repeatedly for an unknown reason.";
export const hasExceededReverts = (reverts: number) => reverts + 1 >= MAX_REVERTS;

/** A transaction with its final result: a receipt in a confirmed block, or none if another transaction used the nonce. */
export type EndedTransaction = { transaction: ChainTransaction; receipt: Receipt | undefined };

/** Stores how transactions ended, settles the requests they were for, and enqueues the continuations. */
export async function completeTransactions(
  run: TxManagerRun,
  tx: Executor,
  ended: readonly EndedTransaction[],
): Promise<void> {
  const results = ended.map(toResult);
  const recorded = await recordResults(tx, results, run.context.clock.now());
  const withStatus = (status: TransactionResult["status"]) =>
    results.filter((result) => recorded.has(result.id) && result.status === status);
  await completeConfirmed(run, tx, withStatus("CONFIRMED"));
  for (const { id } of withStatus("REPLACED")) await requeueWork(tx, id, { isRevert: false });
  for (const { id } of withStatus("REVERTED")) await handleRevert(run, tx, id);
}

/**
 * Returns REPLACED if another transaction or a cancellation used the nonce: the work is queued again. It may be on the chain nevertheless, which
 * is checked before it is signed again.
 */
function toResult({ transaction: { id, cancellationHashes }, receipt }: EndedTransaction): TransactionResult {
  if (receipt === undefined || cancellationHashes.includes(receipt.hash))
    return { id, status: "REPLACED", mined: receipt };
  return { id, status: receipt.succeeded ? "CONFIRMED" : "REVERTED", mined: receipt };
}

async function requeueWork(
  tx: Executor,
  transactionId: number,
  { isRevert }: { isRevert: boolean },
): Promise<void> {
  await requeueMints(tx, transactionId, isRevert);
  await requeueTasks(tx, transactionId, isRevert);
}

async function completeConfirmed(
  run: TxManagerRun,
  tx: Executor,
  results: readonly TransactionResult[],
): Promise<void> {
  if (results.length === 0) return;
  const hashes = new Map(results.map(({ id, mined }) => [id, mined?.hash ?? ""]));
  const ids = [...hashes.keys()];
  const hashOf = (id: number) => hashes.get(id) ?? "";
  const mints = await settleMinedMints(tx, ids, run.context.clock.now());
  const completed = mints.map((request) => ({
    request,
    outcome: { ok: true, hash: hashOf(request.transactionId) } as const,
  }));
  await enqueueContinuations(tx, completed);
  for (const task of await listTasksByTransactions(tx, ids))
    await completeTask(run, tx, task, hashOf(task.transactionId));
}

/** Marks a waiting mint as done or as permanently failed. */
export async function settleMint(
  { context, network }: TxManagerRun,
  tx: Executor,
  { collection, tokenId }: Mint,
  outcome: Outcome,
): Promise<void> {
  const batch = { network: network.name, collection, tokenIds: [tokenId] };
  const problem = outcome.ok ? null : outcome.problem;
  const settled = await settleWaitingMints(tx, batch, { problem, now: context.clock.now() });
  await enqueueContinuations(tx, withOutcome(settled, outcome));
}

/** Marks a task as done. From now on the address of what it created is known. */
export async function completeTask(
  run: TxManagerRun,
  tx: Executor,
  task: TaskRow,
  hash: string,
): Promise<void> {
  const { clock } = run.context;
  const { address } = task;
  if (address === null) throw new Error(`task ${task.id} has no contract address`);
  if (task.kind === "DEPLOY") {
    const { contract: kind } = deployPayload.parse(task.payload);
    await insertContract(tx, { network: run.network.name, kind, address, now: clock.now() });
  }
  const settled = await settleTask(tx, task.id, { problem: null, address, now: clock.now() });
  await enqueueContinuations(tx, withOutcome(settled, { ok: true, hash, address }));
}

/** Marks a task as permanently failed. */
export async function failTask(
  run: TxManagerRun,
  tx: Executor,
  task: TaskRow,
  problem: string,
): Promise<void> {
  const { clock, log } = run.context;
  const { id, kind, address } = task;
  log.warn({ network: run.network.name, task: id, kind, problem }, "chain task failed");
  const settled = await settleTask(tx, id, { problem, address, now: clock.now() });
  await enqueueContinuations(tx, withOutcome(settled, { ok: false, problem }));
}

/** Queues the work of a reverted transaction again, in smaller batches. Fails what has reverted too often. */
async function handleRevert(run: TxManagerRun, tx: Executor, transactionId: number): Promise<void> {
  const mints = await listMintsByTransaction(tx, transactionId);
  const tasks = await listTasksByTransactions(tx, [transactionId]);
  await requeueWork(tx, transactionId, { isRevert: true });
  const problem = UNEXPLAINED_REVERT;
  for (const mint of mints.filter(({ reverts }) => hasExceededReverts(reverts)))
    await settleMint(run, tx, mint, { ok: false, problem });
  for (const task of tasks.filter(({ reverts }) => hasExceededReverts(reverts)))
    await failTask(run, tx, task, problem);
}
