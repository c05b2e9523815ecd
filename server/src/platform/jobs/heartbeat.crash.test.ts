import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BACKGROUND_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { receiveMails } from "../../testing/mail.ts";
import { mailSamples } from "../../testing/mail-samples.ts";
import { type NodeProcess, startNode } from "../../testing/node-process.ts";
import { holdJob } from "../../testing/worker-child.ts";
import { sql } from "../database/database.ts";
import { notify } from "../mail/notify.ts";
import { createEncryption } from "../security/encryption.ts";
import { HEARTBEAT_TIMING } from "./heartbeat.ts";

/** Long enough for a process that shares two cores. */
const shortTiming = { BEAT_MS: "250", DEAD_AFTER_MS: "5000" };

/** All programs here share it, because the database remembers it. */
const secretKey = randomBytes(32);

let database: TestDatabase;
const processes: NodeProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await sql`create table hold_run (run int generated always as identity, pid int not null)`.execute(
    database.context.db,
  );
  await sql`create table hold_effect (id int generated always as identity)`.execute(database.context.db);
});
beforeEach(async () => {
  await sql`truncate hold_run, hold_effect, worker_heartbeat restart identity`.execute(database.context.db);
});
afterEach(async () => {
  for (const { child, exited } of processes.splice(0)) {
    child.kill("SIGKILL");
    await exited;
  }
});
afterAll(() => database.close());

function startProcess(script: string, environment: Record<string, string>): NodeProcess {
  const started = startNode(fileURLToPath(new URL(script, import.meta.url)), {
    DATABASE_URL: database.url,
    DATA_DIR: database.context.config.dataDir,
    ...environment,
  });
  processes.push(started);
  return started;
}

const startWorkerChild = () => startProcess("../../testing/worker-child.ts", shortTiming);

/** Starts the program itself, with the heartbeats that it has in production. */
const startWorkerProgram = (environment: Record<string, string>) =>
  startProcess("../../main.ts", {
    ROLES: "worker",
    DEMO: "0",
    LOCAL_CHAIN: "0",
    SECRET_KEY: secretKey.toString("base64"),
    ...environment,
  });

/** Lists the processes that began the job, in this order. */
async function findRuns(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from hold_run order by run`.execute(
    database.context.db,
  );
  return rows.map(({ pid }) => pid);
}

async function findWorkers(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from worker_heartbeat order by started_at`.execute(
    database.context.db,
  );
  return rows.map(({ pid }) => pid);
}

/** Makes a heartbeat as old as one of a dead worker. */
async function expireHeartbeat({ child }: NodeProcess): Promise<void> {
  await sql`update worker_heartbeat set beaten_at = beaten_at - ${HEARTBEAT_TIMING.deadAfterMs} * interval '1 millisecond'
    where pid = ${child.pid ?? 0}`.execute(database.context.db);
}

async function countRows(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
    database.context.db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns two workers, of which the first holds the job. */
async function startPair(): Promise<[NodeProcess, NodeProcess]> {
  const { context } = database;
  await context.queue.enqueue(context.db, holdJob, {});
  const first = startWorkerChild();
  await expect.poll(findRuns).toEqual([first.child.pid]);
  const second = startWorkerChild();
  await expect.poll(findWorkers).toContain(second.child.pid);
  return [first, second];
}

describe("the job of a worker", () => {
  test("that is killed runs on another worker", async () => {
    const [first, second] = await startPair();
    first.child.kill("SIGKILL");
    await expect.poll(() => countRows("graphile_worker.jobs")).toBe(0);
    expect(await findRuns()).toEqual([first.child.pid, second.child.pid]);
    expect(await countRows("hold_effect")).toBe(1);
    expect(await findWorkers()).toEqual([second.child.pid]);
  });

  test("that is frozen runs once more elsewhere, and the process goes on as a new worker when it wakes", async () => {
    const [first, second] = await startPair();
    first.child.kill("SIGSTOP");
    await expect.poll(() => countRows("graphile_worker.jobs")).toBe(0);
    expect(first.child.exitCode).toBeNull();
    first.child.kill("SIGCONT");
    await expect.poll(findWorkers).toEqual([second.child.pid, first.child.pid]);
    expect(await findRuns()).toEqual([first.child.pid, second.child.pid]);
    expect(await countRows("hold_effect")).toBe(1);
    second.child.kill("SIGKILL");
    const { context } = database;
    await context.queue.enqueue(context.db, holdJob, {});
    await expect.poll(findRuns).toEqual([first.child.pid, second.child.pid, first.child.pid]);
    await expect.poll(() => countRows("graphile_worker.jobs")).toBe(0);
    expect(await countRows("hold_effect")).toBe(2);
  });
});

test("the program goes on as a new worker if others have taken over its jobs", async () => {
  const { child, output, exited } = startWorkerProgram({});
  await expect.poll(output).toContain("is processing its job queue");
  await sql`delete from worker_heartbeat where pid = ${child.pid ?? 0}`.execute(database.context.db);
  await expect.poll(output).toContain("Another worker has taken over the jobs of this process");
  await expect.poll(findWorkers).toContain(child.pid);
  child.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(await findWorkers()).not.toContain(child.pid);
});

test("an email whose worker is killed is sent again under one Message-ID", async () => {
  const received: string[] = [];
  // Receives each email, and acknowledges it from the second attempt on.
  const mails = await receiveMails({
    onData(stream, _session, acknowledge) {
      let text = "";
      stream.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      stream.on("end", () => {
        received.push(/^message-id: *(.*)$/im.exec(text)?.[1] ?? "");
        if (received.length > 1) acknowledge();
      });
    },
  });
  const environment = { SMTP_URL: mails.url };
  const context = { ...database.context, encryption: createEncryption(secretKey) };
  const reader = { email: "reader@wrapsody.example", language: "en", name: "Ottilie Brandt" } as const;
  await context.db
    .transaction()
    .execute((tx) => notify(context, tx, "reset-password", reader, mailSamples["reset-password"][0]));
  const first = startWorkerProgram(environment);
  await expect.poll(() => received, { timeout: BACKGROUND_TIMEOUT_MS }).toHaveLength(1);
  const second = startWorkerProgram(environment);
  await expect.poll(findWorkers).toContain(second.child.pid);
  first.child.kill("SIGKILL");
  await expireHeartbeat(first);
  await expect.poll(() => received, { timeout: BACKGROUND_TIMEOUT_MS }).toHaveLength(2);
  expect(received[0]).toMatch(/^<[-0-9a-f]{36}@/);
  expect(received[1]).toBe(received[0]);
  await expect.poll(() => countRows("graphile_worker.jobs")).toBe(0);
  second.child.kill("SIGTERM");
  expect(await second.exited).toBe(0);
  expect(await findWorkers()).toEqual([]);
  await mails.close();
});
