import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../../platform/log.ts";
import type { Anvil } from "./anvil.ts";
import { type Ask, LocalRefusal } from "./ask.ts";
import { writeWhole } from "./whole-file.ts";

const snapshotIn = (folder: string) => join(folder, "state.gz");

/** Milliseconds after a change, within which another may come that belongs to it, and the most that changes wait under load. */
const calm = 200;
const longest = 1_000;
/** A large chain is not written all the time: what is not in the snapshot is sent again from the database. */
const shareOfTime = 10;
const retry = 2_000;

/** Gives a new chain what the last snapshot holds. One that cannot be read is set aside. */
export async function loadSnapshot(folder: string, ask: Ask, log: Log): Promise<void> {
  const path = snapshotIn(folder);
  const state = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (state === undefined) return;
  try {
    await ask("anvil_loadState", `0x${state.toString("hex")}`);
  } catch (error) {
    if (!(error instanceof LocalRefusal)) throw error;
    const aside = `${path}.broken-${Date.now()}`;
    await rename(path, aside);
    log.warn(
      { err: error, aside },
      "the snapshot of the program's own chain cannot be read and was set aside; the chain is built anew from its transactions",
    );
  }
}

/** Writes down what a chain holds now. */
export async function saveSnapshot(folder: string, ask: Ask): Promise<void> {
  const dump = await ask("anvil_dumpState");
  // What is packed begins with the mark of gzip; a node in trouble answers less.
  if (typeof dump !== "string" || !dump.startsWith("0x1f8b"))
    throw new Error("the chain does not tell its state");
  await writeWhole(snapshotIn(folder), Buffer.from(dump.slice(2), "hex"));
}

export type Snapshots = {
  /** Writes what is not written yet, and no more. */
  close(): Promise<void>;
  /** Writes no more, once what is under way has ended. */
  drop(): Promise<void>;
};

/** Writes a snapshot now, and shortly after each block. */
export function keepSnapshots(folder: string, anvil: Pick<Anvil, "url" | "ask">, log: Log): Snapshots {
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
    if (!isClosed) plan(Math.max(Math.min(calm, changedAt + longest - now), notBefore - now, 0));
  };
  const write = async () => {
    if (changedAt === undefined) return;
    changedAt = undefined;
    const start = performance.now();
    await saveSnapshot(folder, anvil.ask);
    notBefore = start + (performance.now() - start) * shareOfTime;
  };
  const writeInTime = () => {
    writing = writing.then(write).catch((error: unknown) => {
      changedAt ??= performance.now();
      if (isClosed) return;
      log.warn({ err: error }, "the program's own chain could not be written down; trying again");
      plan(retry);
    });
  };
  const heads = hearBlocks(anvil.url, changed);
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
function hearBlocks(url: string, heard: () => void): { close(): void } {
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
      timer = setTimeout(open, retry);
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
