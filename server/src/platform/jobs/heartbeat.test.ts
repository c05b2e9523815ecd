import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import type { Context } from "../context.ts";
import { DatabaseUnavailableError, openDatabase, sql } from "../database/database.ts";
import { createLog } from "../log.ts";
import { insertHeartbeat, releaseDeadWorkers, renewHeartbeat } from "./heartbeat.data.ts";
import { job } from "./queue.ts";
import { startWorker } from "./worker.ts";

let database: TestDatabase;
let pool: pg.Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  database = await testDatabase();
  ({ pool, close } = openDatabase({ url: database.url, size: 8, onError: () => undefined }));
});
afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database.context.db);
  await sql`delete from worker_heartbeat`.execute(database.context.db);
});
afterAll(async () => {
  await close();
  await database.close();
});

const timing = { beatMs: 50, sweepMs: 50, deadAfterMs: 15_000 };

async function findWorkers(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from worker_heartbeat`.execute(database.context.db);
  return rows.map(({ id }) => id);
}

/** Adds a heartbeat of another process with a locked job. */
async function addWorker({ beatSecondsAgo }: { beatSecondsAgo: number }): Promise<string> {
  const id = randomUUID();
  await insertHeartbeat(pool, { id, host: "other", pid: 1, roles: ["worker"], sessionName: `session ${id}` });
  await renewHeartbeat(pool, { id, queueWorkers: [`pool ${id}`] });
  await sql`
    update worker_heartbeat set beaten_at = clock_timestamp() - ${beatSecondsAgo} * interval '1 second'
    where id = ${id}`.execute(database.context.db);
  await lockJob({ owner: `pool ${id}`, secondsAgo: 3_600 });
  return id;
}

async function lockJob({ owner, secondsAgo }: { owner: string; secondsAgo: number }): Promise<void> {
  const { db } = database.context;
  await sql`select graphile_worker.add_job('locked', job_key => ${owner})`.execute(db);
  await sql`
    update graphile_worker._private_jobs
    set locked_by = ${owner}, locked_at = now() - ${secondsAgo} * interval '1 second' where key = ${owner}`.execute(
    db,
  );
}

async function findOwners(): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select locked_by as owner from graphile_worker._private_jobs where locked_by is not null order by id`.execute(
    database.context.db,
  );
  return rows.map(({ owner }) => owner);
}

const release = (id: string) =>
  releaseDeadWorkers(pool, { id, sessionName: `session ${id}`, deadAfterMs: 45_000 });

