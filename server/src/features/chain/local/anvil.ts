import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { endsWithin, isAlive } from "../../../platform/embedded/postmaster.ts";
import { removePidFile, writePidFile } from "./anvil-pid-file.ts";
import { type AnvilRequest, createAnvilRequest } from "./anvil-rpc.ts";

export const LOCAL_CHAIN_ID = 31_337;

/** The chain cannot be run on this machine. The message is for the person who starts the program. */
export class LocalChainError extends Error {
  override name = "LocalChainError";
}

/** A running node of the program's own chain. */
export type Anvil = {
  url: string;
  pid: number;
  request: AnvilRequest;
  /** Fulfilled when it has ended, however; says how. */
  exited: Promise<string>;
  stop(): Promise<void>;
};

/** Milliseconds. */
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 3_000;

/** Blocks are mined when there is something to put in, and never else: an empty one costs 76 kB. */
const ANVIL_OPTIONS = [
  ...["--host", "127.0.0.1", "--port", "0", "--chain-id", String(LOCAL_CHAIN_ID)],
  ...["--accounts", "1", "--hardfork", "prague"],
  // A snapshot comes back in one request. Pages of other sites have no business here.
  ...["--no-request-size-limit", "--no-cors"],
];

/** The program itself: its package starts it through a script that may look for a newer one. */
function findAnvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  try {
    const { resolve } = createRequire(
      createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"),
    );
    return resolve(`${name}/bin/anvil`);
  } catch (error) {
    throw new LocalChainError(`No chain is installed for this machine (${name}).`, { cause: error });
  }
}

/**
 * Starts an empty chain on a free port of this machine. Its working directory is `folder`, by which it is known again.
 * @throws LocalChainError when it does not start
 */
export async function startAnvil(folder: string): Promise<Anvil> {
  // A session of its own: Ctrl-C in the terminal is for the program, which then stops it in its turn.
  const child = spawn(findAnvilBinary(), ANVIL_OPTIONS, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", NO_COLOR: "1" },
  });
  child.unref();
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = waitForExit(child);
  void ended.then(() => process.off("exit", kill));
  try {
    if (child.pid !== undefined) await writePidFile(folder, { pid: child.pid });
    const url = await waitForUrl(child, ended);
    const ask = createAnvilRequest(url);
    // It would go on naming every call, to nobody.
    await ask("anvil_setLoggingEnabled", false);
    return { url, pid: child.pid ?? 0, request: ask, exited: ended, stop: () => stop(child, folder) };
  } catch (error) {
    kill();
    throw error;
  }
}

function waitForExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

/** It prints where it listens. */
async function waitForUrl(child: ChildProcess, ended: Promise<string>): Promise<string> {
  let printed = "";
  const found = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      // Read on for good, or it stops when the pipe is full.
      stream?.setEncoding("utf8").on("data", (text: string) => {
        if (printed.length < 4_000) printed += text;
        const [, address] = /Listening on (\S+:\d+)\s/.exec(printed) ?? [];
        if (address !== undefined) resolve(`http://${address}`);
      });
    }
  });
  const late = sleep(START_TIMEOUT_MS, "it takes too long", { ref: false });
  const url = await Promise.race([found, ended.then(() => undefined), late.then(() => undefined)]);
  for (const stream of [child.stdout, child.stderr]) unrefStream(stream);
  if (url !== undefined) return url;
  const reason = await Promise.race([ended, late]);
  throw new LocalChainError(`The chain does not start: ${lastLine(printed) ?? reason}.`);
}

/** A program that has nothing else to do is not kept running by what its chain might say. */
function unrefStream(stream: unknown): void {
  if (typeof stream !== "object" || stream === null || !("unref" in stream)) return;
  if (typeof stream.unref === "function") stream.unref();
}

function lastLine(printed: string): string | undefined {
  return printed.trim().split("\n").at(-1) || undefined;
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.pid !== undefined) await stopProcess(child.pid);
  await removePidFile(folder);
}

/** Ends a process that is known to be a chain of ours. */
export async function stopProcess(pid: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!(await isAlive(pid))) return;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in the meantime.
    }
    if (await endsWithin(pid, STOP_TIMEOUT_MS)) return;
  }
  throw new LocalChainError(`The chain (process ${pid}) does not stop.`);
}
