import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { allJobs } from "../../features.ts";
import { sql } from "../../platform/database/database.ts";
import { toTaskList } from "../../platform/jobs/queue.ts";
import { registerFiles } from "../../platform/storage/registered-storage.ts";
import { openS3Storage } from "../../platform/storage/s3.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { addSong } from "../../testing/fixtures/songs.ts";
import { type S3Request, startLoopbackS3, startS3Proxy } from "../../testing/media/loopback-s3.ts";

const modules = {
  features: new URL("../../features.ts", import.meta.url).href,
  queue: new URL("../../platform/jobs/queue.ts", import.meta.url).href,
  s3: new URL("../../platform/storage/s3.ts", import.meta.url).href,
  context: new URL("../../testing/chain/chain-context.ts", import.meta.url).href,
};

let database: TestDatabase;
let directory: string;
let s3: Awaited<ReturnType<typeof startLoopbackS3>>;
let proxy: Awaited<ReturnType<typeof startS3Proxy>>;
let storage: Storage;
let song: number;
let key: string;
let around: (request: S3Request, forward: () => Promise<void>) => Promise<void> = (_, forward) => forward();

beforeAll(async () => {
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), "withheld-crash-"));
  s3 = await startLoopbackS3(join(directory, "server"));
  proxy = await startS3Proxy({ ...s3.settings, signedUrls: true }, (request, forward) =>
    around(request, forward),
  );
  storage = await openS3Storage(proxy.settings, join(directory, "spool"), POLL_TIMEOUT_MS);
  const { context } = database;
  context.storage = registerFiles(storage, context.db);
  const kind = { extension: "mp3", contentType: "audio/mpeg" };
  ({ key } = await context.storage.put(Buffer.from("a recording"), kind));
  song = await addSong(context.db);
  await sql`update song set audio_key = ${key} where id = ${song}`.execute(context.db);
});
afterAll(async () => {
  await storage.close();
  await proxy.stop();
  await s3.stop();
  await database.close();
  await rm(directory, { recursive: true });
});

async function setRestricted(isRestricted: boolean): Promise<void> {
  const { db } = database.context;
  await sql`delete from restriction`.execute(db);
  if (isRestricted)
    await sql`
      insert into restriction (kind, target, ground, basis, reason, since)
      values ('wrap', ${String(song)}, 'law', 'GDPR', 'No consent.', now())`.execute(db);
  await sql`update song set status = status where id = ${song}`.execute(db);
}
const runPlacing = async () =>
  toTaskList(database.context, allJobs)["place-files"]?.({ keys: [key] }, undefined as never);

/** Runs the job in a process of its own. */
function startPlacing(): ChildProcess {
  const program = `
    import { registerFeatures, allJobs } from ${JSON.stringify(modules.features)};
    import { toTaskList } from ${JSON.stringify(modules.queue)};
    import { openS3Storage } from ${JSON.stringify(modules.s3)};
    import { openChainContext } from ${JSON.stringify(modules.context)};
    registerFeatures();
    const { context } = await openChainContext(${JSON.stringify({ url: database.url, folder: directory, evm: {} })});
    const storage = await openS3Storage(${JSON.stringify(proxy.settings)}, ${JSON.stringify(join(directory, "spool-of-child"))});
    await toTaskList({ ...context, storage }, allJobs)["place-files"]({ keys: [${JSON.stringify(key)}] });
    process.exit(0);`;
  return spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", program], {
    stdio: "inherit",
  });
}

/**
 * Kills the job at its `number`th request to the store, before or after the store has executed it. Returns the kind of the request;
 * undefined if the job ended before.
 */
async function placeAndDie(step: "before" | "after", number: number): Promise<string | undefined> {
  const child = startPlacing();
  const exited = once(child, "exit");
  let requests = 0;
  let killedAt: string | undefined;
  around = async ({ kind }, forward) => {
    requests += 1;
    if (requests !== number) return forward();
    killedAt = kind;
    if (step === "before") {
      child.kill("SIGKILL");
      throw new Error("killed");
    }
    const forwarding = forward();
    await forwarding.finally(() => child.kill("SIGKILL"));
  };
  const [code] = await exited;
  around = (_, forward) => forward();
  if (killedAt === undefined) expect(code).toBe(0);
  return killedAt;
}

it.each(["before", "after"] as const)(
  "a job killed %s any request to the store loses no file, and its repeat ends every old URL or brings it back",
  async (step) => {
    const url = await storage.signedUrl?.(key, { contentType: "audio/mpeg", cacheControl: "no-store" });
    const read = async () => text(await storage.read(key));
    const status = async () => (await fetch(url ?? "")).status;
    expect([await status(), await read()]).toEqual([200, "a recording"]);
    const killedAt: (string | undefined)[][] = [];
    for (const number of [1, 2, 3, 4]) {
      const kinds: (string | undefined)[] = [];
      for (const isRestricted of [true, false]) {
        await setRestricted(isRestricted);
        kinds.push(await placeAndDie(step, number));
        expect(await read()).toBe("a recording");
        await runPlacing();
        expect([await status(), await read()]).toEqual([isRestricted ? 404 : 200, "a recording"]);
      }
      killedAt.push(kinds);
    }
    // Withholding, and the return.
    expect(killedAt).toEqual([
      ["HEAD", "LIST"],
      ["LIST", "HEAD"],
      ["COPY", "COPY"],
      ["DELETE", "DELETE"],
    ]);
    const { rows } = await sql`select from stored_file where withheld_at is not null`.execute(
      database.context.db,
    );
    expect(rows).toEqual([]);
    expect((await Array.fromAsync(storage.list())).map((file) => file.key)).toEqual([key]);
  },
);
