import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, lchown, readdir, readFile, stat } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./error.ts";

/** The account that owns the cluster and runs the server. PostgreSQL refuses to run as root. */
interface Owner {
  uid: number;
  gid: number;
}

/** Runs PostgreSQL's programs under the account that owns the cluster. */
export interface Runner {
  run(program: string, args: string[], options: SpawnOptions): ChildProcess;
  /** Gives a file or directory that this process created to that account. */
  give(path: string): Promise<void>;
}

/** Accounts that can own the cluster under root, best first: initdb needs one that is in /etc/passwd. */
const ACCOUNTS = ["postgres", "nobody"];

/**
 * Excludes the shell's PG* variables, which would affect the server. The C locale keeps its messages
 * parseable.
 */
const ENVIRONMENT = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export async function chooseRunner(cluster: string, binaries: Binaries): Promise<Runner> {
  if (process.getuid?.() !== 0) {
    return {
      run: (program, args, options) => spawn(program, args, { ...options, env: ENVIRONMENT }),
      give: async () => undefined,
    };
  }
  const owner = await chooseOwner(cluster);
  const prefix = await traversal(owner, cluster, binaries);
  return {
    run: (program, args, options) => runAs(owner, prefix, program, args, options),
    give: (path) => giveTo(owner, path),
  };
}

function runAs(owner: Owner, prefix: string[], program: string, args: string[], options: SpawnOptions) {
  const [outer, ...rest] = prefix;
  if (outer !== undefined) return spawn(outer, [...rest, program, ...args], { ...options, env: ENVIRONMENT });
  return spawn(program, args, { ...options, ...owner, env: ENVIRONMENT });
}

/**
 * Returns the owner of an existing cluster. A cluster that root owns (copied or unpacked by root) or a new
 * one gets the best available account.
 */
async function chooseOwner(cluster: string): Promise<Owner> {
  const present = await stat(cluster).catch(() => undefined);
  if (present !== undefined && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  const passwd = (await readFile("/etc/passwd", "utf8").catch(() => ""))
    .split("\n")
    .map((line) => line.split(":"));
  for (const account of ACCOUNTS) {
    const entry = passwd.find(([name]) => name === account);
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" to run it. Start the program as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * Returns the command prefix that lets the account reach its files; empty if it can already. In a directory
 * that only root may enter (/root), the server keeps the one capability that it needs.
 */
async function traversal(owner: Owner, cluster: string, binaries: Binaries): Promise<string[]> {
  const executable = await mayExecute(owner, binaries.postgres);
  const folders = [dirname(cluster), dirname(binaries.postgres)];
  const closed = (await Promise.all(folders.map((folder) => closedAncestor(owner, folder)))).find(Boolean);
  if (executable && closed === undefined) return [];
  const setpriv = await findProgram("setpriv");
  if (setpriv === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the account that runs it instead cannot enter ${closed ?? binaries.postgres}. Open that folder (chmod o+x), install util-linux (setpriv), or set DATA_DIR to a folder outside it.`,
    );
  }
  const capability = executable && (await maySearch()) ? "+dac_read_search" : "+dac_override";
  return [
    ...[setpriv, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"],
    ...[`--inh-caps=${capability}`, `--ambient-caps=${capability}`],
    // PostgreSQL checks its files with access(), which ignores capabilities without this.
    ...["--securebits=+no_setuid_fixup", "--"],
  ];
}

/** Whether root can pass on CAP_DAC_READ_SEARCH; containers often have only the broader CAP_DAC_OVERRIDE. */
async function maySearch(): Promise<boolean> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0";
  return (BigInt(`0x${effective}`) & 4n) !== 0n;
}

async function closedAncestor(owner: Owner, folder: string): Promise<string | undefined> {
  const parent = dirname(folder);
  const above = parent === folder ? undefined : await closedAncestor(owner, parent);
  return above ?? ((await mayExecute(owner, folder)) ? undefined : folder);
}

/** Whether the account may execute a file or enter a directory. */
async function mayExecute(owner: Owner, path: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0;
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of [...ENVIRONMENT.PATH.split(delimiter), "/usr/bin", "/bin"]) {
    const path = join(folder, name);
    const isExecutable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return path;
  }
  return undefined;
}

async function giveTo(owner: Owner, path: string): Promise<void> {
  const present = await stat(path);
  if (present.uid === owner.uid) return;
  const entries = present.isDirectory() ? await readdir(path, { recursive: true }) : [];
  for (const entry of entries) await lchown(join(path, entry), owner.uid, owner.gid);
  // Last, so that an interrupted change of owner is repeated on the next start.
  await lchown(path, owner.uid, owner.gid);
}
