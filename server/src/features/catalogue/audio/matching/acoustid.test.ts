import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import fingerprints from "../../../../../../demo/music/fingerprints.json" with { type: "json" };
import { sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { addSong } from "../../../../testing/fixtures/songs.ts";
import { runJobs } from "../../../../testing/mail.ts";
import { type AcoustId, acoustIdKey, openAcoustId } from "../../../../testing/media/acoustid.ts";
import { demoTrack } from "../../../../testing/media/mp3s.ts";
import { analyzeAudioJob } from "../analysis-jobs.ts";
import { insertAnalyzedAudio, upsertAudioFile } from "../audio-files.data.ts";
import { lookUpAcoustIdJob } from "./acoustid.ts";

const id = "9ff43b6a-4f16-427c-93c2-92307ca505e0";
const measures = {
  duration: 200.4,
  bitRate: 128_000,
  variable: false,
  sampleRate: 44_100,
  channels: 2,
  loudness: -14,
  peaks: new Uint8Array(400),
};

let acoustId: AcoustId;
let database: TestDatabase;
beforeAll(async () => {
  acoustId = await openAcoustId();
  database = await testDatabase({ ACOUSTID_KEY: acoustIdKey, ACOUSTID_URL: acoustId.url });
});
beforeEach(() => {
  acoustId.requests.length = 0;
  acoustId.known.clear();
});
afterAll(async () => {
  await database.close();
  await acoustId.close();
});

let fileCount = 0;

/** A song that is heard with a measured file of this fingerprint, and its job. Answers the key of the file. */
async function addFile(fingerprint: string | null = fingerprints.kiln): Promise<string> {
  const { context } = database;
  const key = `${(++fileCount).toString(16).padStart(64, "0")}.mp3`;
  const song = await addSong(context.db);
  await insertAnalyzedAudio(context.db, {
    key,
    bytes: 1,
    measures: { ...measures, fingerprint },
    now: new Date(),
  });
  await sql`update song set audio_key = ${key} where id = ${song}`.execute(context.db);
  await sql`
    insert into audio_footprint (song_id, position, footprint) select ${song}, 0, ${fingerprint}
    where ${fingerprint}::text is not null`.execute(context.db);
  await context.queue.enqueue(context.db, lookUpAcoustIdJob, { key });
  return key;
}

async function readAcoustId(key: string) {
  const { rows } = await sql<{ file: string | null; footprint: string | null }>`
    select f.acoustid_id as file, p.acoustid_id as footprint from audio_file f
    join song s on s.audio_key = f.key left join audio_footprint p on p.song_id = s.id
    where f.key = ${key}`.execute(database.context.db);
  return rows[0];
}

/** Makes delayed jobs due. */
async function retryJobs(): Promise<unknown[]> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.context.db);
  return runJobs(database.context);
}

const none = { file: null, footprint: null };
const known = { file: id, footprint: id };

