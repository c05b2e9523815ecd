import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { findBinaries } from "./binaries.ts";
import { clusterExists, createCluster } from "./cluster.ts";
import { chooseRunner } from "./owner.ts";
import { findPort } from "./port.ts";
import { startPostgres } from "./postgres.ts";
import { endsWithin, isAlive, readPostmasterFile, stopPostmaster } from "./postmaster.ts";

/** Test data need not survive a power failure. */
const settings = { fsync: "off" };
const asRoot = process.getuid?.() === 0;
const folders: string[] = [];
let dataDir: string;

vi.setConfig({ testTimeout: 240_000 });

beforeAll(async () => {
  dataDir = await freshFolder();
});

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe("a data directory's PostgreSQL", () => {
  it("is created on the first start and keeps its rows, port and password", async () => {
    // Synced to disk, like the program itself.
    const postgres = await startPostgres({ dataDir });
    await postgres.stop();
    await keepPort(postgres.port, await quietPort());
    const first = await startPostgres({ dataDir });
    await queryValue(first.url, "CREATE TABLE kept AS SELECT 'Ærøskøbing' AS song");
    await first.stop();
    expect(await isAlive(first.pid)).toBe(false);

    const second = await startPostgres({ dataDir });
    onTestFinished(second.stop);
    expect(second.url).toBe(first.url);
    expect(second.reused).toBe(false);
    expect(await queryValue(second.url, "SELECT song FROM kept")).toBe("Ærøskøbing");
    expect(await queryValue(second.url, "SHOW fsync")).toBe("on");
  });

  it("sorts every script and has the search extensions", async () => {
    const { url, stop } = await startPostgres({ dataDir, settings });
    onTestFinished(stop);
    expect(await queryValue(url, "SHOW server_encoding")).toBe("UTF8");
    expect(await queryValue(url, "SELECT upper('ünï łódź привет')")).toBe("ÜNÏ ŁÓDŹ ПРИВЕТ");
    await queryValue(url, "CREATE EXTENSION pg_trgm");
    await queryValue(url, "CREATE EXTENSION unaccent");
    expect(await queryValue(url, "SELECT similarity('привет', 'привед')::float8")).toBeGreaterThan(0.4);
    expect(await queryValue(url, "SELECT unaccent('Łódź Ærø')")).toBe("Lodz AEro");
    expect(await queryValue(url, "SELECT 'ä' < 'z' COLLATE \"und-x-icu\"")).toBe(true);
  });

  it("accepts no one without the password, which only its account can read", async () => {
    const { url, stop } = await startPostgres({ dataDir, settings });
    onTestFinished(stop);
    const stranger = new URL(url);
    stranger.password = "guessed";
    await expect(queryValue(stranger.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
    expect((await stat(join(dataDir, "postgres.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
    expect(await queryValue(url, "SHOW listen_addresses")).toBe("127.0.0.1");
    expect(await queryValue(url, "SHOW unix_socket_directories")).toBe(`"${join(dataDir, "postgres")}"`);
  });

  it("is reached through its Unix socket, or by TCP if the path is too long or the socket is gone", async () => {
    const postgres = await startPostgres({ dataDir, settings });
    expect(await queryValue(postgres.url, "SELECT inet_server_port()")).toBeNull();
    await postgres.stop();
    const distant = join(await freshFolder(), "long name ".repeat(10));
    const { url, port, stop } = await startPostgres({ dataDir: distant, settings });
    onTestFinished(stop);
    expect(await queryValue(url, "SELECT inet_server_port()")).toBe(port);

    const killed = await program(dataDir);
    await kill(killed.child);
    for (const name of await socketsOf(dataDir)) await rm(name);
    const heir = await startPostgres({ dataDir, settings });
    onTestFinished(heir.stop);
    expect(heir).toMatchObject({ reused: true, pid: killed.answer.pid });
    expect(await queryValue(heir.url, "SELECT inet_server_port()")).toBe(heir.port);
  });

  it("uses another port if its last one is taken", async () => {
    const before = await startPostgres({ dataDir, settings });
    await before.stop();
    const stranger = createServer().listen(before.port, "127.0.0.1");
    await once(stranger, "listening");
    onTestFinished(() => void stranger.close());
    const after = await startPostgres({ dataDir, settings });
    onTestFinished(after.stop);
    expect(after.port).not.toBe(before.port);
    expect(await queryValue(after.url, "SELECT song FROM kept")).toBe("Ærøskøbing");
  });

  it("refuses a second program without affecting the first", async () => {
    const first = await startPostgres({ dataDir, settings });
    onTestFinished(first.stop);
    const refusal = {
      name: "EmbeddedPostgresError",
      message: expect.stringContaining(`process ${process.pid}`),
    };
    await expect(startPostgres({ dataDir, settings })).rejects.toMatchObject(refusal);
    const second = await program(dataDir);
    expect(second.answer).toMatchObject(refusal);
    expect(await queryValue(first.url, "SELECT song FROM kept")).toBe("Ærøskøbing");
  });

  it("creates a new password if the password file is lost", async () => {
    const before = await startPostgres({ dataDir, settings });
    await before.stop();
    await rm(join(dataDir, "postgres.json"));
    const after = await startPostgres({ dataDir, settings });
    onTestFinished(after.stop);
    expect(new URL(after.url).password).not.toBe(new URL(before.url).password);
    expect(await queryValue(after.url, "SELECT song FROM kept")).toBe("Ærøskøbing");
  });

  it("explains what to do if the stored password is wrong", async () => {
    const file = join(dataDir, "postgres.json");
    const stored = await readFile(file, "utf8");
    await writeFile(file, JSON.stringify({ ...JSON.parse(stored), password: "another" }));
    await expect(startPostgres({ dataDir, settings })).rejects.toThrow(
      /rejects the password in postgres\.json/,
    );
    expect(await readPostmasterFile(join(dataDir, "postgres"))).toBeUndefined();
    await writeFile(file, stored);
  });

  it("removes the remains of an interrupted creation", async () => {
    await mkdir(join(dataDir, "postgres.unfinished-abc", "cluster"), { recursive: true });
    const { stop } = await startPostgres({ dataDir, settings });
    await stop();
    expect((await readdir(dataDir)).filter((name) => name.includes("unfinished"))).toEqual([]);
  });
});

describe("after the program was killed,", () => {
  it("the running server is taken over and stopped in the end", async () => {
    const killed = await program(dataDir);
    await kill(killed.child);
    expect(await isAlive(killed.answer.pid)).toBe(true);
    const heir = await startPostgres({ dataDir, settings });
    expect(heir).toMatchObject({ reused: true, pid: killed.answer.pid, url: killed.answer.url });
    expect(await queryValue(heir.url, "SELECT song FROM kept")).toBe("Ærøskøbing");
    await heir.stop();
    await heir.stop();
    expect(await isAlive(heir.pid)).toBe(false);
  });

  it("a server with other settings is replaced", async () => {
    const killed = await program(dataDir);
    await kill(killed.child);
    const heir = await startPostgres({ dataDir, settings: { ...settings, max_connections: "30" } });
    onTestFinished(heir.stop);
    expect(heir.reused).toBe(false);
    expect(await isAlive(killed.answer.pid)).toBe(false);
    expect(await queryValue(heir.url, "SHOW max_connections")).toBe("30");
  });

  it("along with the whole server, the next start recovers what was committed", async () => {
    const killed = await program(dataDir);
    await queryValue(killed.answer.url, "CREATE TABLE committed AS SELECT 7 AS plays");
    const family = [killed.answer.pid, ...(await childrenOf(killed.answer.pid))];
    await kill(killed.child);
    signalAll(family, "SIGKILL");
    const heir = await startPostgres({ dataDir, settings });
    onTestFinished(heir.stop);
    expect(heir.reused).toBe(false);
    expect(await queryValue(heir.url, "SELECT plays FROM committed")).toBe(7);
  });

  it("along with only the postmaster, the next start waits for its children to exit", async () => {
    const killed = await program(dataDir);
    await kill(killed.child);
    process.kill(killed.answer.pid, "SIGKILL");
    const heir = await startPostgres({ dataDir, settings });
    onTestFinished(heir.stop);
    expect(await queryValue(heir.url, "SELECT plays FROM committed")).toBe(7);
  });

  it("an unrelated process that reuses the server's pid is left alone", async () => {
    const killed = await program(dataDir);
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const [, ...rest] = (await readFile(pidFile, "utf8")).split("\n");
    await kill(killed.child);
    signalAll([killed.answer.pid, ...(await childrenOf(killed.answer.pid))], "SIGKILL");
    const account = await stat(pidFile);
    // The worst case is a process of the server's own account, which PostgreSQL cannot distinguish from a server.
    const stranger = spawn("sleep", ["600"], asRoot ? { uid: account.uid, gid: account.gid } : {});
    onTestFinished(() => void stranger.kill());
    await writeFile(pidFile, [stranger.pid, ...rest].join("\n"));
    const socketLock = (await socketsOf(dataDir)).find((name) => name.endsWith(".lock")) ?? "";
    const [, ...others] = (await readFile(socketLock, "utf8")).split("\n");
    await writeFile(socketLock, [stranger.pid, ...others].join("\n"));
    const heir = await startPostgres({ dataDir, settings });
    expect(heir.reused).toBe(false);
    await heir.stop();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    expect(await isAlive(stranger.pid ?? 0)).toBe(true);
  });
});

describe("the end of the server", () => {
  it("is reported only if it was not requested", async () => {
    const killed = await startPostgres({ dataDir, settings });
    process.kill(killed.pid, "SIGKILL");
    await killed.exited;
    await killed.stop();

    const orphaned = await program(dataDir);
    await kill(orphaned.child);
    const postgres = await startPostgres({ dataDir, settings });
    process.kill(postgres.pid, "SIGKILL");
    await postgres.exited;
    await postgres.stop();

    const stopped = await startPostgres({ dataDir, settings });
    let isReported = false;
    void stopped.exited.then(() => {
      isReported = true;
    });
    await stopped.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isReported).toBe(false);
  });

  it("follows that of a program that ends without cleanup", async () => {
    const careless = await program(dataDir);
    careless.child.stdin?.end();
    await once(careless.child, "exit");
    expect(await endsWithin(careless.answer.pid, 120_000)).toBe(true);
  });

  it("is forced if a fast shutdown hangs", async () => {
    const { pid, stop } = await startPostgres({ dataDir, settings });
    onTestFinished(stop);
    // A stopped child process blocks the orderly shutdown.
    signalAll(await childrenOf(pid), "SIGSTOP");
    await stopPostmaster(pid, join(dataDir, "postgres"), { fast: 200, immediate: 120_000 });
    expect(await isAlive(pid)).toBe(false);
  });
});

describe("a server that is restarted", () => {
  it("accepts its clients again at the same address, with the rows that were committed, however often it is killed", async () => {
    const postgres = await startPostgres({ dataDir: await freshFolder(), settings, restarts: true });
    onTestFinished(postgres.stop);
    await queryValue(postgres.url, "CREATE TABLE kept (round int)");
    for (const round of [1, 2, 3]) {
      const { pid } = postgres;
      await queryValue(postgres.url, `INSERT INTO kept VALUES (${round})`);
      process.kill(pid, "SIGKILL");
      await expect.poll(() => postgres.pid).not.toBe(pid);
      expect(await queryValue(postgres.url, "SELECT max(round) FROM kept")).toBe(round);
    }
  });

  it("ends with its program, also while it restarts", async () => {
    const folder = await freshFolder();
    const postgres = await startPostgres({ dataDir: folder, settings, restarts: true });
    process.kill(postgres.pid, "SIGKILL");
    await postgres.stop();
    expect(await isAlive(postgres.pid)).toBe(false);
    const next = await startPostgres({ dataDir: folder, settings });
    expect(next.reused).toBe(false);
    await next.stop();
  });

  it("is given up if it cannot be started, or if it ends again and again", async () => {
    const folder = await freshFolder();
    const damaged = await startPostgres({ dataDir: folder, settings, restarts: true });
    await rm(join(folder, "postgres", "global", "pg_control"));
    process.kill(damaged.pid, "SIGKILL");
    await damaged.exited;
    await damaged.stop();

    const ending = await startPostgres({ dataDir: await freshFolder(), settings, restarts: true });
    let isGivenUp = false;
    void ending.exited.then(() => {
      isGivenUp = true;
    });
    for (const pids = new Set<number>(); !isGivenUp; await new Promise((resolve) => setTimeout(resolve, 10)))
      if (!pids.has(ending.pid)) {
        pids.add(ending.pid);
        process.kill(ending.pid, "SIGKILL");
      }
    await ending.stop();
    expect(await isAlive(ending.pid)).toBe(false);
  });
});

describe("an unusable data directory", () => {
  it("is named if it is not writable", async () => {
    const folder = await freshFolder();
    await chmod(folder, 0o555);
    const refused = await program(folder, "ordinary");
    expect(refused.answer).toMatchObject({
      name: "EmbeddedPostgresError",
      message: expect.stringMatching(new RegExp(`${folder} cannot be written to.*DATA_DIR`)),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  if (asRoot && canMount()) {
    it("is named if its file system is read-only", async () => {
      const folder = await mounted("size=8m");
      spawnSync("mount", ["-o", "remount,ro", folder]);
      await expect(startPostgres({ dataDir: folder, settings })).rejects.toThrow(
        `${folder} cannot be written to`,
      );
    });

    it("is named if its disk is full, and works once there is space", async () => {
      const folder = await mounted("size=8m");
      await expect(startPostgres({ dataDir: folder, settings })).rejects.toThrow(
        `The disk of ${folder} is full`,
      );
      expect((await readdir(folder)).filter((name) => name.startsWith("postgres.unfinished"))).toEqual([]);
      expect(await readdir(folder)).not.toContain("postgres");
      spawnSync("mount", ["-o", "remount,size=200m", folder]);
      const { url, stop } = await startPostgres({ dataDir: folder, settings });
      expect(await queryValue(url, "SELECT 1")).toBe(1);
      await stop();

      spawnSync("sh", ["-c", `dd if=/dev/zero of="${folder}/ballast" bs=64k`]);
      await expect(startPostgres({ dataDir: folder, settings })).rejects.toThrow(
        `The disk of ${folder} is full`,
      );
      await rm(join(folder, "ballast"));
      const restarted = await startPostgres({ dataDir: folder, settings });
      expect(await queryValue(restarted.url, "SELECT 1")).toBe(1);
      await restarted.stop();
    });
  }
});

describe("a directory with other content", () => {
  it("is left unchanged", async () => {
    const folder = await freshFolder();
    await mkdir(join(folder, "postgres"));
    await writeFile(join(folder, "postgres", "letter.txt"), "Dear");
    await expect(startPostgres({ dataDir: folder, settings })).rejects.toThrow(
      /contains files but no complete database/,
    );
    expect(await readFile(join(folder, "postgres", "letter.txt"), "utf8")).toBe("Dear");
  });
});

describe("operating system accounts:", () => {
  it("an ordinary user's program runs the server as that user, with any directory name", async () => {
    const folder = join(await freshFolder(), 'it\'s a "data" folder, é');
    const { answer, child } = await program(folder, "ordinary");
    expect(await queryValue(answer.url, "SELECT 1")).toBe(1);
    expect((await stat(join(folder, "postgres"))).uid).toBe((await stat(folder)).uid);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(await isAlive(answer.pid)).toBe(false);
  });

  if (asRoot) {
    it("root's program runs it under another account, even in a directory that only root may enter", async () => {
      const closed = await freshFolder();
      await chmod(closed, 0o700);
      const folder = join(closed, "data");
      const { url, stop } = await startPostgres({ dataDir: folder, settings });
      onTestFinished(stop);
      expect(await queryValue(url, "SELECT 1")).toBe(1);
      expect((await stat(join(folder, "postgres"))).uid).not.toBe(0);
      expect((await stat(closed)).mode & 0o777).toBe(0o700);
    });

    it("root's program runs it even if PostgreSQL itself lies in such a directory", async () => {
      const closed = await freshFolder();
      await chmod(closed, 0o700);
      const native = join((await findBinaries()).postgres, "..", "..");
      await cp(native, join(closed, "native"), { recursive: true, verbatimSymlinks: true });
      const bin = join(closed, "native", "bin");
      const binaries = { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
      const cluster = join(await freshFolder(), "postgres");
      const runner = await chooseRunner(cluster, binaries);
      await createCluster(cluster, { binaries, runner, password: "secret", sync: false });
      expect(await clusterExists(cluster)).toBe(true);
    });

    it("root's program takes over a cluster that was unpacked as root", async () => {
      spawnSync("chown", ["-R", "root:root", join(dataDir, "postgres")]);
      const { url, stop } = await startPostgres({ dataDir, settings });
      onTestFinished(stop);
      expect(await queryValue(url, "SELECT song FROM kept")).toBe("Ærøskøbing");
    });
  }
});

/** Returns the first column of the first row. */
async function queryValue(connectionString: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Returns a free port outside of the ephemeral range, so that it stays free while the server is stopped. */
async function quietPort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); port < 32_000; port += 1)
    if ((await findPort(port)) === port) return port;
  throw new Error("every port is taken");
}

/** Changes the stored port. */
async function keepPort(before: number, port: number): Promise<void> {
  const file = join(dataDir, "postgres.json");
  const stored = JSON.parse(await readFile(file, "utf8"));
  expect(stored.port).toBe(before);
  await writeFile(file, JSON.stringify({ ...stored, port }));
}

/** Returns the paths of the server's Unix socket and its lock file. */
async function socketsOf(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, "postgres"));
  return names.filter((name) => name.startsWith(".s.PGSQL.")).map((name) => join(folder, "postgres", name));
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "embedded-postgres-"));
  // Like /tmp, so that root and an ordinary user can both work in it.
  await chmod(folder, 0o777);
  folders.push(folder);
  return folder;
}

function canMount(): boolean {
  const probe = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
  return probe.status === 0;
}

async function mounted(options: string): Promise<string> {
  const folder = await freshFolder();
  spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  onTestFinished(() => void spawnSync("umount", [folder]));
  return folder;
}

interface Program {
  child: ChildProcess;
  /** The result of startPostgres, or the name and message of its error. */
  answer: { url: string; pid: number; name?: string; message?: string };
}

/**
 * Starts another program that runs PostgreSQL. It stops the server on SIGTERM, but not if its input closes.
 * "ordinary" runs it as a user other than root.
 */
async function program(folder: string, account: "same" | "ordinary" = "same"): Promise<Program> {
  const source = `
    const { startPostgres } = await import(${JSON.stringify(new URL("./postgres.ts", import.meta.url).href)});
    try {
      const { url, pid, stop } = await startPostgres(${JSON.stringify({ dataDir: folder, settings })});
      process.on("SIGTERM", () => void stop().then(() => process.exit()));
      process.stdin.resume().on("end", () => process.exit());
      console.log(JSON.stringify({ url, pid }));
    } catch ({ name, message }) {
      console.log(JSON.stringify({ name, message }));
    }`;
  const args = ["--input-type=module", "-e", source];
  const stdio = ["pipe", "pipe", "inherit"] satisfies ["pipe", "pipe", "inherit"];
  const child =
    account === "same"
      ? spawn(process.execPath, args, { stdio })
      : // The account that PostgreSQL gets from root is an ordinary one.
        (await chooseRunner(join(tmpdir(), "none"), await findBinaries())).run(process.execPath, args, {
          stdio,
        });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.stdout === null) throw new Error("The program has no output");
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, answer: JSON.parse(line) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Signals processes. The server's children exit once it is gone, some before that. */
function signalAll(pids: readonly number[], signal: "SIGKILL" | "SIGSTOP"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => undefined);
  if (listed !== undefined) return (listed.match(/\d+/g) ?? []).map(Number);
  const { stdout } = spawnSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" });
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([parent, child]) => (parent === pid && child !== undefined ? [child] : []));
}
