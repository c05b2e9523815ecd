import { open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRepository, readManifest, writeManifest } from "../platform/backup/repository.ts";
import { openFolderTarget } from "../platform/backup/targets/folder-target.ts";
import { type Database, sql } from "../platform/database/database.ts";
import { openDiskStorage } from "../platform/storage/disk.ts";
import { type BackupSite, digest, filesIn, openBackupSite, run, siteKeys } from "../testing/backup-site.ts";
import { query } from "../testing/database/setup.ts";

const png = { extension: "png", contentType: "image/png" };

let opened: BackupSite;
beforeAll(async () => {
  opened = await openBackupSite();
});
afterAll(() => opened.close());

const site = () => opened.variables();
const sizeOf = async (path: string) => (await stat(path)).size;

describe("backup and restore", () => {
  it("reproduce every table, sequence and file on an empty machine", async () => {
    const made = await run(site(), "backup");
    expect(made).toMatchObject({ code: 0, text: expect.stringMatching(/^Backup \S+ is complete\.$/) });
    expect(made.error).toContain("Files: 2, 600 kB, of which 600 kB are new");
    const url = await opened.emptyDatabase();
    const other = await opened.machine(url);
    const restored = await run({ ...other, PUBLIC_URL: "https://other.example" }, "restore");
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining("is restored") });
    expect(await digest(url)).toEqual(await digest(opened.source.url));
    const events = "select kind, detail ->> 'by' as by from security_event where kind like 'backup-%'";
    expect(await query(opened.source.url, events)).toEqual([{ kind: "backup-created", by: "operator" }]);
    expect(await query(url, events)).toEqual([{ kind: "backup-restored", by: "operator" }]);
    const storage = await openDiskStorage(join(other.DATA_DIR, "files"));
    expect((await storage.stat(opened.referenced))?.size).toBe(600_000);
    await storage.close();
  });

  it("copy only new files the next time, and keep the configured number of backups", async () => {
    const { key } = await opened.source.context.storage.put(Buffer.alloc(1_000, 1), png);
    const { error } = await run({ ...site(), BACKUP_KEEP: "1" }, "backup");
    expect(error).toContain("Files: 3, 601 kB, of which 1.0 kB are new");
    expect(error).toContain("Deleted old backups: ");
    await opened.source.context.storage.delete(key);
    expect((await filesIn(join(opened.target, "files"))).length).toBe(3);
    await run({ ...site(), BACKUP_KEEP: "1" }, "backup");
    expect((await filesIn(join(opened.target, "files"))).length).toBe(2);
    const { text } = await run(site(), "backup", "--list");
    expect(text).toMatch(/^\S+ {2}https:\/\/music\.example {2}[\d,]+ rows, 2 files \(600 kB\)$/);
  });

  it("show nothing to a reader without the passphrase", async () => {
    const contents = await filesIn(opened.target);
    expect(contents.every((path) => !path.includes(opened.referenced.slice(6, 30)))).toBe(true);
    const wrong = { ...site(), BACKUP_PASSPHRASE: "another passphrase" };
    for (const args of [["backup"], ["backup", "--list"], ["restore"], ["restore", "--print-keys"]])
      expect(await run(wrong, ...args)).toMatchObject({
        code: 1,
        error: `BACKUP_PASSPHRASE is not the passphrase of the backups in ${opened.target}.`,
      });
  });

  it("print the keys of the site before it is configured", async () => {
    const { BACKUP_DIR, BACKUP_PASSPHRASE } = site();
    const { code, text } = await run({ BACKUP_PASSPHRASE }, "restore", BACKUP_DIR, "--print-keys");
    expect({ code, text }).toEqual({
      code: 0,
      text: `SECRET_KEY=${siteKeys.SECRET_KEY}\nOPERATOR_KEY=${siteKeys.OPERATOR_KEY}`,
    });
  });

  it("refuse another key, a database with content, and one that is in use", async () => {
    const url = await opened.emptyDatabase();
    const other = await opened.machine(url);
    const otherKey = { ...other, SECRET_KEY: Buffer.alloc(32, 6).toString("base64") };
    expect((await run(otherKey, "restore")).error).toMatch(/SECRET_KEY is not the key of this backup/);
    expect((await run({ ...site(), SECRET_KEY: otherKey.SECRET_KEY }, "backup")).error).toMatch(
      /SECRET_KEY is not the key that this database was used with/,
    );
    const program = new pg.Client({ connectionString: url, application_name: "wrapsody 1234" });
    await program.connect();
    expect((await run(other, "restore")).error).toMatch(/The program is running on this database/);
    await program.end();
    await query(url, "create table something (id int)");
    const name = new URL(url).pathname.slice(1);
    expect((await run(other, "restore")).error).toMatch(
      `The database ${name} is not empty. Restore into an empty one, or add --overwrite ${name} to delete its content.`,
    );
    expect((await run(other, "restore", "--overwrite", "another")).code).toBe(1);
    expect((await run(other, "restore", "--overwrite", name)).code).toBe(0);
    expect(await digest(url)).toEqual(await digest(opened.source.url));
    expect((await run(other, "restore")).error).toMatch(/is not empty/);
  });

  it("continue after an interruption, and let no program start before", async () => {
    const url = await opened.emptyDatabase();
    const other = await opened.machine(url);
    // A folder in the place of the files lets the last step fail.
    const blocked = { ...other, DATA_DIR: join(other.DATA_DIR, "none") };
    await query(
      url,
      "create table restore_progress (backup_id text, is_loaded boolean, is_quarantined boolean)",
    );
    await query(url, "insert into restore_progress values ('unfinished', false, true)");
    expect((await run(blocked, "admin", "reset-password", "a@b.example")).error).toMatch(
      /A restore of this database did not finish/,
    );
    expect((await run(other, "restore")).code).toBe(0);
    expect(await digest(url)).toEqual(await digest(opened.source.url));
  });

  it("restore a backup that counted too few rows", async () => {
    expect((await run(site(), "backup")).code).toBe(0);
    const target = await openFolderTarget(opened.target);
    const repository = await openRepository(target, site().BACKUP_PASSPHRASE);
    const manifest = await readManifest(repository);
    for (const table of manifest.database.tables) table.rows = 0;
    await writeManifest(repository, manifest);
    expect((await run(site(), "backup", "--verify")).code).toBe(0);
    const url = await opened.emptyDatabase();
    expect((await run(await opened.machine(url), "restore")).code).toBe(0);
    expect(await digest(url)).toEqual(await digest(opened.source.url));
  });

  it("report files that the storage or the backup has lost, by name", async () => {
    const { db, storage } = opened.source.context;
    const { key } = await storage.put(Buffer.from("lost"), png);
    await sql`update song set audio_key = ${key}`.execute(db);
    await storage.delete(key);
    const made = await run(site(), "backup");
    expect(made).toMatchObject({ code: 3, error: expect.stringContaining(key) });
    expect((await lastRun(db)).missing_files).toEqual([key]);
    await sql`update song set audio_key = ${opened.referenced}`.execute(db);
    expect((await run(site(), "backup")).code).toBe(0);
    expect(await run(site(), "backup", "--verify")).toMatchObject({
      code: 0,
      text: expect.stringContaining("is intact"),
    });
    const sizes = await Promise.all(
      (await filesIn(join(opened.target, "files"))).map(async (path) => ({ path, size: await sizeOf(path) })),
    );
    const [largest] = sizes.sort((a, b) => b.size - a.size);
    await truncate(largest?.path ?? "", 300_000);
    expect(await run(site(), "backup", "--verify")).toMatchObject({
      code: 1,
      error: expect.stringContaining(`The file ${opened.referenced} is missing or damaged.`),
    });
    // The next backup notices the size and repairs it.
    expect((await run(site(), "backup")).code).toBe(0);
    expect((await run(site(), "backup", "--verify")).code).toBe(0);
  });

  it("name damaged parts, and copy damaged files again", async () => {
    const target = await opened.createTarget("damaged");
    const variables = { ...site(), BACKUP_DIR: target };
    const made = [await run(variables, "backup"), await run(variables, "backup")];
    const [first = "", second = ""] = made.map(({ text }) => /^Backup (\S+) /.exec(text)?.[1]);
    await flipByte(join(target, "backups", second, "database", "public.song.0"));
    const damage = `${second}/database/public.song.0 cannot be decrypted.`;
    expect(await run(variables, "backup", "--verify")).toMatchObject({
      code: 1,
      error: `The backup is damaged: ${damage}`,
    });
    const other = { ...(await opened.machine(await opened.emptyDatabase())), BACKUP_DIR: target };
    expect(await run(other, "restore")).toMatchObject({ code: 1, error: expect.stringContaining(damage) });
    expect((await run(other, "jobs", "list")).error).toMatch(/A restore of this database did not finish/);
    expect(await run(other, "restore", "--id", first)).toMatchObject({ code: 0 });
    expect(await digest(other.DATABASE_URL)).toEqual(await digest(opened.source.url));

    const files = await filesIn(join(target, "files"));
    const sizes = await Promise.all(files.map(sizeOf));
    await flipByte(files[sizes.indexOf(Math.max(...sizes))] ?? "");
    const problem = `The file ${opened.referenced} is missing or damaged.`;
    for (const args of [["backup"], ["backup", "--repair"]]) {
      expect((await run(variables, "backup", "--verify", "--id", first)).error).toBe(problem);
      expect((await run(variables, ...args)).code).toBe(0);
    }
    expect((await run(variables, "backup", "--verify", "--id", first)).code).toBe(0);

    await flipByte(join(target, "backups", second, "manifest"));
    expect((await run(variables, "backup", "--list")).text).toContain(
      `\n${second}  damaged\n${first}  https://`,
    );
    expect(await run({ ...variables, BACKUP_KEEP: "4" }, "backup")).toMatchObject({
      code: 0,
      error: expect.stringMatching(
        /Deleted old backups: \S+\nFiles of deleted backups are kept: The backup is damaged: \S+\/manifest cannot/,
      ),
    });
  });

  it("store how they ended", async () => {
    const { db } = opened.source.context;
    expect(await lastRun(db)).toMatchObject({
      error: null,
      files: 2,
      missing_files: [],
      is_scheduled: false,
    });
    expect(
      await run({ ...site(), BACKUP_DIR: join(opened.target, "repository.json", "below") }, "backup"),
    ).toMatchObject({ code: 1 });
    expect((await lastRun(db)).error).toMatch(
      /^The backup folder \S+ cannot be used: part of its path is a file\.$/,
    );
  });
});

async function flipByte(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, size - 1);
    byte[0] = (byte[0] ?? 0) ^ 1;
    await file.write(byte, 0, 1, size - 1);
  } finally {
    await file.close();
  }
}

async function lastRun(db: Database) {
  const { rows } = await sql<{
    error: string | null;
    files: number;
    missing_files: string[];
    is_scheduled: boolean;
  }>`
    select error, files, missing_files, is_scheduled from backup_run order by finished_at desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("no backup has ended");
  return row;
}
