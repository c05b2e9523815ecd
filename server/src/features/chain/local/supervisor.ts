import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { Log } from "../../../platform/log.ts";
import { LOCAL_CHAIN_ID } from "./anvil.ts";
import { findRunningAnvil } from "./anvil-pid-file.ts";
import { type ChainDatabase, type ChainLocation, runAnvil, type SessionHooks } from "./anvil-session.ts";
import { acquireChainLock } from "./chain-lock.data.ts";
import { lockFolder } from "./data-folder.ts";

type LocalChain = {
  /** Its `rpcUrl` changes when anvil is restarted, and is unreachable until then. */
  network: EvmNetwork;
  /**
   * Sets the database that stores transactions, and waits a limited time for the chain to be ready.
   * @throws LocalChainError if the chain cannot run on this machine
   */
  join(database: ChainDatabase): Promise<void>;
  /** Saves a snapshot and stops anvil. May be called more than once. */
  stop(): Promise<void>;
};

const UNREACHABLE_URL = "http://127.0.0.1:0";
/** How long a start waits for a chain that another program is just starting, or that has many transactions to replay. */
const START_WAIT_MS = 10_000;
/**
 * How a try to run anvil ends. SHARED: another program with the same folder runs the chain. ELSEWHERE: a program with another folder
 * does, and its chain cannot be reached from here. DATABASE_AWAY: nobody can take the lock of the chain.
 */
type SessionEnd = "ENDED" | "SHARED" | "ELSEWHERE" | "DATABASE_AWAY";
/** Time until the next try. */
const POLL_MS = { SHARED: 1_000, ELSEWHERE: 5_000, DATABASE_AWAY: 1_000 } as const satisfies Partial<
  Record<SessionEnd, number>
>;
/** Time before the next attempt, by the number of failures in a row. */
const RESTART_DELAYS_MS = [0, 500, 2_000, 10_000];
/** An exit after this time does not count as a failed start. */
const STABLE_AFTER_MS = 1_000;

/** Starts the local chain of a data folder, concurrently with the rest of the program. */
export async function startLocalChain({
  dataDir,
  operator,
  log,
}: {
  dataDir: string;
  operator: Address;
  log: Log;
}): Promise<LocalChain> {
  const folder = join(dataDir, "chain");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const location = { folder: await realpath(folder), operator, log };
  const database = Promise.withResolvers<ChainDatabase>();
  const ready = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  let url = UNREACHABLE_URL;
  const hooks: SessionHooks = {
    database: database.promise,
    signal: stopping.signal,
    stopped: stopped.promise,
    setUrl(found) {
      url = found ?? UNREACHABLE_URL;
      if (found !== undefined) ready.resolve();
    },
  };
  const supervised = superviseAnvil(location, hooks, ready.resolve).catch(ready.reject);
  // `join` reports failures. Unhandled rejections would end the program.
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
      await supervised;
    },
  };
}

/** Runs anvil, or uses the one that another program runs, until stopped. Throws if the first start fails. */
async function superviseAnvil(
  location: ChainLocation,
  hooks: SessionHooks,
  markReady: () => void,
): Promise<void> {
  const { signal } = hooks;
  let failures = 0;
  let rounds = 0;
  while (!signal.aborted) {
    const start = performance.now();
    try {
      const end = await runOrShareAnvil(location, hooks, rounds++ === 0);
      if (signal.aborted) return;
      if (end !== "ENDED") {
        if (end === "ELSEWHERE") markReady();
        await sleepUnlessAborted(POLL_MS[end], signal);
        continue;
      }
      failures = performance.now() - start > STABLE_AFTER_MS ? 0 : failures + 1;
    } catch (error) {
      if (signal.aborted) return;
      if (rounds === 1) throw error;
      failures++;
      location.log.warn({ err: error }, "the local chain does not start; retrying");
    }
    await sleepUnlessAborted(
      RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0,
      signal,
    );
  }
}

async function runOrShareAnvil(
  location: ChainLocation,
  hooks: SessionHooks,
  isFirst: boolean,
): Promise<SessionEnd> {
  const folderLock = lockFolder(location.folder);
  if (folderLock === undefined) {
    hooks.setUrl((await findRunningAnvil(location.folder))?.url);
    return "SHARED";
  }
  try {
    const acquiring = hooks.database.then(({ url }) => acquireChainLock(url, hooks.signal));
    // It may fail before anything awaits it.
    acquiring.catch(() => undefined);
    // The first time, anvil starts while the database still does, which takes longer.
    if (!isFirst) {
      const lock = await acquiring.catch((error: unknown) => {
        location.log.debug({ err: error }, "the local chain waits for the database");
        return "DATABASE_AWAY" as const;
      });
      if (lock === "DATABASE_AWAY") return lock;
      if (lock === undefined) return "ELSEWHERE";
    }
    return await runAnvil(location, hooks, acquiring);
  } finally {
    hooks.setUrl(undefined);
    folderLock.release();
  }
}

async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
