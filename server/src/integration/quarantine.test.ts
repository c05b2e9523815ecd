import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { allJobs } from "../features.ts";
import { backupHealth } from "../platform/backup/backup-health.ts";
import { insertBackupRun } from "../platform/backup/backup-runs.data.ts";
import { getBackupStatus } from "../platform/backup/backup-status.ts";
import { releaseQuarantine } from "../platform/backup/quarantine.data.ts";
import { listScheduledTimes } from "../platform/backup/schedule.ts";
import { openDatabase, sql } from "../platform/database/database.ts";
import { job, sentKinds } from "../platform/jobs/queue.ts";
import { startWorker } from "../platform/jobs/worker.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    BACKUP_SCHEDULE: "17 3 * * *",
    BACKUP_DIR: "/nonexistent",
    BACKUP_PASSPHRASE: "seven tall windows",
  });
});
afterAll(() => database.close());

it("every kind of external effect is held", () => {
  const heldNames = allJobs.flatMap(({ name, sends }) => (sends === undefined ? [] : [name]));
  expect(heldNames).toEqual(expect.arrayContaining(["send-letter", "work-on-chain", "refund-payment"]));
  for (const kind of sentKinds) expect(allJobs.some(({ sends }) => sends === kind)).toBe(true);
});

it("holds jobs that send something until they are released, and runs the others", async () => {
  const { context, url } = database;
  const { db, queue } = context;
  const ran: string[] = [];
  const payload = z.object({});
  const run = (name: string) => async () => void ran.push(name);
  const mail = job({ name: "test-mail", payload, tries: 2, sends: "mails", run: run("mail") });
  const count = job({ name: "test-count", payload, tries: 2, run: run("count") });
  await sql`insert into quarantine (backup_id) values ('one')`.execute(db);
  const { pool, close } = openDatabase({ url, size: 8, onError: () => undefined });
  const worker = await startWorker(context, pool, [mail, count]);
  await queue.enqueue(db, mail, {});
  await queue.enqueue(db, count, {});
  await expect.poll(() => ran).toEqual(["count"]);
  await queue.enqueue(db, count, {});
  await expect.poll(() => ran).toEqual(["count", "count"]);
  expect(await backupHealth(context).issues()).toEqual([
    { part: "backup", of: "held jobs", kind: "QUARANTINE", since: expect.stringMatching(/Z$/) },
  ]);
  expect((await getBackupStatus(context)).quarantine?.backup_id).toBe("one");
  expect(await releaseQuarantine(db)).toMatchObject({ backup_id: "one" });
  expect(await releaseQuarantine(db)).toBeUndefined();
  await expect.poll(() => ran).toEqual(["count", "count", "mail"]);
  const { rows } = await sql`select from graphile_worker._private_jobs where attempts > 1`.execute(db);
  expect(rows).toEqual([]);
  await worker.stop();
  await close();
});

it("the times of a schedule are found backwards", () => {
  const before = new Date("2026-11-23T03:16:59Z");
  const iso = (schedule: string, count: number) =>
    listScheduledTimes(schedule, before, count).map((time) => time.toISOString().slice(0, 16));
  expect(iso("17 3 * * *", 2)).toEqual(["2026-11-22T03:17", "2026-11-21T03:17"]);
  expect(iso("17 3 * * 1-5", 2)).toEqual(["2026-11-20T03:17", "2026-11-19T03:17"]);
  expect(iso("*/15 * * * *", 2)).toEqual(["2026-11-23T03:15", "2026-11-23T03:00"]);
  expect(iso("0 0 1 1 *", 1)).toEqual([]);
});

it("health is degraded once a scheduled backup failed, and once two have not succeeded", async () => {
  const { db, config, clock } = database.context;
  const findIssues = (now: string) =>
    backupHealth({ db, config, clock: { ...clock, now: () => new Date(now) } }).issues();
  const run = { target: "/backups", is_scheduled: true, started_at: new Date("2026-11-20T03:17:00Z") };
  const done = { error: null, rows: 1, files: 2, bytes: 3, added_bytes: 3, missing_files: [] };
  await sql`delete from backup_run`.execute(db);
  await insertBackupRun(db, { ...run, ...done, id: "first" });
  await sql`update backup_run set finished_at = '2026-11-20T03:40:00Z'`.execute(db);
  await insertBackupRun(db, { ...run, id: "second", error: "There is no space left." });
  expect(await getBackupStatus(database.context)).toMatchObject({
    is_configured: true,
    last_success: { id: "first", finished_at: "2026-11-20T03:40:00Z", files: 2, missing_files: 0 },
    last_failure: { error: "There is no space left." },
    quarantine: null,
  });
  const failed = { part: "backup", of: "schedule", kind: "FAILED", since: expect.stringMatching(/Z$/) };
  expect(await findIssues("2026-11-21T12:00:00Z")).toEqual([failed]);
  expect(await findIssues("2026-11-22T03:16:00Z")).toEqual([failed]);
  expect(await findIssues("2026-11-22T03:17:00Z")).toEqual([
    failed,
    { part: "backup", of: "schedule", kind: "OVERDUE", since: "2026-11-20T03:40:00Z" },
  ]);
  await insertBackupRun(db, { ...run, ...done, id: "third" });
  expect(await findIssues("2026-11-21T12:00:00Z")).toEqual([]);
});
