import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { allJobs } from "../../features.ts";
import { openDatabase, sql } from "../../platform/database/database.ts";
import { toTaskList } from "../../platform/jobs/queue.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { registerFiles } from "../../platform/storage/registered-storage.ts";
import { openS3Storage } from "../../platform/storage/s3.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { createServer } from "../../server.ts";
import { getJobPool } from "../../testing/database/database.ts";
import { controlFileChecks } from "../../testing/fixtures/file-checks.ts";
import { bearer, joinAdministrator, type Person } from "../../testing/fixtures/people.ts";
import { type PublicWraps, publicWraps } from "../../testing/fixtures/public-wraps.ts";
import { openStudio, type Studio } from "../../testing/fixtures/studio.ts";
import { type S3Request, startLoopbackS3, startS3Proxy } from "../../testing/media/loopback-s3.ts";

type Wrap = Awaited<ReturnType<PublicWraps["addPublicWrap"]>>;

let studio: Studio;
let wraps: PublicWraps;
let admin: Person;
let directory: string;
let s3: Awaited<ReturnType<typeof startLoopbackS3>>;
let proxy: Awaited<ReturnType<typeof startS3Proxy>>;
let storage: Storage;
/** Handles requests to the store; restored before each test. */
let around: (request: S3Request, forward: () => Promise<void>) => Promise<void>;
const expireFileChecks = controlFileChecks();

beforeAll(async () => {
  studio = await openStudio();
  admin = await joinAdministrator(studio);
  wraps = publicWraps(studio);
  directory = await mkdtemp(join(tmpdir(), "withheld-files-"));
  s3 = await startLoopbackS3(join(directory, "server"));
  proxy = await startS3Proxy({ ...s3.settings, signedUrls: true }, (request, forward) =>
    around(request, forward),
  );
  storage = await openS3Storage(proxy.settings, join(directory, "spool"), POLL_TIMEOUT_MS);
  studio.context.storage = registerFiles(storage, studio.context.db);
});
afterAll(async () => {
  await studio.close();
  await storage.close();
  await proxy.stop();
  await s3.stop();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  around = (_, forward) => forward();
  await studio.runDueJobs();
});

const call = (path: string, payload: object) =>
  studio.call("POST", `admin/${path}`, { ...bearer(admin.token), payload });

/** Reports something, restricts it, and returns the restriction. */
async function restrict(kind: string, id: number): Promise<number> {
  const notice = {
    kind,
    id: String(id),
    problem: "privacy",
    explanation: "The voice is mine.",
    location: "The whole recording",
    name: "Réka Szabó",
    email: "rights@label.example",
    good_faith: true,
  };
  const report = (await studio.call("POST", "report", { payload: notice })).json.body.id;
  const reasons = { ground: "law", basis: "GDPR", reason: "No consent." };
  expect((await call(`report/${report}`, { decision: "RESTRICT", kind, ...reasons })).status).toBe(200);
  const { json } = await studio.call("GET", `admin/report/${report}`, bearer(admin.token));
  return json.body.restrictions[0].id;
}
const restore = (id: number) => call(`restriction/${id}/end`, { reason: "A licence was shown." });

const statusOf = async (url: string) => (await studio.inject({ url })).statusCode;
const keyOf = ({ audio }: Wrap) => {
  const name = audio.replace("/audio/", "");
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
};
/** Requests a file, and returns the URL of the store that it is redirected to. */
async function sign(address: string): Promise<string> {
  const { statusCode, headers } = await studio.inject({ url: address });
  expect([address, statusCode]).toEqual([address, 302]);
  return String(headers.location);
}
async function fetchStatus(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}
const fetchStatuses = (urls: readonly string[]) => Promise.all(urls.map(fetchStatus));

