import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { BACKGROUND_TIMEOUT_MS } from "../../../checks/test-limits.ts";
import { backupHealth } from "../platform/backup/backup-health.ts";
import { backupJob } from "../platform/backup/backup-job.ts";
import { lockBackups } from "../platform/backup/snapshot.data.ts";
import { readConfig } from "../platform/config/config.ts";
import { openDatabase, sql } from "../platform/database/database.ts";
import { startWorker, type Worker } from "../platform/jobs/worker.ts";
import { openDiskStorage } from "../platform/storage/disk.ts";
import { type BackupSite, digest, filesIn, openBackupSite, run } from "../testing/backup-site.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { inheritedVariables } from "../testing/node-process.ts";

const killedCommand = fileURLToPath(new URL("../testing/killed-command.ts", import.meta.url));

let site: BackupSite;
let schedule: Schedule;
beforeAll(async () => {
  site = await openBackupSite();
  schedule = await startSchedule();
});
afterAll(async () => {
  await schedule.stop();
  await site.close();
});

type Schedule = { database: TestDatabase; stop(): Promise<void> };

/** Starts two workers that make a backup of an empty site every minute. */
async function startSchedule(): Promise<Schedule> {
  const { DATABASE_URL: _, DATA_DIR: __, ...variables } = site.variables();
  const target = await site.createTarget("scheduled");
  const database = await testDatabase({ ...variables, BACKUP_DIR: target, BACKUP_SCHEDULE: "* * * * *" });
  Object.assign(database.context.config.database, { url: database.url });
  const nodes: { worker: Worker; close(): Promise<void> }[] = [];
  for (let node = 0; node < 2; node += 1) {
    const { pool, close } = openDatabase({ url: database.url, size: 8, onError: () => undefined });
    nodes.push({ worker: await startWorker(database.context, pool, [backupJob]), close });
  }
  return {
    database,
    async stop() {
      for (const { worker, close } of nodes) {
        await worker.stop();
        await close();
      }
      await database.close();
    },
  };
}

