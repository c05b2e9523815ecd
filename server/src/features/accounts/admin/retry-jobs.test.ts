import type { QueuedJob } from "@wrapsody/shared/operations/jobs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { sql } from "../../../platform/database/database.ts";
import { job, toTaskList } from "../../../platform/jobs/queue.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { runTasks } from "../../../testing/jobs.ts";

let people: People;
let admin: Person;
let fan: Person;
let runs = 0;
let isFailing = true;

const failingJob = job({
  name: "test-failing",
  payload: z.object({ email: z.string() }),
  tries: 1,
  async run(_, { email }) {
    runs += 1;
    if (isFailing)
      throw new Error(
        `550 5.1.1 <${email}> unknown; POST https://rpc.example/v2/secretkey0123456789?token=abc by 0x${"ab".repeat(32)}\nat line 2`,
      );
  },
});

beforeAll(async () => {
  people = await openPeople();
  [admin, fan] = [await people.join(), await people.join()];
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(people.context.db);
});
afterAll(() => people.close());

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(people.context.db);
  isFailing = true;
  runs = 0;
});

const run = () => runTasks(people.context, toTaskList(people.context, [failingJob]));

async function enqueue(count = 1): Promise<void> {
  for (let each = 0; each < count; each += 1)
    await people.context.queue.enqueue(people.context.db, failingJob, { email: "ada@label.example" });
}

async function list(query = ""): Promise<{ data: QueuedJob[]; total: number }> {
  const { json, status } = await people.call("GET", `admin/jobs?${query}`, bearer(admin.token));
  expect(status).toBe(200);
  return json.body;
}

const retry = (id: string, person = admin) =>
  people.call("POST", `admin/job/${id}/retry`, bearer(person.token));
const retryAll = (name: string, person = admin) =>
  people.call("POST", "admin/jobs/retry", { ...bearer(person.token), payload: { name } });

describe("the jobs page", () => {
  it("lists failed, running and waiting jobs with redacted errors and without payloads", async () => {
    await enqueue();
    await run();
    await enqueue(2);
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id =
      (select max(id) from graphile_worker._private_jobs)`.execute(people.context.db);
    const { data, total } = await list();
    expect(total).toBe(3);
    expect(data.map(({ state }) => state)).toEqual(["FAILED", "RUNNING", "WAITING"]);
    expect(data[0]).toMatchObject({
      name: "test-failing",
      attempts: 1,
      max_attempts: 1,
      error: "550 5.1.1 <[email]> unknown; POST https://rpc.example/… by 0x…",
    });
    expect(JSON.stringify(data)).not.toMatch(/ada@|secretkey|line 2/);
    expect((await list("state==WAITING")).total).toBe(1);
    expect((await list("name==test-failing")).total).toBe(3);
    expect((await list("name==other")).total).toBe(0);
    const { json } = await people.call("GET", "admin/job-counts", bearer(admin.token));
    expect(json.body.jobs).toEqual([{ name: "test-failing", failed: 1, running: 1, waiting: 1 }]);
  });

  it("runs a failed job once more, however often that is asked at once, and audits it", {
    retry: 0,
  }, async () => {
    await enqueue();
    await run();
    isFailing = false;
    const [failed] = (await list("state==FAILED")).data;
    const answers = await Promise.all(Array.from({ length: 3 }, () => retry(failed?.id ?? "")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await run();
    expect(runs).toBe(2);
    expect((await list()).total).toBe(0);
    expect((await retry(failed?.id ?? "")).status).toBe(404);
    const { json } = await people.call("GET", "admin/audit?kind==jobs-retried", bearer(admin.token));
    expect(json.body.data).toMatchObject([
      { account: { id: admin.id }, detail: { job: "test-failing", jobs: 1, by: admin.id } },
    ]);
  });

  it("runs all failed jobs of a name again, each once", { retry: 0 }, async () => {
    await enqueue(3);
    await run();
    expect(runs).toBe(3);
    const answers = await Promise.all([retryAll("test-failing"), retryAll("test-failing")]);
    expect(answers.map(({ json }) => json.body.retried).sort()).toEqual([0, 3]);
    isFailing = false;
    await run();
    expect(runs).toBe(6);
    expect((await retryAll("test-failing")).json.body).toEqual({ retried: 0 });
  });

  it("is for administrators only", async () => {
    for (const path of ["admin/jobs", "admin/job-counts"]) {
      expect((await people.call("GET", path)).status).toBe(401);
      expect((await people.call("GET", path, bearer(fan.token))).status).toBe(403);
    }
    expect((await people.call("POST", "admin/job/1/retry")).status).toBe(401);
    expect((await retry("1", fan)).status).toBe(403);
    expect((await retryAll("test-failing", fan)).status).toBe(403);
    expect((await retryAll("")).status).toBe(400);
    expect((await retry("none")).status).toBe(404);
    expect((await people.call("GET", "admin/jobs?payload==x", bearer(admin.token))).status).toBe(400);
  });
});