async function listWithheld(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_file where withheld_at is not null order by key`.execute(studio.context.db);
  return rows.map(({ key }) => key);
}
async function listObjects(key: string): Promise<string[]> {
  const url = `${s3.settings.endpoint}/${s3.settings.bucket}?list-type=2&max-keys=1000`;
  const listed = await (await fetch(url)).text();
  return [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].flatMap(([, name = ""]) =>
    name.includes(key) ? [name] : [],
  );
}
const runPlacing = async (keys: readonly string[]) =>
  toTaskList(studio.context, allJobs)["place-files"]?.({ keys }, undefined as never);
const contentOf = async (key: string) => (await buffer(await storage.read(key))).toString("base64");

describe("signed URLs of a restricted wrap", () => {
  it("end for its recording and cover, on all nodes, and new ones work once it is restored", async () => {
    const wrap = await wraps.addPublicWrap();
    const key = keyOf(wrap);
    const urls = [
      await sign(wrap.audio),
      await sign(wrap.cover),
      await sign(wrap.cover.replace("320", "640")),
    ];
    const photo = await sign(wrap.photo);
    expect(await fetchStatuses(urls)).toEqual([200, 200, 200]);
    const content = await contentOf(key);
    const other = await startNode();
    onTestFinished(() => other.close());
    expect((await other.get(wrap.audio)).statusCode).toBe(302);
    const worker = await startWorker(studio.context, getJobPool(studio.context), allJobs);
    onTestFinished(() => worker.stop());

    const id = await restrict("wrap", wrap.song);
    await expect.poll(() => fetchStatuses(urls)).toEqual([404, 404, 404]);
    expect(await fetchStatus(photo)).toBe(200);
    expect(await statusOf(`/api/v1/song/${wrap.song}`)).toBe(404);
    expireFileChecks();
    expect([
      await statusOf(wrap.audio),
      (await other.get(wrap.audio)).statusCode,
      (await other.get(wrap.cover)).statusCode,
    ]).toEqual([451, 451, 451]);
    expect(await listObjects(key)).toEqual([
      expect.stringMatching(new RegExp(`^withheld/${key}/[0-9a-f]{32}$`)),
    ]);
    // The program reads it, also a node that knows its former place.
    expect(await contentOf(key)).toBe(content);
    expect((await buffer(await other.storage.read(key))).toString("base64")).toBe(content);

    await restore(id);
    await expect.poll(listWithheld).toEqual([]);
    expireFileChecks();
    expect(await statusOf(wrap.audio)).toBe(302);
    const renewed = [await sign(wrap.audio), await sign(wrap.cover)];
    expect(await fetchStatuses(renewed)).toEqual([200, 200]);
    expect(await listObjects(key)).toEqual([key]);
    expect(await contentOf(key)).toBe(content);
  });

  it("never name a withheld file: it is delivered by the program until it is back", async () => {
    const wrap = await wraps.addPublicWrap();
    const id = await restrict("wrap", wrap.song);
    await studio.runDueJobs();
    around = async ({ kind }, forward) => {
      if (kind === "COPY") throw new Error("The store is away.");
      return forward();
    };
    expect((await restore(id)).status).toBe(200);
    await expect.poll(() => statusOf(wrap.audio)).toBe(200);
    await expect(runPlacing([keyOf(wrap)])).rejects.toThrow("1 files were not moved");
    const { statusCode, rawPayload } = await studio.inject({ url: wrap.audio });
    expect([statusCode, rawPayload.toString("base64")]).toEqual([200, await contentOf(keyOf(wrap))]);
    around = (_, forward) => forward();
    await runPlacing([keyOf(wrap)]);
    expect(await listObjects(keyOf(wrap))).toEqual([keyOf(wrap)]);
  });

  it("of a recording that several wraps have end with the last public one, and return with the first", async () => {
    const recording = randomBytes(3_000);
    const [first, second] = [
      await wraps.addPublicWrap({ recording }),
      await wraps.addPublicWrap({ recording }),
    ];
    const url = await sign(first.audio);
    const cover = await sign(first.cover);
    const firstId = await restrict("wrap", first.song);
    await studio.runDueJobs();
    expect(await fetchStatuses([url, cover])).toEqual([200, 404]);
    const secondId = await restrict("wrap", second.song);
    await studio.runDueJobs();
    expect(await fetchStatus(url)).toBe(404);
    await restore(firstId);
    await studio.runDueJobs();
    expect(await fetchStatuses([url, cover])).toEqual([200, 200]);
    await restore(secondId);
    await studio.runDueJobs();
    expect(await listWithheld()).toEqual([]);
  });

  it("end if its artist is restricted or its account suspended, with the artist's photo and the master, which the program still reads", async () => {
    const wrap = await wraps.addPublicWrap();
    const { publisher } = wrap;
    const kind = { extension: "flac", contentType: "audio/flac" };
    const { key } = await studio.context.storage.put(Buffer.from("lossless"), kind);
    await sql`
      insert into song_master (song_id, file_key, file_name, format, bytes, duration, sample_rate, channels, state, uploaded_at)
      values (${wrap.song}, ${key}, 'lantern.flac', 'FLAC', 8, 1, 44100, 2, 'KEPT', now())`.execute(
      studio.context.db,
    );
    const { json } = await studio.call("GET", `song/${wrap.song}/master`, bearer(publisher.token));
    const urls: string[] = [];
    for (const address of [wrap.audio, wrap.cover, wrap.photo, json.body.uri]) urls.push(await sign(address));
    const [gone, back] = [404, 200].map((status) => urls.map(() => status));
    expect(await fetchStatuses(urls)).toEqual(back);
    const id = await restrict("artist", publisher.artist);
    await studio.runDueJobs();
    expect(await fetchStatuses(urls)).toEqual(gone);
    expect(await contentOf(key)).toBe(Buffer.from("lossless").toString("base64"));
    await restore(id);
    await studio.runDueJobs();
    expect(await fetchStatuses(urls)).toEqual(back);
    const reasons = { ground: "law", basis: "18 USC 1343", reason: "Fraud.", note: "" };
    expect((await call(`user/${publisher.id}/suspension`, reasons)).status).toBe(200);
    await studio.runDueJobs();
    expect(await fetchStatuses(urls)).toEqual(gone);
    expect((await call(`user/${publisher.id}/suspension/end`, { reason: "It was a mistake." })).status).toBe(
      200,
    );
    await studio.runDueJobs();
    expect(await fetchStatuses(urls)).toEqual(back);
  });

  it("stay dead for a recording that its publisher replaces, deletes or uploads again meanwhile", async () => {
    const wrap = await wraps.addPublicWrap();
    const { db } = studio.context;
    const [key, url] = [keyOf(wrap), await sign(wrap.audio)];
    const id = await restrict("wrap", wrap.song);
    await studio.runDueJobs();
    const recording = await buffer(await storage.read(key));
    const kind = { extension: "mp3", contentType: "audio/mpeg" };
    await Promise.all([1, 2, 3].map(() => studio.context.storage.put(recording, kind)));
    expect(await fetchStatus(url)).toBe(404);
    const other = await studio.context.storage.put(Buffer.from("another recording"), kind);
    await sql`update song set audio_key = ${other.key} where id = ${wrap.song}`.execute(db);
    await runPlacing([key]);
    await runJob("place-withheld-files");
    await restore(id);
    await studio.runDueJobs();
    expireFileChecks();
    expect(await statusOf(wrap.audio)).toBe(451);
    expect(await fetchStatus(url)).toBe(404);
    expect(await statusOf(`/audio/${other.hash}.mp3`)).toBe(302);
    // The collection finds it in its place.
    await runJob("collect-files");
    studio.context.clock.move(25 * 60 * 60);
    await runJob("collect-files");
    expect(await listObjects(key)).toEqual([]);
    expect(await listWithheld()).not.toContain(key);
  });

  it("end for a recording that is replaced at the instant of the decision", async () => {
    const wrap = await wraps.addPublicWrap();
    const { db, storage: registered } = studio.context;
    const url = await sign(wrap.audio);
    const replacement = await registered.put(Buffer.from("at the same instant"), {
      extension: "mp3",
      contentType: "audio/mpeg",
    });
    const replacing = await db.startTransaction().execute();
    await sql`update song set audio_key = ${replacement.key} where id = ${wrap.song}`.execute(replacing);
    const deciding = restrict("wrap", wrap.song);
    // The decision waits for the replacement.
    const isWaiting = async () =>
      (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          db,
        )
      ).rows.length > 0;
    await expect.poll(isWaiting).toBe(true);
    await replacing.commit().execute();
    await deciding;
    await studio.runDueJobs();
    expect(await fetchStatus(url)).toBe(404);
    expect(await listWithheld()).toEqual(expect.arrayContaining([keyOf(wrap), replacement.key]));
  });

  it("end once the store is back if it was away, and the page at once", async () => {
    const wrap = await wraps.addPublicWrap();
    const url = await sign(wrap.audio);
    around = () => Promise.reject(new Error("The store is away."));
    await restrict("wrap", wrap.song);
    expect(await statusOf(`/api/v1/song/${wrap.song}`)).toBe(404);
    expireFileChecks();
    expect(await statusOf(wrap.audio)).toBe(451);
    const { payload } = (await studio.listJobs()).find(({ name }) => name === "place-files") ?? {};
    const { keys } = payload as { keys: string[] };
    await expect(runPlacing(keys)).rejects.toThrow(/files were not moved/);
    around = (_, forward) => forward();
    expect(await fetchStatus(url)).toBe(200);
    await studio.runDueJobs();
    expect(await fetchStatus(url)).toBe(404);
  });
});

it("restrictions and restorations in any order, with their jobs at once and twice, end with the last decision", {
  retry: 0,
}, async () => {
  const wrap = await wraps.addPublicWrap();
  const [key, url] = [keyOf(wrap), await sign(wrap.audio)];
  const content = await contentOf(key);
  for (let round = 0; round < 4; round += 1) {
    const id = await restrict("wrap", wrap.song);
    const running = [runPlacing([key]), runPlacing([key]), runPlacing([key])];
    const isRestored = round % 2 === 0;
    if (isRestored)
      running.push(
        restore(id)
          .then(() => Promise.all([runPlacing([key]), runPlacing([key])]))
          .then(),
      );
    await Promise.all(running);
    await studio.runDueJobs();
    expect(await fetchStatus(url)).toBe(isRestored ? 200 : 404);
    expect(await contentOf(key)).toBe(content);
    expect(await listObjects(key)).toHaveLength(1);
    if (isRestored) continue;
    await Promise.all([restore(id), runPlacing([key])]);
    await Promise.all([runPlacing([key]), runPlacing([key])]);
    expect(await fetchStatus(url)).toBe(200);
  }
});

it("a withheld file that anything brings back is withheld again by the job of every six hours", async () => {
  const wrap = await wraps.addPublicWrap();
  const [key, url] = [keyOf(wrap), await sign(wrap.audio)];
  await restrict("wrap", wrap.song);
  await studio.runDueJobs();
  await storage.withheldFiles?.release(key);
  expect(await fetchStatus(url)).toBe(200);
  await runJob("place-withheld-files");
  expect(await fetchStatus(url)).toBe(404);
});

async function runJob(name: string): Promise<void> {
  const task = toTaskList(studio.context, allJobs)[name];
  if (task === undefined) throw new Error(`there is no job ${name}`);
  await task({}, undefined as never);
}

/** Starts a second node on the same database and store, with caches of its own. */
async function startNode() {
  const { db, close } = openDatabase({ url: studio.databaseUrl, size: 4, onError: () => undefined });
  const ownStorage = await openS3Storage(proxy.settings, join(directory, "spool-of-node"), POLL_TIMEOUT_MS);
  const app = await createServer(
    {
      ...studio.context,
      db,
      replica: db,
      storage: registerFiles(ownStorage, db),
    },
    { site: false },
  );
  return {
    storage: ownStorage,
    get: (url: string) => app.inject({ url }),
    async close() {
      await app.close();
      await ownStorage.close();
      await close();
    },
  };
}
