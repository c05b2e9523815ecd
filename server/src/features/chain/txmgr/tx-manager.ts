import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../../platform/context.ts";
import { type Alarms, syncAlarms } from "../health/alarms.ts";
import { ChainUnreachable, InvalidRpcResponseError } from "../rpc/errors.ts";
import { allSettledOrThrow, unwrapSettled } from "./all-settled.ts";
import { broadcastDue } from "./broadcaster.ts";
import { confirmTransactions } from "./confirmer.ts";
import { detectReorgs } from "./finalizer.ts";
import { hasWork, withNetworkLock } from "./network-lock.data.ts";
import { prepareMints } from "./prepare-mints.ts";
import { prepareTasks } from "./prepare-tasks.ts";
import { type ChainState, pendingTransactions, readChainState, startRun, type TxManagerRun } from "./run.ts";
import { signTransactions } from "./signer.ts";
import { bumpStuckFees, fillNonceGap } from "./stuck-transactions.ts";
import { type ChainTransaction, listOpenTransactions } from "./transactions.data.ts";

/** Milliseconds: a program that stops waits for the run to end. */
const RUN_BUDGET_MS = 5_000;
/** Milliseconds until the next run where something is under way, and where something has to be mended first. */
const POLL_INTERVAL_MS = 2_000;
const RETRY_AFTER_ALARM_MS = 5_000;
/** A chain of our own mines within milliseconds: worth waiting for, a few times. */
const IDLE_PAUSES_MS = [5, 10, 20, 40, 80, 160, 320];
const MAX_IN_FLIGHT = 8;

/**
 * Works off what waits for a network. Answers milliseconds after which there is more to do, or nothing. Nodes that fail are
 * alarms and not errors: the work waits.
 */
export async function runTxManager(context: Context, name: string): Promise<number | undefined> {
  const alarms: Alarms = new Map();
  let isUnfinished = false;
  const worked = await withNetworkLock(context.db, name, async () => {
    isUnfinished = await runLocked(context, name, alarms);
    await syncAlarms(context, name, alarms);
  });
  // Asked after the lock is given back: who came meanwhile has left, and what they came for is seen here.
  if (!worked || !(await hasWork(context.db, name))) return undefined;
  if (isUnfinished) return 0;
  return alarms.size > 0 ? RETRY_AFTER_ALARM_MS : POLL_INTERVAL_MS;
}

/** Whether it was the time that ended it. */
async function runLocked(context: Context, name: string, alarms: Alarms): Promise<boolean> {
  const network = context.evm.networks.get(name);
  if (network === undefined) {
    alarms.set("NOT_CONFIGURED", `Work waits for ${name}, which this program does not reach.`);
    return false;
  }
  const run = startRun(context, network, alarms);
  try {
    const chainId = await run.rpc.getChainId();
    if (chainId === network.chainId) return await runUntilIdle(run);
    alarms.set("WRONG_CHAIN", `${name}: its node is one of chain ${chainId}, not of ${network.chainId}.`);
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    alarms.set(error instanceof InvalidRpcResponseError ? "NONSENSE" : "UNREACHABLE", error.alarm);
  }
  return false;
}

async function runUntilIdle(run: TxManagerRun): Promise<boolean> {
  const { idlePausesMs = IDLE_PAUSES_MS } = run.network;
  const end = performance.now() + RUN_BUDGET_MS;
  await detectReorgs(run, await readChainState(run));
  // So many rounds have brought nothing; a run begins with a look at what may have to be mended.
  for (let quiet = 1; performance.now() < end; ) {
    if (await tick(run, quiet > 0)) {
      quiet = 0;
      continue;
    }
    const pause = idlePausesMs[quiet++];
    if (pause === undefined) return false;
    await sleep(pause);
  }
  return true;
}

/**
 * Looks what has become of what was sent, and meanwhile signs what can be and sends what is due: they are about different rows,
 * and each writes down what it does before it goes on. Each step can be the last: the next round, of whatever process, begins
 * with what is written down. Answers whether anything has changed.
 */
async function tick(run: TxManagerRun, isQuiet: boolean): Promise<boolean> {
  const list = () => listOpenTransactions(run.context.db, run.network.name);
  const [state, open] = await allSettledOrThrow([readChainState(run), list()]);
  if (!isQuiet) {
    const changes = await allSettledOrThrow([
      confirmTransactions(run, state, open),
      signAndBroadcast(run, state, open),
    ]);
    return changes.includes(true);
  }
  // What nothing is mined behind shows by nothing being mined. What is mended gets other bytes, so nothing is sent meanwhile.
  const isNew = await confirmTransactions(run, state, open);
  const isMended = await unblockNonces(run, state, isNew ? await list() : open);
  return isNew || isMended || signAndBroadcast(run, state, open);
}

async function unblockNonces(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  return (await fillNonceGap(run, state, open)) || (await bumpStuckFees(run, state, open));
}

/** Signs and sends; the next batches are tried while these are on their way. */
async function signAndBroadcast(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const waiting = pendingTransactions(run, state, open);
  const room = MAX_IN_FLIGHT - waiting.length;
  const [first] = await Promise.allSettled([room > 0 ? prepareNext(run, state) : undefined]);
  const signed = await signPrepared(run, state, { open, room });
  const [isSent, next] = await Promise.allSettled([
    broadcastDue(run, [...waiting, ...signed]),
    signed.length > 0 ? prepareNext(run, state) : undefined,
  ]);
  // Only now: what is signed is sent also while nothing new can be tried.
  for (const tried of [first, next]) unwrapSettled(tried);
  return unwrapSettled(isSent) || signed.length > 0;
}

/** Fills what waits for a nonce, unless there is something yet. */
async function prepareNext(run: TxManagerRun, state: ChainState): Promise<void> {
  if (run.prepared.length > 0) return;
  const tasks = await prepareTasks(run, state, MAX_IN_FLIGHT);
  const mints = await prepareMints(run, state, MAX_IN_FLIGHT - tasks.length);
  run.prepared = [...tasks, ...mints];
}

/** What cannot be signed now is tried anew: much may have changed until it can. */
async function signPrepared(
  run: TxManagerRun,
  state: ChainState,
  { open, room }: { open: readonly ChainTransaction[]; room: number },
): Promise<ChainTransaction[]> {
  const prepared = run.prepared.slice(0, Math.max(0, room));
  if (prepared.length === 0) return [];
  const signed = await signTransactions(run, state, { prepared, open });
  run.prepared = signed.length > 0 && run.alarms.size === 0 ? run.prepared.slice(room) : [];
  return signed;
}
