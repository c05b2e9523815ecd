import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { START_TIMEOUT_MS } from "../../../checks/test-limits.ts";
import { oneAtATime } from "../../../demo/seed.data.ts";
import { seedDemo } from "../../../demo/seed.ts";
import { sql } from "../platform/database/database.ts";
import { testDatabase } from "../testing/database/database.ts";
import { type PgBouncer, startPgBouncer } from "../testing/database/pgbouncer.ts";
import { query, withDatabase } from "../testing/database/setup.ts";
import { addSong } from "../testing/fixtures/songs.ts";

/** All programs here share it, because they share a database. */
const secretKey = Buffer.alloc(32, 7);

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const admin = process.env.TEST_DATABASE_URL ?? "";
const databaseName = `wrapsody_program_${process.pid}`;
const databaseUrl = withDatabase(admin, databaseName);
let pooler: PgBouncer;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  await query(admin, `create database ${databaseName}`);
  pooler = await startPgBouncer({ databaseUrl, poolSize: 8 });
  folder = await mkdtemp(join(tmpdir(), "wrapsody-program-"));
});

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await pooler.stop();
  await query(admin, `drop database ${databaseName} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

function startProcess(environment: Record<string, string>): Started {
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      DEMO: "0",
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      // A chain would outlive its killed program.
      LOCAL_CHAIN: "0",
      SECRET_KEY: secretKey.toString("base64"),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environment,
    },
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  return { child, output: () => output, ended };
}

async function ready(started: Started): Promise<number> {
  await expect.poll(started.output, { timeout: START_TIMEOUT_MS }).toMatch(/ready at http:\/\/localhost:\d+/);
  return Number(/ready at http:\/\/localhost:(\d+)/.exec(started.output())?.[1]);
}

/**
 * Waits until the program is healthy: the check has a short timeout, which a busy disk or database may exceed
 * once.
 */
async function healthy(port: number): Promise<void> {
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/api/v1/health`).then(({ status }) => status))
    .toBe(200);
}

async function connectTo(port: number, bytes: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(bytes);
  return { socket, received: () => received };
}

type Role = "api" | "worker";

/** Nodes that run and that no test has taken yet. */
const waitingNodes = new Map<Role, Started>();

/** Starts a node of each role, both concurrently, unless it runs already. The worker uses the database through a pooler. */
function startNodes(): Record<Role, Started> {
  const pooled = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl, DATABASE_PREPARED: "0" };
  const api = waitingNodes.get("api") ?? startProcess({ ROLES: "api", LOG_LEVEL: "debug" });
  const worker = waitingNodes.get("worker") ?? startProcess({ ROLES: "worker", HEALTH_PORT: "0", ...pooled });
  waitingNodes.set("api", api).set("worker", worker);
  return { api, worker };
}

/** Returns a node that its test stops. */
function takeNode(role: Role): Started {
  const node = startNodes()[role];
  waitingNodes.delete(role);
  return node;
}

const head =
  "POST /api/v1/song/none/stream HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n";

describe("the program", () => {
  it("starts as several nodes concurrently on one empty database, also through a pooler", {
    retry: 0,
  }, async () => {
    const { api, worker } = startNodes();
    const isProcessing = expect.poll(worker.output, { timeout: START_TIMEOUT_MS });
    await Promise.all([ready(api), isProcessing.toContain("is processing its job queue")]);
    for (const { output } of [api, worker]) expect(output()).not.toContain('"level":50');
  });

  it("fills an empty database with the demo once when several nodes start", { retry: 0 }, async () => {
    const { context, close } = await testDatabase();
    onTestFinished(close);
    const stored = vi.spyOn(context.storage, "put");
    let seeding: Promise<void> | undefined;
    await oneAtATime(context.db, async () => {
      const transactions = vi.spyOn(context.db, "transaction");
      seeding = seedDemo(context);
      // The catalogue was empty, and the lock is taken.
      await expect.poll(() => transactions.mock.calls.length).toBeGreaterThan(1);
      await addSong(context.db);
    });
    await seeding;
    const { rows } = await sql<{ count: number }>`select count(*) from song`.execute(context.db);
    expect(rows).toEqual([{ count: 1 }]);
    expect(stored).not.toHaveBeenCalled();
  });

  it("logs no secrets, names the outbox, and finishes pending requests on SIGTERM, but not idle connections", async () => {
    const started = takeNode("api");
    const port = await ready(started);
    await expect.poll(started.output).toMatch(/ready at (\S+)[\s\S]*Emails are stored at \1\/outbox\n/);
    const secrets = [
      "bearer-secret-0123456789",
      "session-secret",
      "device-secret",
      "cookie-secret",
      "query-secret",
    ];
    const headers = {
      authorization: `Bearer ${secrets[0]}`,
      "x-session-token": secrets[1] ?? "",
      "x-device-fingerprint": secrets[2] ?? "",
      cookie: `a=${secrets[3]}`,
      "x-request-id": "request-0001",
    };
    for (const path of ["/api/v1/songs", "/api/v1/random", "/api/v1/none", "/", "/", "/wrap/none"]) {
      await fetch(`http://127.0.0.1:${port}${path}?code=${secrets[4]}&token=${secrets[4]}`, { headers });
    }
    const idle = await connectTo(port, "GET /api/v1/songs HTTP/1.1\r\nhost: a\r\n\r\n");
    await expect.poll(idle.received).toContain("200 OK");
    const idleEnds = once(idle.socket, "close");
    const busy = await connectTo(port, `${head}{`);
    await healthy(port);
    started.child.kill("SIGTERM");
    await idleEnds;
    expect(busy.received()).toBe("");
    busy.socket.write("}");
    await expect.poll(busy.received).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*"success":false/);
    expect(await started.ended).toBe(0);
    const lines = started
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    expect(lines.filter((line) => line.includes('"reqId":"request-0001"')).length).toBeGreaterThanOrEqual(6);
    for (const secret of secrets) expect(started.output()).not.toContain(secret);
    expect(started.output()).not.toMatch(/error handlers|deprecat/i);
  });

  it("serves health checks and metrics of a worker at their own port, which a container's health check finds", async () => {
    const started = takeNode("worker");
    const line = /Health checks and metrics: http:\/\/127\.0\.0\.1:(\d+)/;
    await expect.poll(started.output).toMatch(line);
    const port = line.exec(started.output())?.[1] ?? "";
    const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await read("/livez")).status).toBe(200);
    await expect.poll(async () => (await read("/readyz")).status).toBe(200);
    const metrics = await (await read("/metrics")).text();
    expect(metrics).toContain('wrapsody_job_failures_total{job="send-letter"} 0');
    expect(metrics).toMatch(/^wrapsody_database_connections_max\{pool="main"\} \d+$/m);
    for (const path of ["/", "/api/v1/songs", "/outbox"]) expect((await read(path)).status).toBe(404);
    const probe = async () => {
      const child = spawn(process.execPath, [fileURLToPath(new URL("../probe.ts", import.meta.url))], {
        env: { ROLES: "worker", HEALTH_PORT: port },
      });
      children.push(child);
      return (await once(child, "exit"))[0];
    };
    expect(await probe()).toBe(0);
    started.child.kill("SIGTERM");
    expect(await started.ended).toBe(0);
    expect(await probe()).toBe(1);
  });

  it("exits with 1 and explains why it does not start", async () => {
    const started = startProcess({ ROLES: "cook" });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^Invalid configuration:\nROLES /);
    expect(started.output()).not.toMatch(/ {4}at /);
  });
});
