import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { Log } from "../../../platform/log.ts";
import { LOCAL_CHAIN_ID } from "./anvil.ts";
import { findRunningAnvil } from "./anvil-pid-file.ts";
import { type AnvilSession, type ChainDatabase, type ChainLocation, runAnvil } from "./anvil-session.ts";
import { acquireChainLock } from "./chain-lock.data.ts";
import { lockFolder } from "./folder-lock.ts";

export type LocalChain = {
  /** Its `rpcUrl` changes when the chain has to be started again; nobody answers there meanwhile. */
  network: EvmNetwork;
  /**
   * Tells where transactions are kept, and waits until the chain can be used, though not for ever.
   * @throws LocalChainError when it cannot be run on this machine
   */
  join(database: ChainDatabase): Promise<void>;
  /** Writes down what it holds, and ends it. May be called more than once. */
  stop(): Promise<void>;
};

/** Nobody listens there. */
const UNREACHABLE_URL = "http://127.0.0.1:0";
/** Milliseconds that a start waits for a chain that another program is just starting, or that has much to catch up with. */
const START_WAIT_MS = 10_000;
/** Milliseconds between looks at a chain that another program runs. */
const SHARED_POLL_MS = 1_000;
const ELSEWHERE_POLL_MS = 5_000;
/** Milliseconds before a new try, after one failure and more. */
const RESTART_DELAYS_MS = [0, 500, 2_000, 10_000];
/** Milliseconds after which an end is no failure to come up. */
const STABLE_AFTER_MS = 1_000;

/** Starts the chain of a data folder, beside whatever else has to start. */
export async function startLocalChain(given: {
  dataDir: string;
  operator: Address;
  log: Log;
}): Promise<LocalChain> {
  const folder = join(given.dataDir, "chain");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = { folder: await realpath(folder), operator: given.operator, log: given.log };
  const database = Promise.withResolvers<ChainDatabase>();
  const ready = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  let url = UNREACHABLE_URL;
  const keeping: AnvilSession = {
    database: database.promise,
    signal: stopping.signal,
    stopped: stopped.promise,
    setUrl(found) {
      url = found ?? UNREACHABLE_URL;
      if (found !== undefined) ready.resolve();
    },
  };
  const ran = superviseAnvil(place, keeping, ready.resolve).catch(ready.reject);
  // Heard of by those who join.
  for (const promise of [database.promise, ready.promise]) promise.catch(() => undefined);
  return {
    network: {
      name: "LOCAL",
      chainId: LOCAL_CHAIN_ID,
      confirmations: 1,
      get rpcUrl() {
        return url;
      },
    },
    async join(found) {
      database.resolve(found);
      await Promise.race([ready.promise, sleep(START_WAIT_MS, undefined, { ref: false })]);
    },
    async stop() {
      stopping.abort();
      stopped.resolve();
      database.reject(new Error("stopped before there was a database"));
      await ran;
    },
  };
}

/** Runs the chain, or uses the one that another program runs, until it is stopped. Fails when it never comes up. */
async function superviseAnvil(place: ChainLocation, keeping: AnvilSession, ready: () => void): Promise<void> {
  const { signal } = keeping;
  let failures = 0;
  let rounds = 0;
  while (!signal.aborted) {
    const start = performance.now();
    try {
      const end = await runOrShareAnvil(place, keeping, rounds++ === 0);
      if (signal.aborted) return;
      if (end === "USED" || end === "ELSEWHERE") {
        if (end === "ELSEWHERE") ready();
        await pause(end === "USED" ? SHARED_POLL_MS : ELSEWHERE_POLL_MS, signal);
        continue;
      }
      failures = performance.now() - start > STABLE_AFTER_MS ? 0 : failures + 1;
    } catch (error) {
      if (signal.aborted) return;
      if (rounds === 1) throw error;
      failures++;
      place.log.warn({ err: error }, "the program's own chain does not come up; trying again");
    }
    await pause(RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0, signal);
  }
}

/** USED: another program with the same folder runs it. ELSEWHERE: one with another folder does, and it cannot be reached. */
async function runOrShareAnvil(
  place: ChainLocation,
  keeping: AnvilSession,
  isFirst: boolean,
): Promise<"ENDED" | "USED" | "ELSEWHERE"> {
  const lock = lockFolder(place.folder);
  if (lock === undefined) {
    keeping.setUrl((await findRunningAnvil(place.folder))?.url);
    return "USED";
  }
  try {
    const claiming = keeping.database.then(({ url }) => acquireChainLock(url, keeping.signal));
    // Nobody may be waiting for it yet when it fails.
    claiming.catch(() => undefined);
    // The first time the chain starts beside the database, which takes longer.
    if (!isFirst && (await claiming) === undefined) return "ELSEWHERE";
    return await runAnvil(place, keeping, claiming);
  } finally {
    keeping.setUrl(undefined);
    lock.release();
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
