import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import type { Database } from "../../../platform/database/database.ts";
import type { Log } from "../../../platform/log.ts";
import { type Anvil, startAnvil, stopProcess } from "./anvil.ts";
import { findRunningAnvil, writePidFile } from "./anvil-pid-file.ts";
import { createAnvilRequest } from "./anvil-rpc.ts";
import type { ChainLock } from "./chain-lock.data.ts";
import { fund, replayTransactions } from "./replay.ts";
import { loadSnapshot, saveSnapshot, startSnapshots } from "./snapshot.ts";

/** `folder` is absolute and holds no symbolic links. */
export type ChainLocation = { folder: string; operator: Address; log: Log };

/** The database that stores the chain's transactions. */
export type ChainDatabase = { url: string; db: Database };

export type SessionHooks = {
  database: Promise<ChainDatabase>;
  signal: AbortSignal;
  /** Resolves when the signal is aborted. */
  stopped: Promise<void>;
  /** Publishes where the chain is reachable from now on. Undefined: nowhere. */
  setUrl(url: string | undefined): void;
};

/** Time for an orphaned anvil to save its state. */
const ORPHAN_SAVE_TIMEOUT_MS = 5_000;

/** Runs anvil until it exits or is stopped. Without the lock it is not used, and is stopped immediately. */
export async function runAnvil(
  location: ChainLocation,
  hooks: SessionHooks,
  acquiring: Promise<ChainLock | undefined>,
): Promise<"ENDED" | "ELSEWHERE"> {
  let anvil: Anvil | undefined;
  try {
    anvil = await startRestoredAnvil(location);
    const lock = await acquiring;
    if (lock === undefined) {
      location.log.warn(
        "another program on this database runs the network LOCAL from another folder; it is unreachable from here",
      );
      return "ELSEWHERE";
    }
    await serveUntilExit(location, hooks, anvil, lock);
    return "ENDED";
  } finally {
    await anvil?.stop();
    await acquiring.then((lock) => lock?.release()).catch(() => undefined);
  }
}

async function serveUntilExit(
  { folder, log }: ChainLocation,
  { database, stopped, setUrl }: SessionHooks,
  anvil: Anvil,
  lock: ChainLock,
): Promise<void> {
  const { request, pid, url } = anvil;
  const replayed = await replayTransactions(request, (await database).db, log);
  if (replayed > 0) log.info({ transactions: replayed }, "lost transactions replayed on the local chain");
  // Only once the state is complete: from here on other programs use the chain and store what they find on it.
  await writePidFile(folder, { pid, url });
  const snapshots = startSnapshots(folder, anvil, log);
  setUrl(url);
  const exit = await Promise.race([anvil.exited, lock.lost, stopped]);
  setUrl(undefined);
  if (typeof exit === "string") {
    await snapshots.drop();
    log.warn(`the local chain exited (${exit}); restarting it`);
    return;
  }
  await snapshots.close().catch((error: unknown) => {
    log.warn({ err: error }, "the last snapshot of the local chain failed");
  });
}

/** Starts anvil with the state of the last snapshot. */
async function startRestoredAnvil({ folder, operator, log }: ChainLocation): Promise<Anvil> {
  await stopOrphan(folder, log);
  const anvil = await startAnvil(folder);
  try {
    await loadSnapshot(folder, anvil.request, log);
    await fund(anvil.request, operator);
    return anvil;
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/** Stops an anvil that an earlier run left behind, after saving what it holds beyond the last snapshot. */
async function stopOrphan(folder: string, log: Log): Promise<void> {
  const orphan = await findRunningAnvil(folder);
  if (orphan === undefined) return;
  const { pid, url } = orphan;
  const saving = url === undefined ? undefined : saveSnapshot(folder, createAnvilRequest(url));
  const saved = saving?.catch((error: unknown) => {
    log.debug({ err: error }, "an orphaned local chain could not be saved");
  });
  await Promise.race([saved, sleep(ORPHAN_SAVE_TIMEOUT_MS, undefined, { ref: false })]);
  await stopProcess(pid);
  await saved;
  log.info(`stopped a local chain that an earlier run left behind (process ${pid})`);
}
