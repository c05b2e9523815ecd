import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import fingerprints from "../../../../../../demo/music/fingerprints.json" with { type: "json" };
import { sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { addSong } from "../../../../testing/fixtures/songs.ts";
import { runJobs } from "../../../../testing/jobs.ts";
import { type AcoustId, acoustIdKey, openAcoustId } from "../../../../testing/media/acoustid.ts";
import { sample } from "../../../../testing/media/mp3s.ts";
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
const deleteJobs = () => sql`delete from graphile_worker._private_jobs`.execute(database.context.db);
beforeEach(async () => {
  acoustId.requests.length = 0;
  acoustId.known.clear();
  await deleteJobs();
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
  it("once it is measured, by its fingerprint and length, and once: a job that runs again sends no request", {
    retry: 0,
  }, async () => {
    const { context } = database;
    acoustId.known.set("AQ", [{ id, score: 0.97 }]);
    const content = sample("kiln-part-8k.mp3");
    const { key } = await context.storage.put(content, { extension: "mp3", contentType: "audio/mpeg" });
    await sql`update song set audio_key = null, incoming_audio_key = null`.execute(context.db);
    await sql`delete from audio_file where key = ${key}`.execute(context.db);
    const song = await addSong(context.db);
    await upsertAudioFile(context.db, { ...measures, key, bytes: content.length }, new Date());
    await sql`update song set incoming_audio_key = ${key} where id = ${song}`.execute(context.db);
    await context.queue.enqueue(context.db, analyzeAudioJob, { key });
    expect(await runJobs(context)).toEqual([]);
    expect(await readAcoustId(key)).toEqual(known);
    const { rows } = await sql<{ fingerprint: string }>`
      select fingerprint from audio_file where key = ${key}`.execute(context.db);
    const request = { duration: 14, fingerprint: rows[0]?.fingerprint };
    expect(acoustId.requests).toMatchObject([request]);
    await lookUpAcoustIdJob.run(context, { key });
    expect(acoustId.requests).toHaveLength(1);
  });

  it("no faster than three times a second across all jobs, and is what fits best, if that is sure", {
    retry: 0,
  }, async () => {
    const other = "aaaaaaaa-4f16-427c-93c2-92307ca505e0";
    acoustId.known.set(fingerprints.kiln, [
      { id: other, score: 0.85 },
      { id, score: 0.99 },
    ]);
    acoustId.known.set(fingerprints.sodium, [{ id, score: 0.6 }]);
    const keys: string[] = [];
    for (const fingerprint of [
      fingerprints.kiln,
      fingerprints.sodium,
      fingerprints.endpapers,
      null,
      fingerprints.kiln,
    ])
      keys.push(await addFile(fingerprint));
    await deleteJobs();
    await Promise.all(keys.map((key) => lookUpAcoustIdJob.run(database.context, { key })));
    // Jobs that meet the lock of another one retry.
    for (let round = 0; round < 10 && acoustId.requests.length < 4; round++)
      expect(await retryJobs()).toEqual([]);
    expect(await Promise.all(keys.map(readAcoustId))).toEqual([known, none, none, none, known]);
    expect(acoustId.requests).toHaveLength(4);
    const [first, , , fourth] = acoustId.requests;
    expect((fourth?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(1_000);
  });

  it("later again where it cannot be asked or gives no usable answer", async () => {
    acoustId.known.set("AQ", [{ id, score: 1 }]);
    const refusals: AcoustId["overrides"] = [
      (response) => void response.destroy(),
      (response) => void response.writeHead(502).end("<html>Bad Gateway</html>"),
      (response) => void response.writeHead(200).end('{"status": "ok", "results": "none"}'),
      (response) =>
        void response.writeHead(200).end('{"status":"ok","results":[{"id":"<script>","score":1}]}'),
      (response) => void response.writeHead(307, { location: "http://localhost/" }).end(),
      (response) =>
        void response
          .writeHead(429)
          .end('{"status":"error","error":{"code":14,"message":"rate limit exceeded"}}'),
    ];
    const key = await addFile();
    for (const refusal of refusals) {
      acoustId.overrides.push(refusal);
      expect(await retryJobs()).toHaveLength(1);
      expect(await readAcoustId(key)).toEqual(none);
    }
    expect(await retryJobs()).toEqual([]);
    expect(await readAcoustId(key)).toEqual(known);
  });

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
    await lookUpAcoustIdJob.run({ ...context, config: { ...config, acoustid: undefined } }, { key });
    expect(acoustId.requests).toEqual([]);
  });
});
