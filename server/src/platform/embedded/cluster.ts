import { access, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError, systemCode } from "./error.ts";
import type { Runner } from "./owner.ts";

export const ROLE = "wrapsody";

/** Suffix of the directory in which initdb works, followed by a random part. */
const UNFINISHED = ".unfinished-";

/**
 * Character classes of pg_trgm and of text search come from the C library's locale, not from the collation
 * provider: under plain "C" every letter outside ASCII would drop out of a search. Names differ by system.
 */
const CHARACTER_LOCALES = ["C.UTF-8", "en_US.UTF-8", "C"];

/** Whether initdb has finished: a cluster gets its name only then. */
export async function clusterExists(cluster: string): Promise<boolean> {
  try {
    await access(join(cluster, "PG_VERSION"));
    return true;
  } catch (error) {
    // A cluster that we may not read still exists.
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const others = await readdir(cluster).catch(() => []);
  if (others.length === 0) return false;
  throw new EmbeddedPostgresError(
    `The folder ${cluster} contains files but no complete database (PG_VERSION is missing). Restore it from a backup, or move it away to start with an empty database.`,
  );
}

/**
 * Removes the remains of an interrupted initdb. One that is still running then fails for lack of its
 * directory.
 */
export async function removeLeftovers(cluster: string): Promise<void> {
  const names = await readdir(dirname(cluster));
  for (const name of names.filter((name) => name.startsWith(`${basename(cluster)}${UNFINISHED}`))) {
    await removeFolder(join(dirname(cluster), name));
  }
}

export async function createCluster(
  cluster: string,
  {
    binaries,
    runner,
    password,
    sync,
  }: { binaries: Binaries; runner: Runner; password: string; sync: boolean },
): Promise<void> {
  const workshop = await mkdtemp(`${cluster}${UNFINISHED}`);
  const unfinished = join(workshop, "cluster");
  const passwordFile = join(workshop, "password");
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    await runner.give(workshop);
    await initializeCluster(unfinished, passwordFile, sync, { binaries, runner });
    await rename(unfinished, cluster);
    await syncFolder(dirname(cluster));
  } finally {
    await removeFolder(workshop);
  }
}

/** Sets the role's password without the old one. The server must not run. */
export async function resetPassword(
  cluster: string,
  { binaries, runner, password }: { binaries: Binaries; runner: Runner; password: string },
): Promise<void> {
  const statement = `ALTER ROLE ${ROLE} PASSWORD '${password}'\n`;
  await runProgram(
    runner,
    binaries.postgres,
    ["--single", "-D", cluster, "-c", "exit_on_error=on", "postgres"],
    statement,
  );
}

async function initializeCluster(
  folder: string,
  passwordFile: string,
  sync: boolean,
  { binaries, runner }: { binaries: Binaries; runner: Runner },
): Promise<void> {
  const args = [
    ...["-D", folder, "--no-instructions", `--username=${ROLE}`, `--pwfile=${passwordFile}`],
    ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"],
    ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ...(sync ? [] : ["--no-sync"]),
  ];
  for (const [position, locale] of CHARACTER_LOCALES.entries()) {
    try {
      return await runProgram(runner, binaries.initdb, [...args, `--lc-ctype=${locale}`]);
    } catch (error) {
      const unknown = error instanceof Error && /invalid locale name/.test(error.message);
      if (!unknown || position === CHARACTER_LOCALES.length - 1) throw error;
    }
  }
}

/** Runs a program to its end. Its output becomes the error message if it fails. */
async function runProgram(runner: Runner, program: string, args: string[], input = ""): Promise<void> {
  const child = runner.run(program, args, { cwd: "/", stdio: "pipe" });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // A program that fails early closes its input before it is written.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  child.stdout?.resume();
  const output = child.stderr === null ? "" : text(child.stderr);
  const code = await ended;
  if (code !== 0) throw new Error((await output).trim() || `${program} ended with code ${code}`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
