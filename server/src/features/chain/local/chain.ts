import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import type { EvmNetwork } from "../../../platform/evm.ts";
import type { Log } from "../../../platform/log.ts";
import { localChainId } from "./anvil.ts";
import { findProcess } from "./anvil-process.ts";
import { lockFolder } from "./folder-lock.ts";
import { type ChainDatabase, type Keeping, keepChain, type Place } from "./keep.ts";
import { claimChain } from "./keeper.data.ts";

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
const nowhere = "http://127.0.0.1:0";
/** Milliseconds that a start waits for a chain that another program is just starting, or that has much to catch up with. */
const patience = 10_000;
/** Milliseconds between looks at a chain that another program runs. */
const look = 1_000;
const lookElsewhere = 5_000;
/** Milliseconds before a new try, after one failure and more. */
const pauses = [0, 500, 2_000, 10_000];
/** Milliseconds after which an end is no failure to come up. */
const longLife = 1_000;

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
  let url = nowhere;
  const keeping: Keeping = {
    database: database.promise,
    signal: stopping.signal,
    stopped: stopped.promise,
    reach(found) {
      url = found ?? nowhere;
      if (found !== undefined) ready.resolve();
    },
  };
  const ran = run(place, keeping, ready.resolve).catch(ready.reject);
  // Heard of by those who join.
  for (const promise of [database.promise, ready.promise]) promise.catch(() => undefined);
  return {
    network: {
      name: "LOCAL",
      chainId: localChainId,
      confirmations: 1,
      get rpcUrl() {
        return url;
      },
    },
    async join(found) {
      database.resolve(found);
      await Promise.race([ready.promise, sleep(patience, undefined, { ref: false })]);
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
async function run(place: Place, keeping: Keeping, ready: () => void): Promise<void> {
  const { signal } = keeping;
  let failures = 0;
  let rounds = 0;
  while (!signal.aborted) {
    const start = performance.now();
    try {
      const end = await runOnce(place, keeping, rounds++ === 0);
      if (signal.aborted) return;
      if (end === "USED" || end === "ELSEWHERE") {
        if (end === "ELSEWHERE") ready();
        await pause(end === "USED" ? look : lookElsewhere, signal);
        continue;
      }
      failures = performance.now() - start > longLife ? 0 : failures + 1;
    } catch (error) {
      if (signal.aborted) return;
      if (rounds === 1) throw error;
      failures++;
      place.log.warn({ err: error }, "the program's own chain does not come up; trying again");
    }
    await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 0, signal);
  }
}

/** USED: another program with the same folder runs it. ELSEWHERE: one with another folder does, and it cannot be reached. */
async function runOnce(
  place: Place,
  keeping: Keeping,
  isFirst: boolean,
): Promise<"ENDED" | "USED" | "ELSEWHERE"> {
  const lock = lockFolder(place.folder);
  if (lock === undefined) {
    keeping.reach((await findProcess(place.folder))?.url);
    return "USED";
  }
  try {
    const claiming = keeping.database.then(({ url }) => claimChain(url, keeping.signal));
    // Nobody may be waiting for it yet when it fails.
    claiming.catch(() => undefined);
    // The first time the chain starts beside the database, which takes longer.
    if (!isFirst && (await claiming) === undefined) return "ELSEWHERE";
    return await keepChain(place, keeping, claiming);
  } finally {
    keeping.reach(undefined);
    lock.release();
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
