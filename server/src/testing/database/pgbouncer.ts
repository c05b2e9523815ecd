import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPort } from "../../platform/embedded/port.ts";
import { findSystemProgram, waitForPort } from "../system-program.ts";

export type PgBouncer = {
  /** The database of `databaseUrl`, through PgBouncer. */
  url: string;
  /** Kills PgBouncer with all of its connections. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type PgBouncerOptions = {
  databaseUrl: string;
  poolMode?: "transaction" | "session";
  /** Connections to the database. */
  poolSize?: number;
  /** More settings of its section `[pgbouncer]`. */
  settings?: Readonly<Record<string, string>>;
};

/** The account `nobody`. PgBouncer refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;

/** Starts PgBouncer on loopback. Installs it with apt if run as root. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const program = await findSystemProgram({
    name: "pgbouncer",
    debianPackage: "pgbouncer",
    versionFlag: "--version",
  });
  const isRoot = process.getuid?.() === 0;
  const folder = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  const port = await findPort(undefined);
  const file = await writeSettings(folder, port, options);
  if (isRoot) await chown(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID);

  let child: ChildProcess | undefined;
  async function start(): Promise<void> {
    const account = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
    child = spawn(program, ["-q", file], { stdio: "ignore", cwd: folder, ...account });
    await waitForPort(port, "PgBouncer");
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
  await start();
  const url = new URL(options.databaseUrl);
  url.host = `127.0.0.1:${port}`;
  // The Unix socket of the server itself.
  url.searchParams.delete("host");
  return {
    url: url.href,
    kill: () => end("SIGKILL"),
    restart: start,
    async stop() {
      // PgBouncer's immediate shutdown; its graceful one waits for clients.
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function writeSettings(
  folder: string,
  port: number,
  { databaseUrl, poolMode = "transaction", poolSize = 10, settings = {} }: PgBouncerOptions,
): Promise<string> {
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  const users = join(folder, "users.txt");
  const file = join(folder, "pgbouncer.ini");
  const quoted = [username, password].map((value) => `"${decodeURIComponent(value).replaceAll('"', '""')}"`);
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: password === "" ? "trust" : "scram-sha-256",
    auth_file: users,
    pool_mode: poolMode,
    default_pool_size: String(poolSize),
    max_client_conn: "500",
    // Seconds; the default of 15 would delay the recovery after a restart of the database.
    server_login_retry: "1",
    ...settings,
  };
  await writeFile(users, `${quoted.join(" ")}\n`);
  await writeFile(
    file,
    [
      "[databases]",
      `* = host=${hostname === "localhost" ? "127.0.0.1" : hostname} port=${databasePort || 5432}`,
      "[pgbouncer]",
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
      "",
    ].join("\n"),
  );
  for (const path of [users, file]) await chmod(path, 0o644);
  return file;
}
