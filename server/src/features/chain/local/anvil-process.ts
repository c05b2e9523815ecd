import { execFile } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { isAlive } from "../../../platform/embedded/postmaster.ts";
import { writeWhole } from "./whole-file.ts";

const noted = z.object({
  pid: z.number().int(),
  /** Where it listens, once that is known. */
  url: z.string().optional(),
});
export type NotedProcess = z.output<typeof noted>;

const noteIn = (folder: string) => join(folder, "anvil.json");

export async function noteProcess(folder: string, one: NotedProcess): Promise<void> {
  await writeWhole(noteIn(folder), Buffer.from(`${JSON.stringify(one)}\n`));
}

export async function forgetProcess(folder: string): Promise<void> {
  await rm(noteIn(folder), { force: true });
}

/** The chain of a folder that runs, whoever started it. */
export async function findProcess(folder: string): Promise<NotedProcess | undefined> {
  const text = await readFile(noteIn(folder), "utf8").catch(() => "");
  const note = noted.safeParse(parsed(text));
  if (!note.success || !(await isOurs(note.data.pid, folder))) return undefined;
  return note.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the process is a chain at work in this very folder, not one that has got the same number since. */
async function isOurs(pid: number, folder: string): Promise<boolean> {
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
