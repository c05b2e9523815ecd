import { execFile } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { isAlive } from "../../../platform/embedded/postmaster.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

const pidFileContent = z.object({
  pid: z.number().int(),
  /** Where it listens, once that is known. */
  url: z.string().optional(),
});
export type RunningAnvil = z.output<typeof pidFileContent>;

const pidFilePath = (folder: string) => join(folder, "anvil.json");

export async function writePidFile(folder: string, one: RunningAnvil): Promise<void> {
  await writeFileAtomic(pidFilePath(folder), Buffer.from(`${JSON.stringify(one)}\n`));
}

export async function removePidFile(folder: string): Promise<void> {
  await rm(pidFilePath(folder), { force: true });
}

/** The chain of a folder that runs, whoever started it. */
export async function findRunningAnvil(folder: string): Promise<RunningAnvil | undefined> {
  const text = await readFile(pidFilePath(folder), "utf8").catch(() => "");
  const note = pidFileContent.safeParse(parseJson(text));
  if (!note.success || !(await isAnvilIn(note.data.pid, folder))) return undefined;
  return note.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the process is a chain at work in this very folder, not one that has got the same number since. */
async function isAnvilIn(pid: number, folder: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if (process.platform === "linux") {
    const [program, at] = await Promise.all(
      ["exe", "cwd"].map((link) => readlink(`/proc/${pid}/${link}`).catch(() => "")),
    );
    // A program that was installed anew meanwhile is marked as deleted.
    return /^anvil( \(deleted\))?$/.test(basename(program ?? "")) && at === folder;
  }
  const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return /anvil .*--no-request-size-limit/.test(stdout);
}
