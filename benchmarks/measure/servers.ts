import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findPort } from "../../server/src/platform/embedded/port.ts";

export type Server = { port: number; pid: number; stop(): Promise<void> };

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Long enough for the first start of the program, which creates and fills its database. */
const startTimeoutMs = 120_000;

export type ProgramOptions = {
  dataDir: string;
  /** Without it the program starts its own PostgreSQL in `dataDir`. */
  databaseUrl?: string;
  demo?: boolean;
  environment?: Record<string, string>;
};

/** Starts the program as in production, in a separate process. Its request log is written and discarded. */
export function startProgram({
  dataDir,
  databaseUrl,
  demo = false,
  environment = {},
}: ProgramOptions): Promise<Server> {
  return start(["server/src/main.ts"], (port) => ({
    NODE_ENV: "production",
    SMTP_URL: "outbox",
    // The same at every start, because the database remembers it.
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DEMO: demo ? "1" : "0",
    // The demo's experiences have prices.
    PAYMENTS_SANDBOX: demo ? "1" : "0",
    ROLES: "api",
    ...(databaseUrl === undefined ? { EMBEDDED_DATABASE: "1" } : { DATABASE_URL: databaseUrl }),
    ...environment,
  }));
}

/** Starts one of the servers in `peers`, which listen on PORT. */
export function startPeer(name: string, environment: Record<string, string>): Promise<Server> {
  return start([`benchmarks/peers/${name}.ts`], () => ({ NODE_ENV: "production", ...environment }));
}

async function start(
  args: string[],
  environmentOf: (port: number) => Record<string, string>,
): Promise<Server> {
  const port = await findPort(undefined);
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const env = { PATH, HOME, TMPDIR, PORT: String(port), ...environmentOf(port) };
  return waitForServer(
    spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] }),
    port,
  );
}

/** Waits until the child listens on `port`. Kills it when this process exits at the latest. */
export async function waitForServer(child: ChildProcess, port: number): Promise<Server> {
  const kill = () => void child.kill("SIGTERM");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await ended;
  };
  const deadline = performance.now() + startTimeoutMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) {
      await stop();
      throw new Error(`${child.spawnargs.join(" ")} did not start`);
    }
    await sleep(50);
  }
  return { port, pid: child.pid ?? 0, stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Returns the resident memory of a process in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status ?? "")?.[1];
  if (kilobytes !== undefined) return Number(kilobytes) * 1_024;
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout.trim()) * 1_024;
}

/** Logs in to the API at an address and returns the session's token. */
export async function logIn(api: string, account: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${api}/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: account.email, password: account.password }),
  });
  const { body } = (await response.json()) as { body: { token: string } };
  return body.token;
}
