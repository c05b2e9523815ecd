import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../../platform/log.ts";
import type { Anvil } from "./anvil.ts";
import { type AnvilRequest, AnvilRpcError } from "./anvil-rpc.ts";
import { writeFileAtomic } from "./data-folder.ts";

const snapshotPath = (folder: string) => join(folder, "state.gz");

/** Time after a block for further blocks to follow, and the longest time a block waits for its snapshot under load. */
const DEBOUNCE_MS = 200;
const MAX_DELAY_MS = 1_000;
/** A snapshot is followed by a pause this many times as long as writing it took. What is missing from it is replayed from the database. */
const MIN_PAUSE_FACTOR = 10;
const RETRY_AFTER_MS = 2_000;

/** Loads the last snapshot into an empty chain. Renames a snapshot that cannot be read. */
export async function loadSnapshot(folder: string, ask: AnvilRequest, log: Log): Promise<void> {
  const path = snapshotPath(folder);
  const state = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (state === undefined) return;
  try {
    await ask("anvil_loadState", `0x${state.toString("hex")}`);
  } catch (error) {
    if (!(error instanceof AnvilRpcError)) throw error;
    const renamed = `${path}.broken-${Date.now()}`;
    await rename(path, renamed);
    log.warn(
      { err: error, renamed },
      "the local chain's snapshot is unreadable and was renamed; the chain is rebuilt from its transactions",
    );
  }
}

/** Saves the current state of a chain. */
export async function saveSnapshot(folder: string, ask: AnvilRequest): Promise<void> {
  const dump = await ask("anvil_dumpState");
  // Starts with the magic bytes of gzip, unless anvil is in trouble.
  if (typeof dump !== "string" || !dump.startsWith("0x1f8b")) throw new Error("anvil returned no state");
  await writeFileAtomic(snapshotPath(folder), Buffer.from(dump.slice(2), "hex"));
}

type Snapshots = {
  /** Saves pending changes, then stops. */
  close(): Promise<void>;
  /** Stops without saving, after a write in progress has ended. */
  drop(): Promise<void>;
};

/** Saves a snapshot now, and shortly after each block. */
export function startSnapshots(folder: string, anvil: Pick<Anvil, "url" | "request">, log: Log): Snapshots {
  let timer: NodeJS.Timeout | undefined;
  let changedAt: number | undefined;
  let notBefore = 0;
  let writing = Promise.resolve();
  let isClosed = false;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(writeInTime, delay);
    timer.unref();
  };
  const changed = () => {
    const now = performance.now();
    changedAt ??= now;
    if (!isClosed)
      schedule(Math.max(Math.min(DEBOUNCE_MS, changedAt + MAX_DELAY_MS - now), notBefore - now, 0));
  };
  const writeSnapshot = async () => {
    if (changedAt === undefined) return;
    changedAt = undefined;
    const start = performance.now();
    await saveSnapshot(folder, anvil.request);
    notBefore = start + (performance.now() - start) * MIN_PAUSE_FACTOR;
  };
  const writeInTime = () => {
    writing = writing.then(writeSnapshot).catch((error: unknown) => {
      changedAt ??= performance.now();
      if (isClosed) return;
      log.warn({ err: error }, "saving the local chain failed; retrying");
      schedule(RETRY_AFTER_MS);
    });
  };
  const heads = subscribeToBlocks(anvil.url, changed);
  const drop = async () => {
    isClosed = true;
    clearTimeout(timer);
    heads.close();
    await writing;
  };
  changed();
  return {
    drop,
    async close() {
      await drop();
      await writeSnapshot();
    },
  };
}

/** Calls `onBlock` for each new block, and after a reconnect, because blocks may have been missed. */
function subscribeToBlocks(url: string, onBlock: () => void): { close(): void } {
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const connect = () => {
    const opened = new WebSocket(url.replace("http", "ws"));
    socket = opened;
    opened.addEventListener("open", () => {
      opened.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] }));
    });
    // The first message is the response to the subscription.
    opened.addEventListener("message", onBlock);
    opened.addEventListener("close", () => {
      if (isClosed) return;
      timer = setTimeout(connect, RETRY_AFTER_MS);
      timer.unref();
    });
  };
  connect();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
