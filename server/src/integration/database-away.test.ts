import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from "vitest";
import { z } from "zod";
import { openWatchedDatabase } from "../platform/database/watched-database.ts";
import { type Job, job } from "../platform/jobs/queue.ts";
import { startWorker, type Worker } from "../platform/jobs/worker.ts";
import { createLog } from "../platform/log.ts";
import { createPageCache } from "../platform/pages/page-cache.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { startPrimary, type TestServer } from "../testing/database/replica.ts";
import { controlTimeouts, type TimeoutControl } from "../testing/timeouts.ts";

/** How long the database does not respond until it counts as away. Long, because other tests use the same processors. */
const AWAY_AFTER_MS = 8_000;
/** Limits of connections, checks and heartbeats. All wait for the database that is away. */
const isLimit = (ms: number) => ms >= 1_000;

let database: TestDatabase;
let server: TestServer;
let main: ReturnType<typeof openWatchedDatabase>;
let app: FastifyInstance;
let worker: Worker;
let context: TestDatabase["context"];
let logged: MockInstance;
let timeouts: TimeoutControl;
let runs = 0;

const countJob: Job = job({
  name: "count",
  payload: z.object({}),
  tries: 5,
  run: async () => {
    runs += 1;
  },
});

beforeAll(async () => {
  timeouts = controlTimeouts();
  database = await testDatabase();
  server = await startPrimary();
  const timing = { probeMs: 100, retryMs: 100, timeoutMs: AWAY_AFTER_MS };
  const log = createLog("silent");
  logged = vi.spyOn(log, "error");
  main = openWatchedDatabase({ url: server.url, size: 8, onError: () => undefined, log, timing });
  context = { ...database.context, log, db: main.db, replica: main.db };
  app = await createServer(context, { site: true, pages: createPageCache(1 << 20) });
  worker = await startWorker(context, main.pool, [countJob], {
    timing: { beatMs: 100, sweepMs: 100, deadAfterMs: AWAY_AFTER_MS },
  });
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  await main.close();
  await server.close();
  await database.close();
  timeouts.restore();
});

/** Waits until the last check has succeeded: the worker joins on connections that no check refuses. */
async function runJob(): Promise<void> {
  await expect.poll(main.isAvailable).toBe(true);
  const ran = runs;
  await context.queue.enqueue(main.db, countJob, {});
  await expect.poll(() => runs).toBe(ran + 1);
}

/** Lists the workers that are alive. A heartbeat that was sent before an outage may be stored after it. */
async function findWorkers(): Promise<string[]> {
  const { rows } = await main.pool.query<{ id: string }>(
    "select id from worker_heartbeat where beaten_at > clock_timestamp() - interval '1 second'",
  );
  return rows.map(({ id }) => id);
}

/** Checks pages, calls and the worker while the database is away. `kept` is the page /wraps, `fresh` one that was never requested. */
async function checkOutage(kept: string, fresh: string): Promise<void> {
  context.clock.move(10);
  const stale = await app.inject("/wraps");
  expect([stale.statusCode, stale.body]).toEqual([200, kept]);
  context.clock.move(50);
  expect((await app.inject("/wraps")).statusCode).toBe(200);
  context.clock.move(20);
  const printed = vi.spyOn(console, "error");
  for (const path of ["/wraps", fresh]) {
    const page = await app.inject(path);
    expect([page.statusCode, page.headers["retry-after"], page.headers["cache-control"]]).toEqual([
      ...[503, "5", "no-store"],
    ]);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.body).toContain("</html>");
    expect(page.body).not.toMatch(/ECONN|unavailable:|\.ts:/);
  }
  // The state of the database is logged once, not for each page.
  expect(printed.mock.calls).toEqual([]);
  expect(logged.mock.calls.flat().filter((text) => String(text).includes("page"))).toEqual([]);
  printed.mockRestore();
  const call = await app.inject("/api/v1/songs");
  expect([call.statusCode, call.headers["retry-after"], call.json()]).toEqual([
    ...[503, "5"],
    {
      success: false,
      code: "E0052",
      message: "This site’s database is not responding. Please try again in a moment.",
      errors: [],
    },
  ]);
  await expect
    .poll(() => logged.mock.calls.flat().join(" "))
    .toContain(`could not renew its heartbeat in the database within ${AWAY_AFTER_MS / 1_000} s`);
}

const away = {
  "is stopped": { leave: () => server.stop(), comeBack: () => server.start() },
  hangs: { leave: () => server.freeze(), comeBack: () => server.resume() },
};

test.each(Object.entries(away))(
  "while the database %s, kept pages are served for a minute, everything else responds 503, and the worker waits to run jobs as a new one",
  async (name, { leave, comeBack }) => {
    await runJob();
    await expect.poll(findWorkers).toHaveLength(1);
    const [before = ""] = await findWorkers();
    const kept = await app.inject("/wraps");
    expect(kept.statusCode).toBe(200);
    logged.mockClear();
    await leave();
    await timeouts.expireDuring(checkOutage(kept.body, `/experiences?${name}`), isLimit);
    await comeBack();
    context.clock.move(10);
    for (const path of ["/api/v1/songs", "/wraps"])
      await expect.poll(async () => (await app.inject(path)).statusCode).toBe(200);
    await expect.poll(findWorkers).toEqual([expect.not.stringMatching(before)]);
    await runJob();
  },
);
