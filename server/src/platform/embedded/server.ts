import type { ChildProcess } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { removeSockets, socketFolder } from "./database.ts";
import type { Runner } from "./owner.ts";
import { findPort } from "./port.ts";
import { readPostmasterFile } from "./postmaster.ts";

/** Settings for one small machine that also runs the program itself. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: "128MB",
  max_connections: "100",
  jit: "off",
  random_page_cost: "1.1",
  max_wal_size: "512MB",
  logging_collector: "off",
  log_checkpoints: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};

const LOG_LIMIT = 10 * 1024 * 1024;
const POLL_MS = 20;
/** Crash recovery reads the whole write-ahead log, which can take minutes on a slow disk. */
const START_LIMIT_MS = 300_000;
/** Children of a killed server notice within moments and release its shared memory. */
const LEFTOVER_LIMIT_MS = 60_000;

const PORT_TAKEN = /could not create any TCP\/IP sockets|Address already in use/;
const OLD_SERVER = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;

interface Launch {
  cluster: string;
  logFile: string;
  binaries: Binaries;
  runner: Runner;
  settings: Record<string, string>;
  port: number | undefined;
}

interface Server {
  child: ChildProcess;
  pid: number;
  port: number;
}

/** Starts the server and waits until it accepts connections. */
export async function launchServer(launch: Launch): Promise<Server> {
  await turnLog(launch.logFile);
  await removeSockets(launch.cluster);
  const deadline = performance.now() + LEFTOVER_LIMIT_MS;
  let preferred = launch.port;
  for (;;) {
    const port = await findPort(preferred);
    const started = await tryLaunch(launch, port);
    if ("server" in started) return started.server;
    const isRetryable = PORT_TAKEN.test(started.errorOutput) || OLD_SERVER.test(started.errorOutput);
    if (!isRetryable || performance.now() > deadline) throw new Error(started.errorOutput);
    if (PORT_TAKEN.test(started.errorOutput)) preferred = undefined;
    await sleep(200);
  }
}

async function tryLaunch(
  launch: Launch,
  port: number,
): Promise<{ server: Server } | { errorOutput: string }> {
  const log = await open(launch.logFile, "a", 0o600);
  const { size } = await log.stat();
  const options = { ...SETTINGS, ...launch.settings, ...addressSettings(launch.cluster), port: String(port) };
  const args = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A separate process group: Ctrl-C in the terminal reaches only the program, which then stops the server.
  const child = launch.runner.run(launch.binaries.postgres, ["-D", launch.cluster, ...args], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  child.unref();
  await log.close();
  if (child.pid !== undefined && (await becomesReady(child, launch.cluster))) {
    return { server: { child, pid: child.pid, port } };
  }
  if (failure !== undefined) throw failure;
  const output = (await readFile(launch.logFile)).subarray(size).toString("utf8").trim();
  return { errorOutput: output || `${launch.binaries.postgres} ended with code ${child.exitCode}` };
}

/** Returns settings that cannot be overridden: they keep the server on this machine and out of shared directories. */
function addressSettings(cluster: string): Record<string, string> {
  const folder = socketFolder(cluster);
  // PostgreSQL reads a list, in which quotes protect commas.
  const quoted = folder === undefined ? "" : `"${folder.replaceAll('"', '""')}"`;
  return { listen_addresses: "127.0.0.1", unix_socket_directories: quoted };
}

async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.status === "ready") return true;
    if (performance.now() > deadline) child.kill("SIGQUIT");
    await sleep(POLL_MS);
  }
  return false;
}

/** Rotates the log, so that it keeps only the last starts. */
async function turnLog(logFile: string): Promise<void> {
  const present = await stat(logFile).catch(() => undefined);
  if (present !== undefined && present.size > LOG_LIMIT) await rename(logFile, `${logFile}.old`);
}
