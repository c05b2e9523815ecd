import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import { type Alarms, tellAlarms } from "./alarms.ts";
import { alone, hasWork } from "./alone.data.ts";
import { ChainNonsense, ChainUnreachable } from "./errors.ts";
import { follow } from "./follow.ts";
import { prepareMints } from "./prepare-mints.ts";
import { prepareTasks } from "./prepare-tasks.ts";
import { closeGap, replaceStuck } from "./replace.ts";
import { sendDue } from "./send.ts";
import { beginShift, look, type Shift, type Sight, underWay } from "./shift.ts";
import { signWork } from "./sign-work.ts";
import { settledValue, together } from "./together.ts";
import { type ChainTransaction, listOpen } from "./transactions.data.ts";
import { watchYoung } from "./watch.ts";

/** Milliseconds: a program that stops waits for the shift to end. */
const shiftLasts = 5_000;
/** Milliseconds until the next shift where something is under way, and where something has to be mended first. */
const nextLook = 2_000;
const nextTry = 5_000;
/** A chain of our own mines within milliseconds: worth waiting for, a few times. */
const pauses = [5, 10, 20, 40, 80, 160, 320];
const mostInFlight = 8;

/**
 * Works off what waits for a network. Answers milliseconds after which there is more to do, or nothing. Nodes that fail are
 * alarms and not errors: the work waits.
 */
export async function workOnChain(context: Context, name: string): Promise<number | undefined> {
  const alarms: Alarms = new Map();
  let isUnfinished = false;
  const worked = await alone(context.db, name, async () => {
    isUnfinished = await workAlone(context, name, alarms);
    await tellAlarms(context, name, alarms);
  });
  // Asked after the lock is given back: who came meanwhile has left, and what they came for is seen here.
  if (!worked || !(await hasWork(context.db, name))) return undefined;
  if (isUnfinished) return 0;
  return alarms.size > 0 ? nextTry : nextLook;
}

/** Whether it was the time that ended it. */
async function workAlone(context: Context, name: string, alarms: Alarms): Promise<boolean> {
  const network = context.evm.networks.get(name);
  if (network === undefined) {
    alarms.set("NOT_CONFIGURED", `Work waits for ${name}, which this program does not reach.`);
    return false;
  }
  const shift = beginShift(context, network, alarms);
  try {
    const chainId = await shift.node.chainId();
    if (chainId === network.chainId) return await workShift(shift);
    alarms.set("WRONG_CHAIN", `${name}: its node is one of chain ${chainId}, not of ${network.chainId}.`);
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    alarms.set(error instanceof ChainNonsense ? "NONSENSE" : "UNREACHABLE", error.alarm);
  }
  return false;
}

async function workShift(shift: Shift): Promise<boolean> {
  const end = performance.now() + shiftLasts;
  await watchYoung(shift, await look(shift));
  // So many rounds have brought nothing; a shift begins with a look at what may have to be mended.
  for (let quiet = 1; performance.now() < end; ) {
    if (await workRound(shift, quiet > 0)) {
      quiet = 0;
      continue;
    }
    const pause = pauses[quiet++];
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
async function workRound(shift: Shift, isQuiet: boolean): Promise<boolean> {
  const list = () => listOpen(shift.context.db, shift.network.name);
  const [sight, open] = await together([look(shift), list()]);
  if (!isQuiet) {
    const changes = await together([follow(shift, sight, open), goOn(shift, sight, open)]);
    return changes.includes(true);
  }
  // What nothing is mined behind shows by nothing being mined. What is mended gets other bytes, so nothing is sent meanwhile.
  const isNew = await follow(shift, sight, open);
  const isMended = await mend(shift, sight, isNew ? await list() : open);
  return isNew || isMended || goOn(shift, sight, open);
}

async function mend(shift: Shift, sight: Sight, open: readonly ChainTransaction[]): Promise<boolean> {
  return (await closeGap(shift, sight, open)) || (await replaceStuck(shift, sight, open));
}

/** Signs and sends; the next batches are tried while these are on their way. */
async function goOn(shift: Shift, sight: Sight, open: readonly ChainTransaction[]): Promise<boolean> {
  const waiting = underWay(shift, sight, open);
  const room = mostInFlight - waiting.length;
  const [first] = await Promise.allSettled([room > 0 ? makeReady(shift, sight) : undefined]);
  const signed = await signReady(shift, sight, { open, room });
  const [isSent, next] = await Promise.allSettled([
    sendDue(shift, [...waiting, ...signed]),
    signed.length > 0 ? makeReady(shift, sight) : undefined,
  ]);
  // Only now: what is signed is sent also while nothing new can be tried.
  for (const tried of [first, next]) settledValue(tried);
  return settledValue(isSent) || signed.length > 0;
}

/** Fills what waits for a nonce, unless there is something yet. */
async function makeReady(shift: Shift, sight: Sight): Promise<void> {
  if (shift.ready.length > 0) return;
  const tasks = await prepareTasks(shift, sight, mostInFlight);
  const mints = await prepareMints(shift, sight, mostInFlight - tasks.length);
  shift.ready = [...tasks, ...mints];
}

/** What cannot be signed now is tried anew: much may have changed until it can. */
async function signReady(
  shift: Shift,
  sight: Sight,
  { open, room }: { open: readonly ChainTransaction[]; room: number },
): Promise<ChainTransaction[]> {
  const prepared = shift.ready.slice(0, Math.max(0, room));
  if (prepared.length === 0) return [];
  const signed = await signWork(shift, sight, { prepared, open });
  shift.ready = signed.length > 0 && shift.alarms.size === 0 ? shift.ready.slice(room) : [];
  return signed;
}
