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
import { beginShift, look, type Shift, type Sight } from "./shift.ts";
import { signWork } from "./sign-work.ts";
import { settledValue } from "./together.ts";
import { type ChainTransaction, listOpen } from "./transactions.data.ts";
import { watchYoung } from "./watch.ts";

/** Milliseconds: a program that stops waits for the shift to end. */
const shiftLasts = 5_000;
/** Milliseconds until the next shift where something is under way, and where something has to be mended first. */
const nextLook = 2_000;
const nextTry = 5_000;
/** A chain of our own mines within milliseconds: worth waiting for, a few times. */
const pauses = [5, 10, 20, 40, 80, 160, 320];
const mostInFlight = 4;

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
    alarms.set(error instanceof ChainNonsense ? "NONSENSE" : "UNREACHABLE", error.message);
  }
  return false;
}

async function workShift(shift: Shift): Promise<boolean> {
  const end = performance.now() + shiftLasts;
  await watchYoung(shift, await look(shift));
  for (let quiet = pauses.length; performance.now() < end; ) {
    if (await workRound(shift, quiet < pauses.length)) {
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
 * Looks what has become of what was sent, signs what can be, sends what is due. Each step can be the last: the next round, of
 * whatever process, begins with what is written down. While things flow, the next batches are tried before there is room for
 * them. Answers whether anything has changed.
 */
async function workRound(shift: Shift, isFlowing: boolean): Promise<boolean> {
  const { context, network } = shift;
  const list = () => listOpen(context.db, network.name);
  const sight = await look(shift);
  const before = await list();
  const needsMore = shift.ready.length === 0 && (isFlowing || roomIn(before) > 0);
  const [followed, prepared] = await Promise.allSettled([
    follow(shift, sight, before),
    needsMore ? makeReady(shift, sight) : undefined,
  ]);
  const isNew = settledValue(followed);
  const open = isNew ? await list() : before;
  const isMended = (await closeGap(shift, sight, open)) || (await replaceStuck(shift, sight, open));
  const isSigned = await signReady(shift, sight, open);
  const isSent = await sendDue(shift, isMended || isSigned ? await list() : open);
  // Only now: what is signed is sent also while nothing new can be tried.
  settledValue(prepared);
  return isNew || isMended || isSigned || isSent;
}

const roomIn = (open: readonly ChainTransaction[]) =>
  mostInFlight - open.filter(({ status }) => status !== "MINED").length;

async function makeReady(shift: Shift, sight: Sight): Promise<void> {
  const tasks = await prepareTasks(shift, sight, mostInFlight);
  const mints = await prepareMints(shift, sight, mostInFlight - tasks.length);
  shift.ready = [...tasks, ...mints];
}

/** What cannot be signed now is tried anew: much may have changed until it can. */
async function signReady(shift: Shift, sight: Sight, open: readonly ChainTransaction[]): Promise<boolean> {
  const room = Math.max(0, roomIn(open));
  const prepared = shift.ready.slice(0, room);
  if (prepared.length === 0) return false;
  const isSigned = await signWork(shift, sight, { prepared, open });
  shift.ready = isSigned && shift.alarms.size === 0 ? shift.ready.slice(room) : [];
  return isSigned;
}