/** Runs a command in a process that kills itself before a file operation, and waits until the database noticed. */
async function runKilled(environment: Record<string, string>, killAt: string, ...args: string[]) {
  const child = spawn(process.execPath, [killedCommand, ...args], {
    env: { ...inheritedVariables(), ...environment, KILL_AT: killAt },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errors, [, signal]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([killAt, signal, signal === "SIGKILL" ? "" : errors]).toEqual([killAt, "SIGKILL", ""]);
  await expect.poll(() => countSessions(environment.DATABASE_URL ?? "")).toBe(0);
}

async function countSessions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name like 'wrapsody %'",
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const idOf = ({ text: line }: { text: string }) => /^Backup (\S+) /.exec(line)?.[1] ?? "";

describe("a killed backup", () => {
  it("leaves earlier backups intact, and the next one completes and cleans up", async () => {
    const { source } = site;
    // This process has connections to the site's database; the killed commands need one without.
    const seed = { ...site.variables(), BACKUP_DIR: await site.createTarget("seed") };
    expect((await run(seed, "backup")).code).toBe(0);
    const copy = { ...(await site.machine(await site.emptyDatabase())), BACKUP_DIR: seed.BACKUP_DIR };
    expect((await run(copy, "restore")).code).toBe(0);
    const target = await site.createTarget("killed-backup");
    const child = { ...copy, BACKUP_DIR: target, BACKUP_KEEP: "1" };
    const original = idOf(await run(child, "backup"));
    const storage = await openDiskStorage(join(copy.DATA_DIR, "files"));
    onTestFinished(() => storage.close());
    for (const content of ["one", "two", "three"])
      await storage.put(Buffer.from(content), { extension: "txt", contentType: "text/plain" });

    for (const moment of ["/database/public\\.song\\.0$", "/files/", "/files$", "/keys$", "/manifest$"]) {
      await runKilled(child, `rename ${moment}`, "backup");
      const { text: list } = await run(child, "backup", "--list");
      expect(list.split("\n").map((line) => line.replace(/ {2}http.*/, ""))).toEqual([
        original,
        expect.stringMatching(/ incomplete$/),
      ]);
    }
    // The last one is killed while it deletes the first backup.
    await runKilled(child, `rm ${original}/database/public\\.song\\.0$`, "backup");
    const { text: list } = await run(child, "backup", "--list");
    const [complete = ""] = list.split("\n");
    expect(complete).toMatch(/ 5 files /);
    expect(list).toBe(`${complete}\n${original}  incomplete`);

    const made = await run(child, "backup");
    expect(made).toMatchObject({
      code: 0,
      error: expect.stringContaining("Files: 5, 600 kB, of which 0 bytes are new"),
    });
    expect((await run(child, "backup", "--list")).text).toMatch(new RegExp(`^${idOf(made)} .*5 files`));
    expect(await run(child, "backup", "--verify")).toMatchObject({ code: 0 });
    const files = await filesIn(target);
    expect(files.filter((path) => path.includes("/tmp/"))).toEqual([]);
    expect(files.filter((path) => !path.includes(idOf(made)) && path.includes("/backups/2"))).toEqual([]);
    const restored = { ...(await site.machine(await site.emptyDatabase())), BACKUP_DIR: target };
    expect((await run(restored, "restore")).code).toBe(0);
    expect(await digest(restored.DATABASE_URL)).toEqual(await digest(source.url));
  });
});

describe("a killed restore", () => {
  it("lets no program start, continues when it is repeated, and keeps its quarantine", async () => {
    const { source, referenced } = site;
    const target = await site.createTarget("killed-restore");
    expect((await run({ ...site.variables(), BACKUP_DIR: target }, "backup")).code).toBe(0);
    const url = await site.emptyDatabase();
    const other = { ...(await site.machine(url)), BACKUP_DIR: target };
    const moments: [killAt: string, ...options: string[]][] = [
      ["open /database/public\\.song\\.0$"],
      ["open killed-restore/files/"],
      ["rename /machine-.*/files/", "--quarantine"],
    ];
    for (const [killAt, ...options] of moments) {
      await runKilled(other, killAt, "restore", ...options);
      expect((await run(other, "jobs", "list")).error).toMatch(/A restore of this database did not finish/);
    }
    expect(await run(other, "restore")).toMatchObject({
      code: 0,
      text: expect.stringContaining("is restored"),
    });
    expect(await digest(url)).toMatchObject({ ...(await digest(source.url)), quarantine: expect.anything() });
    const storage = await openDiskStorage(join(other.DATA_DIR, "files"));
    expect((await storage.stat(referenced))?.size).toBe(600_000);
    await storage.close();
    expect((await run(other, "restore", "--release")).text).toMatch(/^Released/);
    expect(await digest(url)).toEqual(await digest(source.url));
  });
});

describe("the embedded database", () => {
  it("is restored and backed up like any other", async () => {
    const { source } = site;
    const [from, to] = [await site.createTarget("to-embedded"), await site.createTarget("from-embedded")];
    expect((await run({ ...site.variables(), BACKUP_DIR: from }, "backup")).code).toBe(0);
    const { DATABASE_URL: _, ...machine } = await site.machine("");
    const embedded = { ...machine, BACKUP_DIR: from };
    expect(await run(embedded, "restore")).toMatchObject({ code: 0 });
    expect((await run(embedded, "restore")).error).toMatch(/The database wrapsody is not empty/);
    expect(await run({ ...embedded, BACKUP_DIR: to }, "backup")).toMatchObject({ code: 0 });
    const url = await site.emptyDatabase();
    expect(await run({ ...(await site.machine(url)), BACKUP_DIR: to }, "restore")).toMatchObject({ code: 0 });
    expect(await digest(url)).toEqual(await digest(source.url));
  });
});

function canMount(): boolean {
  return spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
}

describe("a scheduled backup", () => {
  const scheduled = (target: string) => {
    const { context } = site.source;
    const variables = { ...site.variables(), BACKUP_DIR: target, BACKUP_SCHEDULE: "17 3 * * *" };
    return { ...context, config: readConfig({ NODE_ENV: "test", ...variables }) };
  };

  it.skipIf(!canMount())(
    "to a full disk fails clearly, keeps earlier backups and raises an alarm",
    async () => {
      const { db, storage } = site.source.context;
      const target = join(site.folder, "small");
      await mkdir(target);
      const mount = (...args: string[]) => expect(spawnSync("mount", [...args, target]).status).toBe(0);
      mount("-t", "tmpfs", "-o", "size=3m", "wrapsody-test");
      onTestFinished(() => void spawnSync("umount", [target]));
      await site.createTarget("small");
      const context = scheduled(target);
      await backupJob.run(context, {});
      const { key } = await storage.put(Buffer.alloc(4_000_000, 7), {
        extension: "bin",
        contentType: "application/octet-stream",
      });
      onTestFinished(() => storage.delete(key));
      const message = `There is no space left for the backup in ${target}.`;
      await expect(backupJob.run(context, {})).rejects.toThrow(message);
      const issue = { part: "backup", of: "schedule", kind: "FAILED", since: expect.any(String) };
      expect(await backupHealth(context).issues()).toEqual([issue]);
      const { rows } = await sql<{ error: string }>`
      select error from backup_run where error is not null order by finished_at desc limit 1`.execute(db);
      expect(rows).toEqual([{ error: message }]);
      const variables = { ...site.variables(), BACKUP_DIR: target };
      expect((await run(variables, "backup", "--list")).text).toMatch(
        /^\S+ {2}http:\S+ {2}[\d,]+ rows, 2 files/,
      );
      expect((await run(variables, "backup", "--verify")).code).toBe(0);
      expect((await filesIn(join(target, "tmp"))).length).toBe(0);
      mount("-o", "remount,size=64m");
      await backupJob.run(context, {});
      expect(await backupHealth(context).issues()).toEqual([]);
      expect((await run(variables, "backup", "--verify")).code).toBe(0);
    },
  );

  it("is left out while another one runs", async () => {
    const target = await site.createTarget("busy");
    const other = new pg.Client({ connectionString: site.source.url });
    await other.connect();
    onTestFinished(() => other.end());
    expect(await lockBackups(other)).toBe(true);
    await backupJob.run(scheduled(target), {});
    expect(await run({ ...site.variables(), BACKUP_DIR: target }, "backup")).toMatchObject({
      code: 1,
      error: "Another backup of this database is running.",
    });
    expect(await filesIn(join(target))).toEqual([join(target, "repository.json")]);
    expect(await backupHealth(scheduled(target)).issues()).toEqual([]);
  });

  // Cron expressions count in minutes. The workers have run since the first test began.
  it("is made once for each due time by several workers", async () => {
    const { db } = schedule.database.context;
    const count = async () => {
      const { rows } = await sql<{ due: number; jobs: number; runs: number; errors: string[] }>`
        select extract(epoch from date_trunc('minute', k.last_execution) - date_trunc('minute', k.known_since))::int / 60 as due,
          coalesce(pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')::regclass), 0)::int as jobs,
          (select count(*) from backup_run where is_scheduled)::int as runs,
          (select coalesce(array_agg(error), '{}') from backup_run where error is not null) as errors
        from graphile_worker._private_known_crontabs k where identifier = ${backupJob.name}`.execute(db);
      return rows[0];
    };
    const isComplete = async () => {
      const { due = 0, jobs, runs, errors } = (await count()) ?? {};
      return { due: due > 0, jobs: jobs === due, runs: runs === due, errors };
    };
    await expect
      .poll(isComplete, { timeout: BACKGROUND_TIMEOUT_MS })
      .toEqual({ due: true, jobs: true, runs: true, errors: [] });
  });
});
