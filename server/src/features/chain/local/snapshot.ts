import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../../platform/log.ts";
import type { Anvil } from "./anvil.ts";
import { type AnvilRequest, AnvilRpcError } from "./anvil-rpc.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

const snapshotPath = (folder: string) => join(folder, "state.gz");

/** Milliseconds after a change, within which another may come that belongs to it, and the most that changes wait under load. */
const DEBOUNCE_MS = 200;
const MAX_DELAY_MS = 1_000;
/** A large chain is not written all the time: what is not in the snapshot is sent again from the database. */
const MIN_PAUSE_FACTOR = 10;
const RETRY_AFTER_MS = 2_000;

/** Gives a new chain what the last snapshot holds. One that cannot be read is set aside. */
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
    const aside = `${path}.broken-${Date.now()}`;
    await rename(path, aside);
    log.warn(
      { err: error, aside },
      "the snapshot of the program's own chain cannot be read and was set aside; the chain is built anew from its transactions",
    );
  }
}

/** Writes down what a chain holds now. */
export async function saveSnapshot(folder: string, ask: AnvilRequest): Promise<void> {
  const dump = await ask("anvil_dumpState");
  // What is packed begins with the mark of gzip; a node in trouble answers less.
  if (typeof dump !== "string" || !dump.startsWith("0x1f8b"))
    throw new Error("the chain does not tell its state");
  await writeFileAtomic(snapshotPath(folder), Buffer.from(dump.slice(2), "hex"));
}

export type Snapshots = {
  /** Writes what is not written yet, and no more. */
  close(): Promise<void>;
  /** Writes no more, once what is under way has ended. */
  drop(): Promise<void>;
};

/** Writes a snapshot now, and shortly after each block. */
export function startSnapshots(folder: string, anvil: Pick<Anvil, "url" | "request">, log: Log): Snapshots {
  let timer: NodeJS.Timeout | undefined;
  let changedAt: number | undefined;
  let notBefore = 0;
  let writing = Promise.resolve();
  let isClosed = false;

  const plan = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(writeInTime, delay);
    timer.unref();
  };
  const changed = () => {
    const now = performance.now();
    changedAt ??= now;
    if (!isClosed) plan(Math.max(Math.min(DEBOUNCE_MS, changedAt + MAX_DELAY_MS - now), notBefore - now, 0));
  };
  const write = async () => {
    if (changedAt === undefined) return;
    changedAt = undefined;
    const start = performance.now();
    await saveSnapshot(folder, anvil.request);
    notBefore = start + (performance.now() - start) * MIN_PAUSE_FACTOR;
  };
  const writeInTime = () => {
    writing = writing.then(write).catch((error: unknown) => {
      changedAt ??= performance.now();
      if (isClosed) return;
      log.warn({ err: error }, "the program's own chain could not be written down; trying again");
      plan(RETRY_AFTER_MS);
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
      await write();
    },
  };
}

/** Calls `heard` for each new block, and after each gap in which there may have been one. */
function subscribeToBlocks(url: string, heard: () => void): { close(): void } {
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const open = () => {
    const opened = new WebSocket(url.replace("http", "ws"));
    socket = opened;
    opened.addEventListener("open", () => {
      opened.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] }));
    });
    // The first is the answer to the subscription.
    opened.addEventListener("message", heard);
    opened.addEventListener("close", () => {
      if (isClosed) return;
      timer = setTimeout(open, RETRY_AFTER_MS);
      timer.unref();
    });
  };
  open();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
