import { randomUUID } from "node:crypto";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fingerprints from "../../../../../demo/music/fingerprints.json" with { type: "json" };
import { sql } from "../../../platform/database/database.ts";
import { bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { type FileSent, multipart } from "../../../testing/http/multipart.ts";
import { audioFile, id3v2, junk, sample } from "../../../testing/media/mp3s.ts";
import { type AudioAnalysis, analyze } from "./analysis/analyze.ts";
import { analyzeAudioJob, analyzeStaleAudioJob } from "./analysis-jobs.ts";
import { insertAnalyzedAudio } from "./audio-files.data.ts";
import { audioProblems } from "./audio-problems.ts";
import { indexedTerms } from "./matching/likeness.ts";
import { toByteSource } from "./mp3/byte-source.ts";

type Publisher = Person & { artist: number };

let studio: Studio;
let publisher: Publisher;
let other: Publisher;
beforeAll(async () => {
  studio = await openStudio();
  publisher = await studio.addPublisher();
  other = await studio.addPublisher({ name: "Petra Vaškovská" });
  for (const account of [publisher, other]) await makePremium(studio, account);
});
afterAll(() => studio.close());

const uploadAudio = ({ token }: { token: string }, song: string | number, audio?: FileSent, headers = {}) =>
  studio.call("PATCH", `song/${song}/audio`, multipart({ audio }, { ...bearer(token).headers, ...headers }));

const audioOf = async ({ token }: Person, song: number) =>
  (await studio.call("GET", `my/song/${song}`, bearer(token))).json.body.audio;

async function readSongAudio(song: number) {
  const { rows } = await sql<{
    audio_key: string | null;
    incoming_audio_key: string | null;
    audio_bytes: number | null;
    peaks: Buffer | null;
    duration: number;
  }>`
    select audio_key, incoming_audio_key, audio_bytes, peaks, duration from song where id = ${song}`.execute(
    studio.context.db,
  );
  return rows[0];
}

async function matchesOf(song: number) {
  const { rows } = await sql<{ other: number; likeness: number; open: boolean }>`
    select other_song_id as other, likeness, decided_at is null as open from audio_match
    where song_id = ${song} order by likeness desc`.execute(studio.context.db);
  return rows;
}

async function setStatus(song: number, status: string): Promise<void> {
  await sql`update song set status = ${status} where id = ${song}`.execute(studio.context.db);
}

async function forget(...songs: number[]): Promise<void> {
  for (const song of songs) await setStatus(song, "DELETED");
}

const analyses = new Map<Buffer, Promise<AudioAnalysis>>();

/** Publishes a wrap of `owner` with a file of a recording, as its analysis would have left it. */
async function published(owner: Publisher, content: Buffer, recording = content): Promise<number> {
  const { db, storage, clock } = studio.context;
  const song = await studio.createDraft(owner);
  const analysis = analyses.get(recording) ?? analyze(toByteSource(recording), { fingerprint: true });
  analyses.set(recording, analysis);
  const measures = await analysis;
  const { key, size: bytes } = await storage.put(content, { extension: "mp3", contentType: "audio/mpeg" });
  await insertAnalyzedAudio(db, { key, bytes, measures, now: clock.now() });
  await sql`
    update song set status = 'ACTIVE', audio_key = ${key}, audio_bytes = ${bytes}, duration = ${Math.round(measures.duration)}
    where id = ${song}`.execute(db);
  return song;
}

/** The same recording as another file. */
const withTag = (content: Buffer, tag: string) => Buffer.concat([id3v2(Buffer.from(tag)), content]);

const part = sample("vbr-44100.mp3");
const short = sample("cbr-44100.mp3");
/** Long enough to be matched. */
const kiln = sample("kiln-part-8k.mp3");

describe("audio that a publisher sends", () => {
  it("is measured by a job, and then is the wrap's", async () => {
    await sql`delete from audio_file`.execute(studio.context.db);
    const song = await studio.createDraft(publisher, { duration: 222 });
    const { status, json } = await uploadAudio(publisher, song, audioFile(kiln));
    expect(status).toBe(200);
    expect(json.body).toMatchObject({
      state: "MEASURING",
      problem: null,
      bytes: kiln.length,
      bit_rate: 8_000,
      variable: false,
      sample_rate: 22_050,
      channels: 1,
      loudness: null,
      entered_duration: null,
      uri: expect.stringMatching(/^\/audio\/[0-9a-f]{64}\.mp3$/),
    });
    expect(json.body.duration).toBeCloseTo(14, 2);
    expect(await audioOf(publisher, song)).toEqual(json.body);
    expect(await readSongAudio(song)).toMatchObject({ audio_key: null, duration: 222 });
    await studio.runDueJobs();
    const audio = await audioOf(publisher, song);
    const measured = { state: "READY", loudness: expect.closeTo(-16.58, 1), entered_duration: 222 };
    expect(audio).toMatchObject({ ...json.body, ...measured });
    expect(await readSongAudio(song)).toMatchObject({
      incoming_audio_key: null,
      audio_bytes: kiln.length,
      duration: 14,
    });
    expect((await readSongAudio(song))?.peaks).toHaveLength(400);
    const file = await studio.context.storage.stat((await readSongAudio(song))?.audio_key ?? "");
    expect(file).toEqual({ size: kiln.length, contentType: "audio/mpeg" });
    await setStatus(song, "ACTIVE");
    const page = (await studio.call("GET", `song/${song}?detail=true`)).json.body;
    expect(page.song).toMatchObject({ audio_uri: json.body.uri, duration: 14 });
    expect(page.audioFootprints).toMatchObject([
      { footprint: expect.stringMatching(/^AQAA/), acoustid_id: null },
    ]);
    await forget(song);
  });

  it("is not heard before it is measured, and what was there before is", async () => {
    const song = await published(publisher, part);
    const before = await readSongAudio(song);
    const pages = studio.watchPages();
    const { json } = await uploadAudio(publisher, song, audioFile(short));
    expect(json.body.state).toBe("MEASURING");
    expect((await studio.call("GET", `song/${song}`)).json.body.song.audio_uri).toContain(
      before?.audio_key?.slice(6),
    );
    expect(pages.changes).toEqual([]);
    await studio.runDueJobs();
    expect((await studio.call("GET", `song/${song}`)).json.body.song.audio_uri).toBe(json.body.uri);
    expect(pages.changes).toEqual([[`song:${song}`]]);
    pages.close();
    await forget(song);
  });

  it("may be sent again and again: the same changes nothing, the last counts", async () => {
    const song = await studio.createDraft(publisher);
    const first = await uploadAudio(publisher, song, audioFile(part));
    expect((await uploadAudio(publisher, song, audioFile(part))).json.body).toEqual(first.json.body);
    const second = await uploadAudio(publisher, song, audioFile(short));
    expect(second.json.body.uri).not.toBe(first.json.body.uri);
    await studio.runDueJobs();
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY", uri: second.json.body.uri });
    expect((await uploadAudio(publisher, song, audioFile(short))).json.body).toMatchObject({
      state: "READY",
    });
    // One that is measured already is there as soon as its turn comes, and going back to what is heard takes it away.
    expect((await uploadAudio(publisher, song, audioFile(part))).json.body).toMatchObject({
      state: "MEASURING",
    });
    expect((await uploadAudio(publisher, song, audioFile(short))).json.body).toMatchObject({
      state: "READY",
    });
    await studio.runDueJobs();
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY", uri: second.json.body.uri });
    await forget(song);
  });

  it("answers a repeat with the same Idempotency-Key the same, and takes nothing else under it", async () => {
    const song = await studio.createDraft(publisher);
    const key = { "idempotency-key": "audio-1" };
    const first = await uploadAudio(publisher, song, audioFile(part), key);
    await uploadAudio(publisher, song, audioFile(short));
    await studio.runDueJobs();
    expect((await uploadAudio(publisher, song, audioFile(part), key)).json).toEqual(first.json);
    expect((await uploadAudio(publisher, song, audioFile(short), key)).json.code).toBe("E0029");
    await studio.runDueJobs();
    expect((await readSongAudio(song))?.audio_bytes).toBe(short.length);
    await forget(song);
  });

  it("at the same instant is one of them, whole", { retry: 0 }, async () => {
    const song = await studio.createDraft(publisher);
    const files = [part, short, part, short, sample("abr-48000.mp3")];
    const answers = await Promise.all(files.map((file) => uploadAudio(publisher, song, audioFile(file))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await Promise.all([studio.runDueJobs(), studio.runDueJobs()]);
    const audio = await audioOf(publisher, song);
    expect(audio.state).toBe("READY");
    expect(answers.map(({ json }) => json.body.uri)).toContain(audio.uri);
    expect((await readSongAudio(song))?.audio_bytes).toBe(audio.bytes);
    await forget(song);
  });

  it("is rejected without a session, for another publisher's wrap, for a missing one and for a deleted one", async () => {
    const song = await studio.createDraft(publisher);
    const anonymous = await studio.call("PATCH", `song/${song}/audio`, multipart({ audio: audioFile(part) }));
    expect(anonymous.json.code).toBe("E0002");
    expect((await uploadAudio(other, song, audioFile(part))).json.code).toBe("E0001");
    expect((await uploadAudio(publisher, 99_999_999, audioFile(part))).json.code).toBe("E0001");
    await forget(song);
    expect((await uploadAudio(publisher, song, audioFile(part))).json.code).toBe("E0001");
    expect(await readSongAudio(song)).toMatchObject({ audio_key: null, incoming_audio_key: null });
  });

  let song: number;
  beforeAll(async () => {
    song = await studio.createDraft(publisher);
  });
  it.each([
    ["nothing", undefined, studioTexts.noFile, 400],
    ["an empty file", Buffer.alloc(0), studioTexts.noFile, 400],
    ["a WAV file", Buffer.from("RIFF\x24\x08\0\0WAVEfmt 1234567890"), audioProblems.wav, 400],
    ["a picture", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), audioProblems.picture, 400],
    ["an older kind of MPEG", sample("layer2.mp2"), audioProblems.otherLayer, 400],
    ["no music", junk(9_000), audioProblems.empty, 400],
    ["more than 20 MB", Buffer.alloc(20_000_001), studioTexts.wrongAudio, 413],
  ])("that is %s is refused with what is wrong", async (_, content, message, status) => {
    const answer = await uploadAudio(publisher, song, content && audioFile(content));
    expect(answer.status).toBe(status);
    expect(answer.json.errors).toEqual([{ field: "audio", message }]);
    expect(await readSongAudio(song)).toMatchObject({ audio_key: null, incoming_audio_key: null });
    expect(await studio.listJobs()).toEqual([]);
  });
});

describe("the job that measures", () => {
  it("run twice, also concurrently, has the same result as once", { retry: 0 }, async () => {
    const song = await studio.createDraft(publisher);
    await uploadAudio(publisher, song, audioFile(withTag(part, randomUUID())));
    const key = (await readSongAudio(song))?.incoming_audio_key ?? "";
    const analyzeAgain = () => analyzeAudioJob.run(studio.context, { key });
    await Promise.all([analyzeAgain(), analyzeAgain()]);
    const once = await readSongAudio(song);
    await analyzeAgain();
    await studio.runDueJobs();
    expect(await readSongAudio(song)).toEqual(once);
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY" });
    await forget(song);
  });

  it("that was lost with its node is run by the next round", async () => {
    const { context } = studio;
    const song = await studio.createDraft(publisher);
    await uploadAudio(publisher, song, audioFile(part));
    await sql`select graphile_worker.remove_job(j.key) from graphile_worker.jobs j where j.key is not null`.execute(
      context.db,
    );
    await studio.runDueJobs();
    expect(await audioOf(publisher, song)).toMatchObject({ state: "MEASURING" });
    await analyzeStaleAudioJob.run(context, {});
    expect(await studio.listJobs()).toEqual([]);
    context.clock.move(11 * 60);
    await analyzeStaleAudioJob.run(context, {});
    await studio.runDueJobs();
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY" });
    await analyzeStaleAudioJob.run(context, {});
    expect(await studio.listJobs()).toEqual([]);
    await forget(song);
  });

  it("that stopped between measuring and giving, gives", async () => {
    const first = await published(publisher, part);
    const song = await studio.createDraft(publisher);
    const key = (await readSongAudio(first))?.audio_key ?? "";
    // As the first of two transactions would have left it.
    await sql`update song set incoming_audio_key = ${key} where id = ${song}`.execute(studio.context.db);
    expect(await audioOf(publisher, song)).toMatchObject({ state: "MEASURING" });
    await analyzeAudioJob.run(studio.context, { key });
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY" });
    await forget(first, song);
  });

  it("reports the problem of a file that cannot be measured; the current audio stays, and another upload is analysed again", async () => {
    const song = await published(publisher, short);
    const before = await readSongAudio(song);
    await uploadAudio(publisher, song, audioFile(part));
    const incoming = (await readSongAudio(song))?.incoming_audio_key ?? "";
    await studio.context.storage.delete(incoming);
    // Sending the same content again stores it again.
    await sql`update audio_file set state = 'MEASURING' where key = ${incoming}`.execute(studio.context.db);
    await studio.runDueJobs();
    const failed = await audioOf(publisher, song);
    expect(failed).toMatchObject({ state: "FAILED", problem: audioProblems.unmeasurable });
    expect(await readSongAudio(song)).toMatchObject({
      audio_key: before?.audio_key,
      incoming_audio_key: incoming,
    });
    await analyzeAudioJob.run(studio.context, { key: incoming });
    expect(await audioOf(publisher, song)).toEqual(failed);
    expect((await uploadAudio(publisher, song, audioFile(part))).json.body).toMatchObject({
      state: "MEASURING",
      problem: null,
    });
    await studio.runDueJobs();
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY", bytes: part.length });
    await forget(song);
  });

  it("gives nothing to a wrap that was deleted meanwhile, and nothing to one that wants another file by now", async () => {
    const [gone, changed] = [await studio.createDraft(publisher), await studio.createDraft(publisher)];
    for (const song of [gone, changed]) await uploadAudio(publisher, song, audioFile(part));
    const key = (await readSongAudio(gone))?.incoming_audio_key ?? "";
    await forget(gone);
    await uploadAudio(publisher, changed, audioFile(short));
    await analyzeAudioJob.run(studio.context, { key });
    expect(await readSongAudio(gone)).toMatchObject({ audio_key: null });
    expect(await readSongAudio(changed)).toMatchObject({ audio_key: null });
    await studio.runDueJobs();
    expect(await readSongAudio(changed)).toMatchObject({ audio_bytes: short.length });
    await forget(changed);
  });
});

describe("a recording that the catalogue already has from another publisher", () => {
  it("of a draft is its audio, and waits for a reviewer before it is listed", async () => {
    const original = await published(other, kiln);
    const song = await studio.createDraft(publisher);
    await uploadAudio(publisher, song, audioFile(kiln));
    await studio.runDueJobs();
    expect(await matchesOf(song)).toEqual([{ other: original, likeness: 1, open: true }]);
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY" });
    expect(await matchesOf(original)).toEqual([]);
    const listed = await studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
    expect(listed.json.body.status).toBe("IN_REVIEW");
    await forget(original, song);
  });

  it("of a public wrap is put under review, and the current audio stays until it is approved or rejected", async () => {
    const original = await published(other, withTag(kiln, "original"), kiln);
    const song = await published(publisher, short);
    const before = await readSongAudio(song);
    await uploadAudio(publisher, song, audioFile(kiln));
    await studio.runDueJobs();
    expect(await audioOf(publisher, song)).toMatchObject({ state: "HELD", problem: null });
    expect(await readSongAudio(song)).toMatchObject({ audio_key: before?.audio_key });
    expect(await matchesOf(song)).toEqual([{ other: original, likeness: 1, open: true }]);
    // It stays under review however often the job runs.
    const key = (await readSongAudio(song))?.incoming_audio_key ?? "";
    await analyzeAudioJob.run(studio.context, { key });
    expect(await audioOf(publisher, song)).toMatchObject({ state: "HELD" });
    // Another file replaces it, so that no decision is pending.
    await uploadAudio(publisher, song, audioFile(part));
    await studio.runDueJobs();
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY", bytes: part.length });
    expect(await matchesOf(song)).toEqual([]);
    await forget(original, song);
  });

  it("is played once a reviewer approves it; rejected, it is discarded, and reviewed again if it is uploaded again", async () => {
    const admin = await studio.join();
    await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(studio.context.db);
    const decide = (song: number, decision: string) =>
      studio.call("POST", `admin/review/${song}`, {
        ...bearer(admin.token),
        payload: { decision, reason: decision === "REJECTED" ? "It is not yours." : undefined },
      });
    const original = await published(other, withTag(kiln, "original"), kiln);
    const song = await published(publisher, short);
    const before = await readSongAudio(song);
    const copy = audioFile(kiln);
    const uploadCopy = async () => {
      await uploadAudio(publisher, song, copy);
      await studio.runDueJobs();
      expect(await audioOf(publisher, song)).toMatchObject({ state: "HELD" });
    };
    await uploadCopy();
    expect((await decide(song, "REJECTED")).status).toBe(200);
    expect(await readSongAudio(song)).toEqual(before);
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY", bytes: short.length });
    await uploadCopy();
    expect((await decide(song, "APPROVED")).status).toBe(200);
    expect(await audioOf(publisher, song)).toMatchObject({ state: "READY", bytes: copy.content.length });
    expect(await readSongAudio(song)).toMatchObject({ incoming_audio_key: null, duration: 14 });
    expect(await matchesOf(song)).toMatchObject([{ open: false }]);
    const { rows } = await sql`select footprint from audio_footprint where song_id = ${song}`.execute(
      studio.context.db,
    );
    expect(rows).toMatchObject([{ footprint: expect.stringMatching(/^AQAA/) }]);
    await studio.runDueJobs();
    await forget(original, song);
  });

  it("is found in a part of it at an eighth of the bits", async () => {
    const original = await published(other, withTag(short, "whole"), short);
    await sql`
      update audio_file set fingerprint = ${fingerprints.kiln}, terms = ${indexedTerms(fingerprints.kiln)}::int[]
      where key = (select audio_key from song where id = ${original})`.execute(studio.context.db);
    const song = await studio.createDraft(publisher);
    await uploadAudio(publisher, song, audioFile(kiln));
    await studio.runDueJobs();
    expect(await matchesOf(song)).toMatchObject([{ other: original, open: true }]);
    const [match] = await matchesOf(song);
    expect(match?.likeness).toBeGreaterThan(0.7);
    expect(match?.likeness).toBeLessThan(1);
    await forget(original, song);
  });

  it("is not matched with the same publisher's wraps or with deleted ones", async () => {
    const own = await published(publisher, withTag(kiln, "own"), kiln);
    const gone = await published(other, withTag(kiln, "gone"), kiln);
    await forget(gone);
    const song = await studio.createDraft(publisher);
    await uploadAudio(publisher, song, audioFile(kiln));
    await studio.runDueJobs();
    expect(await matchesOf(song)).toEqual([]);
    await forget(own, song);
  });

  it("does not come back at the one who had it first", async () => {
    const original = await published(other, kiln);
    const copy = await studio.createDraft(publisher);
    await uploadAudio(publisher, copy, audioFile(kiln));
    await studio.runDueJobs();
    await uploadAudio(other, original, audioFile(withTag(kiln, "mastered again")));
    await studio.runDueJobs();
    expect(await matchesOf(original)).toEqual([]);
    expect(await audioOf(other, original)).toMatchObject({ state: "READY" });
    await forget(original, copy);
  });

  it("sent by two at the same instant, is questioned with one of them", { retry: 0 }, async () => {
    const songs = await Promise.all([studio.createDraft(publisher), studio.createDraft(other)]);
    const owners = [publisher, other];
    const files = [kiln, withTag(kiln, "the other")];
    await Promise.all(
      songs.map((song, index) =>
        uploadAudio(owners[index] ?? publisher, song, audioFile(files[index] ?? kiln)),
      ),
    );
    await Promise.all([studio.runDueJobs(), studio.runDueJobs()]);
    const matches = await Promise.all(songs.map(matchesOf));
    expect(matches.flat()).toHaveLength(1);
    await forget(...songs);
    const same = await Promise.all([studio.createDraft(publisher), studio.createDraft(other)]);
    await Promise.all(
      same.map((song, index) => uploadAudio(owners[index] ?? publisher, song, audioFile(kiln))),
    );
    await Promise.all([studio.runDueJobs(), studio.runDueJobs()]);
    expect((await Promise.all(same.map(matchesOf))).flat()).toHaveLength(1);
    await forget(...same);
  });
});
