import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import type { Database } from "../../../platform/database.ts";
import type { Log } from "../../../platform/log.ts";
import { type Anvil, endProcess, startAnvil } from "./anvil.ts";
import { findProcess, noteProcess } from "./anvil-process.ts";
import { asking } from "./ask.ts";
import type { Claim } from "./keeper.data.ts";
import { fund, replay } from "./replay.ts";
import { keepSnapshots, loadSnapshot, saveSnapshot } from "./snapshot.ts";

/** `folder` is absolute and holds no symbolic link. */
export type Place = { folder: string; operator: Address; log: Log };

/** Where transactions are kept. */
export type ChainDatabase = { url: string; db: Database };

export type Keeping = {
  database: Promise<ChainDatabase>;
  signal: AbortSignal;
  /** Fulfilled when the signal comes. */
  stopped: Promise<void>;
  /** Where the chain can be used from now on; undefined: nowhere. */
  reach(url: string | undefined): void;
};

/** Milliseconds that what is left of an earlier run gets to tell what it holds. */
const lastWords = 5_000;

/** Runs the chain until it ends or is told to. Without the claim it is not used, and ends at once. */
export async function keepChain(
  place: Place,
  keeping: Keeping,
  claiming: Promise<Claim | undefined>,
): Promise<"ENDED" | "ELSEWHERE"> {
  let anvil: Anvil | undefined;
  try {
    anvil = await openAnvil(place);
    const claim = await claiming;
    if (claim === undefined) {
      place.log.warn(
        "another program on this database runs the chain LOCAL, from another folder: here it cannot be reached",
      );
      return "ELSEWHERE";
    }
    await serve(place, keeping, anvil, claim);
    return "ENDED";
  } finally {
    await anvil?.stop();
    await claiming.then((claim) => claim?.release()).catch(() => undefined);
  }
}

async function serve(
  { folder, log }: Place,
  { database, stopped, reach }: Keeping,
  anvil: Anvil,
  claim: Claim,
): Promise<void> {
  const { ask, pid, url } = anvil;
  const sent = await replay(ask, (await database).db, log);
  if (sent > 0) log.info({ transactions: sent }, "the program's own chain was given again what it had lost");
  // Not before it holds everything: from now on others use it, and may write down what they find in it.
  await noteProcess(folder, { pid, url });
  const snapshots = keepSnapshots(folder, anvil, log);
  reach(url);
  const death = await Promise.race([anvil.ended, claim.lost, stopped]);
  reach(undefined);
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
async function openAnvil({ folder, operator, log }: Place): Promise<Anvil> {
  await endOrphan(folder, log);
  const anvil = await startAnvil(folder);
  try {
    await loadSnapshot(folder, anvil.ask, log);
    await fund(anvil.ask, operator);
    return anvil;
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/** A chain that an earlier run left behind holds what came since its last snapshot. */
async function endOrphan(folder: string, log: Log): Promise<void> {
  const orphan = await findProcess(folder);
  if (orphan === undefined) return;
  const saved = orphan.url === undefined ? undefined : saveSnapshot(folder, asking(orphan.url));
  const told = saved?.catch((error: unknown) => {
    log.debug({ err: error }, "the chain of an earlier run does not tell what it holds");
  });
  await Promise.race([told, sleep(lastWords, undefined, { ref: false })]);
  await endProcess(orphan.pid);
  await told;
  log.info(`stopped the chain that an earlier run had left behind (process ${orphan.pid})`);
}
