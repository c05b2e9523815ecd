import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { endsWithin, isAlive } from "../../../platform/embedded/postmaster.ts";
import { stretchTimeout } from "../../../platform/timeouts.ts";
import { removePidFile, writePidFile } from "./anvil-pid-file.ts";
import { type AnvilRequest, createAnvilRequest } from "./anvil-rpc.ts";

export const LOCAL_CHAIN_ID = 31_337;

/** The local chain cannot run on this machine. The message is for the operator. */
export class LocalChainError extends Error {
  override name = "LocalChainError";
}

/** A running node of the local chain. */
export type Anvil = {
  url: string;
  pid: number;
  request: AnvilRequest;
  /** Resolves when the process has exited, with its signal or exit code. */
  exited: Promise<string>;
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 3_000;

/** Blocks are mined on demand only: an empty one takes 76 kB. */
const ANVIL_OPTIONS = [
  ...["--host", "127.0.0.1", "--port", "0", "--chain-id", String(LOCAL_CHAIN_ID)],
  ...["--accounts", "1", "--hardfork", "prague"],
  // A snapshot is loaded in one request. No CORS: pages of other sites must not call anvil.
  ...["--no-request-size-limit", "--no-cors"],
];

/** Finds anvil's package, as seen from `module`. @throws LocalChainError if it is not installed, as in a production install */
export function requireAnvil(module: string = import.meta.url): NodeJS.Require {
  try {
    return createRequire(createRequire(module).resolve("@foundry-rs/anvil/package.json"));
  } catch (error) {
    throw new LocalChainError(
      "The local chain needs the package @foundry-rs/anvil, which production installs leave out: run npm ci without --omit=dev, or set LOCAL_CHAIN=0.",
      { cause: error },
    );
  }
}

/** Finds anvil's binary. The package's own script is avoided, because it may look for updates. */
function findAnvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const { resolve } = requireAnvil();
  try {
    return resolve(`${name}/bin/anvil`);
  } catch (error) {
    throw new LocalChainError(`The local chain is not available for this machine (${name}).`, {
      cause: error,
    });
  }
}

/**
 * Starts an empty chain on a free loopback port. Its working directory `folder` identifies the process later.
 * @throws LocalChainError if it does not start
 */
export async function startAnvil(folder: string): Promise<Anvil> {
  // Detached, so that Ctrl-C reaches only the program, which saves the chain before it stops it.
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
    // Otherwise anvil prints every call.
    await ask("anvil_setLoggingEnabled", false);
    return { url, pid: child.pid ?? 0, request: ask, exited: ended, stop: () => stopAnvil(child, folder) };
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

/** Waits for anvil to print where it listens. */
async function waitForUrl(child: ChildProcess, ended: Promise<string>): Promise<string> {
  let printed = "";
  const found = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      // Read forever, because anvil blocks once the pipe is full.
      stream?.setEncoding("utf8").on("data", (text: string) => {
        if (printed.length < 4_000) printed += text;
        const [, address] = /Listening on (\S+:\d+)\s/.exec(printed) ?? [];
        if (address !== undefined) resolve(`http://${address}`);
      });
    }
  });
  const late = sleep(stretchTimeout(START_TIMEOUT_MS), "timeout", { ref: false });
  const url = await Promise.race([found, ended.then(() => undefined), late.then(() => undefined)]);
  for (const stream of [child.stdout, child.stderr]) unrefStream(stream);
  if (url !== undefined) return url;
  const reason = await Promise.race([ended, late]);
  throw new LocalChainError(`The local chain does not start: ${lastLine(printed) ?? reason}.`);
}

/** Keeps anvil's output from keeping the event loop alive. */
function unrefStream(stream: unknown): void {
  if (typeof stream !== "object" || stream === null || !("unref" in stream)) return;
  if (typeof stream.unref === "function") stream.unref();
}

function lastLine(printed: string): string | undefined {
  return printed.trim().split("\n").at(-1) || undefined;
}

async function stopAnvil(child: ChildProcess, folder: string): Promise<void> {
  if (child.pid !== undefined) await stopProcess(child.pid);
  await removePidFile(folder);
}

/** Stops an anvil process. */
export async function stopProcess(pid: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!(await isAlive(pid))) return;
    try {
      process.kill(pid, signal);
    } catch {
      // It has exited meanwhile.
    }
    if (await endsWithin(pid, STOP_TIMEOUT_MS)) return;
  }
  throw new LocalChainError(`The local chain (process ${pid}) does not stop.`);
}
