import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readlink, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { systemCode } from "./error.ts";

/** The content of `postmaster.pid`; the status comes last. */
export interface PostmasterFile {
  pid: number;
  port: number;
  status: string;
}

const POLL_MS = 20;

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const content = await readFile(pidPath(cluster), "utf8").catch(() => undefined);
  return content === undefined ? undefined : parsePidFile(content);
}

function parsePidFile(content: string): PostmasterFile {
  const lines = content.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? "" };
}

/**
 * Finds the running server of this cluster whose parent was killed. Removes a file that names a dead or
 * unrelated process, because PostgreSQL would take any living process of the same account for the server and
 * refuse to start.
 */
export async function findPostmaster(cluster: string): Promise<PostmasterFile | undefined> {
  const file = await readPostmasterFile(cluster);
  if (file === undefined) return undefined;
  if (await isPostmaster(file.pid, cluster)) return file;
  await rm(pidPath(cluster), { force: true });
  return undefined;
}

/** Whether the process is PostgreSQL running in this directory, not one that has reused its pid. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const command = await commandOf(pid);
  if (basename(command[0] ?? "") !== "postgres") return false;
  // The working directory follows a directory that was moved; the arguments do not.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined ? command.join(" ").includes(`-D ${cluster} `) : folder === cluster;
}

async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return line.split("\0");
  }
  const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim().split(" ");
}

/** Whether a process runs. A zombie counts as dead. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) !== "EPERM") return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return !/\) [ZX] /.test(stat);
}

/**
 * Tries a fast shutdown first, which disconnects sessions and writes out data, then an immediate one, which
 * requires a recovery.
 */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  limits = { fast: 20_000, immediate: 10_000 },
): Promise<void> {
  if (!(await isPostmaster(pid, cluster))) return;
  sendSignal(pid, "SIGINT");
  if (await endsWithin(pid, limits.fast)) return;
  sendSignal(pid, "SIGQUIT");
  if (await endsWithin(pid, limits.immediate)) return;
  throw new Error(`The PostgreSQL server (process ${pid}) does not stop.`);
}

/** Stops the server without waiting, when the program itself exits. */
export function interruptPostmaster(pid: number, cluster: string): void {
  try {
    if (parsePidFile(readFileSync(pidPath(cluster), "utf8")).pid === pid) sendSignal(pid, "SIGINT");
  } catch {
    // No file: the server has ended already.
  }
}

export async function endsWithin(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (await isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function pidPath(cluster: string): string {
  return join(cluster, "postmaster.pid");
}
