import { setTimeout as sleep } from "node:timers/promises";
import { getSigningPermission, type SigningPermission } from "../handover/signing-permission.ts";
import { type Alarms, syncAlarms } from "../health.ts";
import { ChainUnreachable, InvalidRpcResponseError } from "../rpc/errors.ts";
import { broadcastDue } from "./broadcaster.ts";
import { confirmTransactions, detectReorgs } from "./confirmer.ts";
import { hasWork, withNetworkLock } from "./network-lock.data.ts";
import { prepareMints } from "./prepare-mints.ts";
import { prepareTasks } from "./prepare-tasks.ts";
import {
  allSettledOrThrow,
  type ChainState,
  pendingTransactions,
  readChainState,
  startRun,
  type TxManagerContext,
  type TxManagerRun,
  unwrapSettled,
} from "./run.ts";
import { signTransactions } from "./signer.ts";
import { bumpStuckFees, fillNonceGap, updateStuckAlarm } from "./stuck-transactions.ts";
import { type ChainTransaction, listOpenTransactions } from "./transactions.data.ts";

/** Short, because a program that shuts down waits for the run to end. */
const RUN_BUDGET_MS = 5_000;
const POLL_INTERVAL_MS = 2_000;
const RETRY_AFTER_ALARM_MS = 5_000;
const RETRY_WHILE_PAUSED_MS = 5_000;
/** The local chain mines within milliseconds, so a run waits a little before it ends. */
const IDLE_PAUSES_MS = [5, 10, 20, 40, 80, 160, 320];
const MAX_IN_FLIGHT = 8;

/**
 * Runs the transaction manager of a network, unless another worker does. Returns the milliseconds until the next run is due, or
 * undefined if nothing is left to do. Failing nodes raise alarms instead of errors; the work waits.
 */
export async function runTxManager(context: TxManagerContext, name: string): Promise<number | undefined> {
  const alarms: Alarms = new Map();
  let isOutOfTime = false;
  let isPaused = true;
  const hasRun = await withNetworkLock(context.db, name, async () => {
    // Read under the lock: once a handover has begun and got the lock, no run signs new work any more.
    const permission = await getSigningPermission(context);
    isPaused = permission.signs !== "ALL";
    // Leaves the job and the alarms to nodes with the other key.
    if (permission.signs === "NONE") return;
    isOutOfTime = await runLocked(context, name, { alarms, permission });
    await syncAlarms(context, name, alarms);
  });
  // Checked after the lock is released: workers that arrived meanwhile have given up, and their work is picked up here.
  if (!hasRun || !(await hasWork(context.db, name))) return undefined;
  if (isPaused) return RETRY_WHILE_PAUSED_MS;
  if (isOutOfTime) return 0;
  return alarms.size > 0 ? RETRY_AFTER_ALARM_MS : POLL_INTERVAL_MS;
}

/**
 * Confirms and broadcasts what is signed, without signing new work. Returns false if another process has the network's lock.
 * Afterwards `alarms` says what kept the transactions from ending.
 */
export function followTransactions(
  context: TxManagerContext,
  name: string,
  alarms: Alarms,
): Promise<boolean> {
  const permission: SigningPermission = { signs: "PENDING_ONLY" };
  return withNetworkLock(context.db, name, async () => {
    await runLocked(context, name, { alarms, permission });
  });
}

/** Returns true if the time budget ended the run. */
async function runLocked(
  context: TxManagerContext,
  name: string,
  { alarms, permission }: Pick<TxManagerRun, "alarms" | "permission">,
): Promise<boolean> {
  // From the database, so that the alarm stays while the node is away.
  updateStuckAlarm(alarms, name, await listOpenTransactions(context.db, name));
  const network = context.evm.networks.get(name);
  if (network === undefined) {
    alarms.set("NOT_CONFIGURED", `Work is queued for ${name}, but no RPC URL is configured for it.`);
    return false;
  }
  const run = startRun(context, network, { alarms, permission });
  try {
    const chainId = await run.rpc.getChainId();
    if (chainId === network.chainId) return await runUntilIdle(run);
    alarms.set("WRONG_CHAIN", `${name}: the node reports chain ID ${chainId}, expected ${network.chainId}.`);
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    alarms.set(error instanceof InvalidRpcResponseError ? "NONSENSE" : "UNREACHABLE", error.alarm);
  }
  return false;
}

