import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { makeMaster, prepareEncoder } from "../../../testing/media/masters.ts";
import { encodeMasterJob } from "./encode-job.ts";
import { findOwnMaster, upsertMaster } from "./masters.data.ts";

const modules = {
  job: new URL("./encode-job.ts", import.meta.url).href,
  context: new URL("../../../testing/chain/chain-context.ts", import.meta.url).href,
};

let database: TestDatabase;
beforeAll(async () => {
  await prepareEncoder();
  database = await testDatabase();
});
afterAll(() => database.close());

/** The steps at which a process dies, as code that wraps its storage, database or folder. */
const steps = {
  "before it reads the master": "context.storage = { ...storage, read: die };",
  "while FFmpeg encodes":
    "context.storage = { ...storage, async read(key) { setTimeout(die, 400); return storage.read(key); } };",
  "before it stores the mp3": "context.storage = { ...storage, put: die };",
  "after it stored the mp3":
    "context.storage = { ...storage, async put(...given) { await storage.put(...given); die(); } };",
  "in its transaction": "context.queue = { enqueue: die };",
} as const;

/** Runs the job in a process that dies at a step. */
async function encodeAndDie(step: string, waiting: object): Promise<void> {
  const place = { url: database.url, folder: database.context.config.dataDir, evm: {} };
  const program = `
    import { encodeMasterJob } from ${JSON.stringify(modules.job)};
    import { openChainContext } from ${JSON.stringify(modules.context)};
    const { context } = await openChainContext(${JSON.stringify(place)});
    const { storage } = context;
    const die = () => { process.kill(process.pid, "SIGKILL"); return new Promise(() => undefined); };
    ${step}
    await encodeMasterJob.run(context, ${JSON.stringify(waiting)});`;
  const child: ChildProcess = spawn(
    process.execPath,
    ["--no-warnings", "--input-type=module", "-e", program],
    { stdio: "inherit" },
  );
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}

it("an encoder killed at any step leaves the master and no process, and the next one encodes it once", async () => {
  const { context } = database;
  const { db, storage, config } = context;
  // Long enough that FFmpeg is killed at work.
  const content = await makeMaster("flac", { seconds: 120 });
  const stored = await storage.put(content, { extension: "flac", contentType: "audio/flac" });
  const songId = await addSong(db);
  const waiting = { songId, key: stored.key };
  const master = { fileName: "a.flac", format: "FLAC", bytes: content.length, duration: 120 } as const;
  await upsertMaster(db, { ...waiting, ...master, sampleRate: 44_100, channels: 2 }, new Date());
  for (const [name, step] of Object.entries(steps)) {
    await encodeAndDie(step, waiting);
    expect(await findOwnMaster(db, songId), name).toMatchObject({ state: "ENCODING" });
    expect((await buffer(await storage.read(stored.key))).equals(content)).toBe(true);
    const { rows } = await sql`select incoming_audio_key from song where id = ${songId}`.execute(db);
    expect(rows).toEqual([{ incoming_audio_key: null }]);
  }
  // Nothing is left of the processes: FFmpeg ends with the one that started it.
  await expect.poll(() => listEncoders(config.dataDir)).toEqual([]);
  await encodeMasterJob.run(context, waiting);
  expect(await findOwnMaster(db, songId)).toMatchObject({ state: "ENCODED", problem: null });
  const { rows } = await sql<{ count: number }>`select count(*) as count from audio_file`.execute(db);
  expect(rows).toEqual([{ count: 1 }]);
  expect(await readdir(join(config.dataDir, "encoding"))).toEqual([]);
});

/** The command lines of running processes that name a folder of this test. */
async function listEncoders(folder: string): Promise<string[]> {
  const lines = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return lines.filter((line) => line.startsWith("/usr/bin/bwrap") && line.includes(folder));
}
