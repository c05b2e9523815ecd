import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { allJobs } from "../features.ts";
import type { Context } from "../platform/context.ts";
import { type Job, toTaskList } from "../platform/jobs/queue.ts";
import { startWorker } from "../platform/jobs/worker.ts";
import { notify } from "../platform/mail/notify.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { runTasks } from "../testing/jobs.ts";

const WORKER_CONCURRENCY = 2;
const DRAW = "render-artwork";

let database: TestDatabase;
let context: Context;
/** Jobs that ran, in order. */
let ran: string[];

beforeEach(async () => {
  database = await testDatabase({ WORKER_CONCURRENCY: String(WORKER_CONCURRENCY) });
  ran = [];
  context = {
    ...database.context,
    mail: { deliver: async () => void ran.push("mail") },
  };
});
afterEach(() => database.close());

/** All jobs, with a drawing that does nothing else than `draw`. */
function jobsWith(draw: () => Promise<void>): Job[] {
  return allJobs.map((job) =>
    job.name === DRAW
      ? {
          ...job,
          payload: z.unknown(),
          async run() {
            ran.push("draw");
            await draw();
          },
        }
      : job,
  );
}

async function enqueueDraws(count: number): Promise<void> {
  const job = allJobs.find(({ name }) => name === DRAW);
  if (job === undefined) throw new Error("unknown job");
  await context.db.transaction().execute(async (tx) => {
    for (let each = 0; each < count; each += 1) await context.queue.enqueue(tx, job, {});
  });
}

const recipient = { email: "fan@example.com", language: "en", name: "Fan" } as const;

function sendLoginCode(): Promise<void> {
  return notify(context, context.db, "login-code", recipient, { code: "123456", lifetimeSeconds: 600 });
}

it("delivers a login code next, although 500 artworks and other mails were queued before", async () => {
  await enqueueDraws(500);
  await notify(context, context.db, "account-deleted", recipient, {});
  let isFirst = true;
  const jobs = jobsWith(async () => {
    if (isFirst) await sendLoginCode();
    isFirst = false;
  });
  await sendLoginCode();
  await runTasks(context, toTaskList(context, jobs));
  // The code, the other mail, the first artwork, the code that was sent meanwhile, the other artworks.
  expect(ran.slice(0, 5)).toEqual(["mail", "mail", "draw", "mail", "draw"]);
  expect(ran.length).toBe(503);
});

it("delivers a login code while long jobs take all slots of the worker", async () => {
  await enqueueDraws(4);
  const finish = Promise.withResolvers<void>();
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const worker = await startWorker(
    context,
    pool,
    jobsWith(() => finish.promise),
  );
  await expect.poll(() => ran).toEqual(Array(WORKER_CONCURRENCY).fill("draw"));
  await sendLoginCode();
  await expect.poll(() => ran).toEqual([...Array(WORKER_CONCURRENCY).fill("draw"), "mail"]);
  finish.resolve();
  await expect.poll(() => ran.length).toBe(5);
  await worker.stop();
  await pool.end();
});