/** Ticks until nothing changes any more. Returns true if the time budget ended the run. */
async function runUntilIdle(run: TxManagerRun): Promise<boolean> {
  const { idlePausesMs = IDLE_PAUSES_MS } = run.network;
  const end = performance.now() + RUN_BUDGET_MS;
  await detectReorgs(run, await readChainState(run));
  // Ticks in a row without progress. Starts at 1, so that the first tick looks for blocked nonces.
  for (let idleTicks = 1; performance.now() < end; ) {
    if (await runTick(run, idleTicks > 0)) {
      idleTicks = 0;
      continue;
    }
    const pauseMs = idlePausesMs[idleTicks++];
    if (pauseMs === undefined) return false;
    await sleep(pauseMs);
  }
  return true;
}

/**
 * Confirms what was broadcast and, concurrently, signs and broadcasts new work: the two write different rows. Every step writes its
 * result before the next one begins, so a crash at any point is continued by the next tick of any process. Returns true if
 * anything has changed.
 */
async function runTick(run: TxManagerRun, isIdle: boolean): Promise<boolean> {
  const { db } = run.context;
  const [state, open] = await allSettledOrThrow([
    readChainState(run),
    listOpenTransactions(db, run.network.name),
  ]);
  updateStuckAlarm(run.alarms, run.network.name, open);
  if (!isIdle) {
    const changes = await allSettledOrThrow([
      confirmTransactions(run, state, open),
      signAndBroadcast(run, state, open),
    ]);
    return changes.includes(true);
  }
  // A stuck nonce only shows as a lack of progress. Replacing changes the raw transaction, so nothing is broadcast concurrently.
  const isConfirmed = await confirmTransactions(run, state, open);
  const stillOpen = isConfirmed ? await listOpenTransactions(db, run.network.name) : open;
  const isUnblocked = await unblockNonces(run, state, stillOpen);
  return isConfirmed || isUnblocked || signAndBroadcast(run, state, open);
}

async function unblockNonces(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  return (await fillNonceGap(run, state, open)) || (await bumpStuckFees(run, state, open));
}

/** Signs and broadcasts. The next batches are simulated while these are being sent. */
async function signAndBroadcast(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  const pending = pendingTransactions(run, state, open);
  const freeSlots = MAX_IN_FLIGHT - pending.length;
  const [first] = await Promise.allSettled([freeSlots > 0 ? prepareNext(run, state) : undefined]);
  const signed = await signPrepared(run, state, { open, freeSlots });
  const [isSent, next] = await Promise.allSettled([
    broadcastDue(run, [...pending, ...signed]),
    signed.length > 0 ? prepareNext(run, state) : undefined,
  ]);
  // Thrown only here: signed transactions are broadcast even if nothing new can be simulated.
  for (const prepared of [first, next]) unwrapSettled(prepared);
  return unwrapSettled(isSent) || signed.length > 0;
}

/** Simulates the next transactions, unless some are prepared already or minting is paused. */
async function prepareNext(run: TxManagerRun, state: ChainState): Promise<void> {
  if (run.prepared.length > 0 || run.permission.signs !== "ALL") return;
  const tasks = await prepareTasks(run, state, MAX_IN_FLIGHT);
  const mints = await prepareMints(run, state, MAX_IN_FLIGHT - tasks.length);
  run.prepared = [...tasks, ...mints];
}

/** Signs what is prepared. Drops the rest if not all could be signed: by the next attempt the chain may look different. */
async function signPrepared(
  run: TxManagerRun,
  state: ChainState,
  { open, freeSlots }: { open: readonly ChainTransaction[]; freeSlots: number },
): Promise<ChainTransaction[]> {
  const prepared = run.prepared.slice(0, Math.max(0, freeSlots));
  if (prepared.length === 0) return [];
  const signed = await signTransactions(run, state, { prepared, open });
  run.prepared = signed.length === prepared.length ? run.prepared.slice(freeSlots) : [];
  return signed;
}
