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

/** `folder` is absolute and holds no symbolic link. */
export type ChainLocation = { folder: string; operator: Address; log: Log };

/** Where transactions are kept. */
export type ChainDatabase = { url: string; db: Database };

export type AnvilSession = {
  database: Promise<ChainDatabase>;
  signal: AbortSignal;
  /** Fulfilled when the signal comes. */
  stopped: Promise<void>;
  /** Where the chain can be used from now on; undefined: nowhere. */
  setUrl(url: string | undefined): void;
};

/** Milliseconds that what is left of an earlier run gets to tell what it holds. */
const ORPHAN_SAVE_TIMEOUT_MS = 5_000;

/** Runs the chain until it ends or is told to. Without the claim it is not used, and ends at once. */
export async function runAnvil(
  place: ChainLocation,
  keeping: AnvilSession,
  claiming: Promise<ChainLock | undefined>,
): Promise<"ENDED" | "ELSEWHERE"> {
  let anvil: Anvil | undefined;
  try {
    anvil = await startRestoredAnvil(place);
    const claim = await claiming;
    if (claim === undefined) {
      place.log.warn(
        "another program on this database runs the chain LOCAL, from another folder: here it cannot be reached",
      );
      return "ELSEWHERE";
    }
    await serveUntilExit(place, keeping, anvil, claim);
    return "ENDED";
  } finally {
    await anvil?.stop();
    await claiming.then((claim) => claim?.release()).catch(() => undefined);
  }
}

async function serveUntilExit(
  { folder, log }: ChainLocation,
  { database, stopped, setUrl }: AnvilSession,
  anvil: Anvil,
  claim: ChainLock,
): Promise<void> {
  const { request, pid, url } = anvil;
  const sent = await replayTransactions(request, (await database).db, log);
  if (sent > 0) log.info({ transactions: sent }, "the program's own chain was given again what it had lost");
  // Not before it holds everything: from now on others use it, and may write down what they find in it.
  await writePidFile(folder, { pid, url });
  const snapshots = startSnapshots(folder, anvil, log);
  setUrl(url);
  const death = await Promise.race([anvil.exited, claim.lost, stopped]);
  setUrl(undefined);
  if (typeof death === "string") {
    await snapshots.drop();
    log.warn(`the program's own chain has ended by itself (${death}); starting it again`);
    return;
  }
  await snapshots.close().catch((error: unknown) => {
    log.warn({ err: error }, "the program's own chain was not written down at its end");
  });
}

/** A chain with what the last one held. */
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

/** A chain that an earlier run left behind holds what came since its last snapshot. */
async function stopOrphan(folder: string, log: Log): Promise<void> {
  const orphan = await findRunningAnvil(folder);
  if (orphan === undefined) return;
  const saved = orphan.url === undefined ? undefined : saveSnapshot(folder, createAnvilRequest(orphan.url));
  const told = saved?.catch((error: unknown) => {
    log.debug({ err: error }, "the chain of an earlier run does not tell what it holds");
  });
  await Promise.race([told, sleep(ORPHAN_SAVE_TIMEOUT_MS, undefined, { ref: false })]);
  await stopProcess(orphan.pid);
  await told;
  log.info(`stopped the chain that an earlier run had left behind (process ${orphan.pid})`);
}