describe("A recording is looked up with AcoustID", () => {
  it("once it is measured, by its fingerprint and length", async () => {
    const { context } = database;
    acoustId.known.set(fingerprints.endpapers, [{ id, score: 0.97 }]);
    const content = demoTrack("endpapers");
    const { key } = await context.storage.put(content, { extension: "mp3", contentType: "audio/mpeg" });
    await sql`update song set audio_key = null, incoming_audio_key = null`.execute(context.db);
    await sql`delete from audio_file where key = ${key}`.execute(context.db);
    const song = await addSong(context.db);
    await upsertAudioFile(context.db, { ...measures, key, bytes: content.length }, new Date());
    await sql`update song set incoming_audio_key = ${key} where id = ${song}`.execute(context.db);
    await context.queue.enqueue(context.db, analyzeAudioJob, { key });
    expect(await runJobs(context)).toEqual([]);
    expect(acoustId.requests).toMatchObject([{ duration: 57, fingerprint: fingerprints.endpapers }]);
    expect(await readAcoustId(key)).toEqual(known);
  });

  it("once: a job that runs again sends no request", { retry: 0 }, async () => {
    acoustId.known.set("AQ", [{ id, score: 1 }]);
    const key = await addFile();
    expect(await runJobs(database.context)).toEqual([]);
    await lookUpAcoustIdJob.run(database.context, { key });
    expect(acoustId.requests).toHaveLength(1);
    expect(await readAcoustId(key)).toEqual(known);
  });

  it("and is what fits best, if that is sure", async () => {
    const other = "aaaaaaaa-4f16-427c-93c2-92307ca505e0";
    acoustId.known.set("AQ", [
      { id: other, score: 0.85 },
      { id, score: 0.99 },
    ]);
    const key = await addFile();
    await runJobs(database.context);
    expect(await readAcoustId(key)).toEqual(known);
    acoustId.known.set("AQ", [{ id, score: 0.6 }]);
    const unsure = await addFile();
    await runJobs(database.context);
    expect(await readAcoustId(unsure)).toEqual(none);
  });

  it("and may be unknown, or have no fingerprint", async () => {
    const [unknown, silent] = [await addFile(), await addFile(null)];
    expect(await runJobs(database.context)).toEqual([]);
    expect([await readAcoustId(unknown), await readAcoustId(silent)]).toEqual([none, none]);
    expect(acoustId.requests).toHaveLength(1);
    expect(await retryJobs()).toEqual([]);
  });

  it("no faster than three times a second across all jobs", async () => {
    const keys = [];
    for (let count = 0; count < 7; count++) keys.push(await addFile());
    const lookUp = (key: string) => lookUpAcoustIdJob.run(database.context, { key });
    await Promise.all(keys.map(lookUp));
    // Jobs that exceed the rate limit retry.
    for (let round = 0; round < 10 && acoustId.requests.length < 7; round++)
      expect(await retryJobs()).toEqual([]);
    expect(acoustId.requests.length).toBeGreaterThanOrEqual(7);
    const times = acoustId.requests.map(({ at }) => at);
    for (const [index, at] of times.slice(3).entries())
      expect(at - (times[index] ?? 0)).toBeGreaterThan(1_000);
  });

  it.each([
    ["nothing, and hangs up", (response) => void response.destroy()],
    ["a page of HTML", (response) => void response.writeHead(502).end("<html>Bad Gateway</html>")],
    ["half an answer", (response) => void response.writeHead(200).end('{"status": "ok", "results": [{')],
    ["another form", (response) => void response.writeHead(200).end('{"status": "ok", "results": "none"}')],
    [
      "an id that is none",
      (response) =>
        void response.writeHead(200).end('{"status":"ok","results":[{"id":"<script>","score":1}]}'),
    ],
    [
      "a redirect to another host",
      (response) => void response.writeHead(307, { location: "http://localhost/" }).end(),
    ],
    [
      "that it is out of order",
      (response) =>
        void response.writeHead(500).end('{"status":"error","error":{"code":5,"message":"internal error"}}'),
    ],
    [
      "too many requests",
      (response) =>
        void response
          .writeHead(429)
          .end('{"status":"error","error":{"code":14,"message":"rate limit exceeded"}}'),
    ],
  ] satisfies [string, AcoustId["overrides"][number]][])(
    "later again where it answers %s",
    async (_, special) => {
      acoustId.known.set("AQ", [{ id, score: 1 }]);
      const key = await addFile();
      acoustId.overrides.push(special);
      expect(await runJobs(database.context)).toHaveLength(1);
      expect(await readAcoustId(key)).toEqual(none);
      expect(await retryJobs()).toEqual([]);
      expect(await readAcoustId(key)).toEqual(known);
    },
  );

  it("never again where it takes the fingerprint for none", async () => {
    const key = await addFile("AAAAAAAAAAAA");
    expect(await runJobs(database.context)).toEqual([]);
    expect(await retryJobs()).toEqual([]);
    expect(await readAcoustId(key)).toEqual(none);
  });

  it("by the key that is configured, and not without one", async () => {
    const key = await addFile();
    const { context } = database;
    const config = { ...context.config, acoustid: { url: acoustId.url, key: "another" } };
    await expect(lookUpAcoustIdJob.run({ ...context, config }, { key })).rejects.toThrow("invalid API key");
    acoustId.requests.length = 0;
    await lookUpAcoustIdJob.run({ ...context, config: { ...config, acoustid: undefined } }, { key });
    expect(acoustId.requests).toEqual([]);
    expect(await runJobs(context)).toEqual([]);
  });
});