describe("a worker", () => {
  const payload = z.object({});

  test("deletes its heartbeat when it stops", async () => {
    const { context } = database;
    const idle = job({ name: "idle", payload, tries: 1, run: async () => undefined });
    const worker = await startWorker(context, pool, [idle], { timing });
    expect(await findWorkers()).toHaveLength(1);
    await worker.stop();
    expect(await findWorkers()).toEqual([]);
  });

  test("keeps a job for as long as its heartbeat is renewed", async () => {
    const { context } = database;
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    let runs = 0;
    const run = async () => {
      runs += 1;
      started.resolve();
      await end.promise;
    };
    const long = job({ name: "long", payload, tries: 3, run });
    await context.queue.enqueue(context.db, long, {});
    const first = await startWorker(context, pool, [long], { timing });
    await started.promise;
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`.execute(
      context.db,
    );
    const [owner] = await findOwners();
    const queueWorkers = () =>
      sql<{ name: string }>`select unnest(queue_workers) as name from worker_heartbeat`
        .execute(context.db)
        .then(({ rows }) => rows.map(({ name }) => name));
    await expect.poll(queueWorkers).toEqual([owner]);
    expect(await release(randomUUID())).toBeUndefined();
    expect(await findOwners()).toEqual([owner]);
    end.resolve();
    await first.stop();
    expect(runs).toBe(1);
  });

  test("continues as a new worker after it could not renew its heartbeat for longer than the limit", async () => {
    const { context } = database;
    const log = createLog("silent");
    const logged = vi.spyOn(log, "error");
    const idle = job({ name: "idle", payload, tries: 1, run: async () => undefined });
    const worker = await startWorker({ ...context, log }, pool, [idle], {
      timing: { beatMs: 50, sweepMs: 50, deadAfterMs: 1_000 },
    });
    const [first] = await findWorkers();
    await context.db.transaction().execute(async (tx) => {
      await sql`lock table worker_heartbeat in access exclusive mode`.execute(tx);
      await expect
        .poll(() => logged.mock.calls.flat().join(" "))
        .toContain("could not renew its heartbeat in the database within 1 s");
    });
    await expect.poll(findWorkers).toEqual([expect.not.stringMatching(first ?? "")]);
    await worker.stop();
    expect(await findWorkers()).toEqual([]);
  });

  test("drops its jobs when another worker has released them, and runs them again as a new worker", async () => {
    const { context } = database;
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const outcomes: string[] = [];
    let runs = 0;
    const run = async ({ db }: Context) => {
      runs += 1;
      const name = `run ${runs}`;
      if (runs === 1) {
        started.resolve();
        await end.promise;
      }
      const outcome = await sql`select 1`.execute(db).then(
        () => "finished",
        (error: unknown) => (error instanceof DatabaseUnavailableError ? "cut off" : String(error)),
      );
      outcomes.push(`${name} ${outcome}`);
    };
    const frozen = job({ name: "frozen", payload, tries: 3, run });
    await context.queue.enqueue(context.db, frozen, {});
    const worker = await startWorker(context, pool, [frozen], { timing });
    await started.promise;
    const [first] = await findWorkers();
    const owners = await findOwners();
    await sql`delete from worker_heartbeat`.execute(context.db);
    await expect.poll(findWorkers).toEqual([expect.not.stringMatching(first ?? "")]);
    await sql`select graphile_worker.force_unlock_workers(${owners})`.execute(context.db);
    await expect.poll(() => outcomes).toEqual(["run 2 finished"]);
    end.resolve();
    await expect.poll(() => outcomes).toEqual(["run 2 finished", "run 1 cut off"]);
    await worker.stop();
    const { rows } = await sql`select from graphile_worker.jobs`.execute(context.db);
    expect(rows).toEqual([]);
  });
});

describe("a live worker", () => {
  test("releases the jobs of a worker whose heartbeat is older than the limit, and no others", async () => {
    const live = await addWorker({ beatSecondsAgo: 40 });
    const dead = await addWorker({ beatSecondsAgo: 50 });
    expect(await release(live)).toEqual({ owners: [`pool ${dead}`], hosts: ["other"], sessions: 0 });
    expect(await findOwners()).toEqual([`pool ${live}`]);
    expect(await findWorkers()).toEqual([live]);
    expect(await release(live)).toBeUndefined();
  });

  test("never takes itself for dead", async () => {
    const slow = await addWorker({ beatSecondsAgo: 3_600 });
    expect(await release(slow)).toBeUndefined();
    expect(await findWorkers()).toEqual([slow]);
  });

  test("releases a job of a worker without a heartbeat once it is locked for longer than the limit", {
    retry: 0,
  }, async () => {
    await lockJob({ owner: "older version", secondsAgo: 50 });
    await lockJob({ owner: "about to beat", secondsAgo: 40 });
    expect(await release(randomUUID())).toEqual({
      owners: ["older version"],
      hosts: ["unknown"],
      sessions: 0,
    });
    expect(await findOwners()).toEqual(["about to beat"]);
  });

  test("ends the database sessions of a dead worker, with their transactions and locks", async () => {
    const dead = await addWorker({ beatSecondsAgo: 50 });
    const frozen = new pg.Client({ connectionString: database.url, application_name: `session ${dead}` });
    frozen.on("error", () => undefined);
    await frozen.connect();
    await frozen.query("select pg_advisory_lock(77)");
    const ended = new Promise<void>((resolve) => frozen.once("end", resolve));
    expect(await release(randomUUID())).toMatchObject({ sessions: 1 });
    await ended;
    const { rows } = await sql`select pg_try_advisory_lock(77) as is_free`.execute(database.context.db);
    expect(rows).toEqual([{ is_free: true }]);
  });

  test("releases a dead worker once if several find it", { retry: 0 }, async () => {
    const dead = await addWorker({ beatSecondsAgo: 50 });
    const released = await Promise.all(Array.from({ length: 6 }, () => release(randomUUID())));
    expect(released.filter((jobs) => jobs !== undefined)).toEqual([
      { owners: [`pool ${dead}`], hosts: ["other"], sessions: 0 },
    ]);
  });
});
