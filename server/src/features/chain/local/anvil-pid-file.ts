import { execFile } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { isAlive } from "../../../platform/embedded/postmaster.ts";
import { writeFileAtomic } from "./data-folder.ts";

const pidFileContent = z.object({
  pid: z.number().int(),
  /** URL, once the chain is ready. */
  url: z.string().optional(),
});
type RunningAnvil = z.output<typeof pidFileContent>;

const pidFilePath = (folder: string) => join(folder, "anvil.json");

export async function writePidFile(folder: string, anvil: RunningAnvil): Promise<void> {
  await writeFileAtomic(pidFilePath(folder), Buffer.from(`${JSON.stringify(anvil)}\n`));
}

export async function removePidFile(folder: string): Promise<void> {
  await rm(pidFilePath(folder), { force: true });
}

/** Finds the anvil that runs in a folder, whichever program started it. */
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

/** Checks that the process is an anvil with this working directory, because process ids are reused. */
async function isAnvilIn(pid: number, folder: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if (process.platform === "linux") {
    const [program, at] = await Promise.all(
      ["exe", "cwd"].map((link) => readlink(`/proc/${pid}/${link}`).catch(() => "")),
    );
    // Linux marks a binary that was reinstalled meanwhile as deleted.
    return /^anvil( \(deleted\))?$/.test(basename(program ?? "")) && at === folder;
  }
  const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return /anvil .*--no-request-size-limit/.test(stdout);
}
