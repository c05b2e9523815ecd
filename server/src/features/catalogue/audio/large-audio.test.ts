import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import type { OpenFile } from "../../../platform/storage/storage.ts";
import { createServer } from "../../../server.ts";
import { heldBytes } from "../../../testing/held-bytes.ts";
import { demoTrack, junk, silence, withoutInfo } from "../../../testing/mp3s.ts";
import { bearer } from "../../../testing/people.ts";
import { openStudio, type Studio } from "../../../testing/studio.ts";
import { analyzeInWorker, WorkerTerminated } from "./analysis/analyze-in-worker.ts";
import { UnusableAudio } from "./audio-problems.ts";

const megabyte = 1_000_000;
const track = withoutInfo(demoTrack("kiln"));
/** As often as it fits into 20 MB: half an hour. */
const times = Math.floor((20 * megabyte) / track.length);

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

/** Runs `run` and returns its result and the peak growth of `measure` in the meantime. */
async function growthWhile<Result>(
  measure: () => number,
  run: () => Promise<Result>,
): Promise<{ growth: number; result: Result }> {
  const before = measure();
  let peak = before;
  const watched = new AbortController();
  const watching = (async () => {
    while (!watched.signal.aborted) {
      peak = Math.max(peak, measure());
      await sleep(50);
    }
  })();
  const result = await run().finally(() => watched.abort());
  await watching;
  return { growth: peak - before, result };
}

/** Sends a file of which there is one piece, that often, without ever having it whole. */
async function sendPieces(port: number, path: string, token: string) {
  const boundary = "----pieces";
  const sent = request({
    host: "127.0.0.1",
    port,
    path,
    method: "PATCH",
    agent: false,
    headers: { ...bearer(token).headers, "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  const answered = once(sent, "response");
  sent.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="half-an-hour.mp3"\r\n` +
      "content-type: audio/mpeg\r\n\r\n",
  );
  for (let piece = 0; piece < times; piece++) {
    if (!sent.write(track)) await once(sent, "drain");
  }
  sent.end(`\r\n--${boundary}--\r\n`);
  const [response] = await answered;
  return { status: response.statusCode, json: await json(response) };
}

describe("half an hour of music in 20 MB", () => {
  it("is taken and measured piece by piece, in a small part of its size", { timeout: 240_000 }, async () => {
    const { context } = studio;
    const app = await createServer(context, { site: false });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const house = await studio.addPublisher();
    const song = await studio.draft(house);
    const path = `/api/v1/song/${song}/audio`;
    const send = () => sendPieces(port, path, house.token);
    const sending = await growthWhile(heldBytes, () => Promise.all([send(), send(), send(), send()]));
    for (const { status, json } of sending.result) {
      expect(status).toBe(200);
      expect(json).toMatchObject({ body: { state: "MEASURING", bytes: times * track.length } });
    }
    // Four files that were held whole would be 80 MB.
    expect(sending.growth).toBeLessThan(60 * megabyte);
    const measuring = await growthWhile(process.memoryUsage.rss, () => studio.work());
    // One of them that was decoded whole would be 635 MB; each is measured in a thread with a heap of its own.
    expect(measuring.growth).toBeLessThan(450 * megabyte);
    const { rows } = await sql<{ duration: number; fingerprint: string }>`
      select duration, fingerprint from audio_file where state = 'READY'`.execute(context.db);
    // Each time the encoder's frames before and after the music are heard, too.
    expect(rows[0]?.duration).toBeCloseTo(times * 2719 * (1152 / 44_100), 1);
    // Of its first two minutes.
    expect(rows[0]?.fingerprint.length).toBeLessThan(4_000);
    await app.close();
  });
});

function opened(content: Buffer): OpenFile {
  return {
    size: content.length,
    contentType: "audio/mpeg",
    modifiedAt: new Date(),
    read: async ({ start, end }) => content.subarray(start, end + 1),
    stream: () => Promise.reject(new Error("nobody asks for it")),
    release: () => undefined,
  };
}

describe("the thread that measures", () => {
  it("is ended when it takes too long", async () => {
    await expect(analyzeInWorker(opened(track), 1)).rejects.toBeInstanceOf(WorkerTerminated);
  });

  it("is one of few, whose places are given back", async () => {
    const all = Array.from({ length: 6 }, (_, index) =>
      analyzeInWorker(opened(track), index % 2 === 0 ? 60_000 : 1),
    );
    const ended = await Promise.allSettled(all);
    expect(ended.map(({ status }) => status)).toEqual(
      ended.map((_, index) => (index % 2 === 0 ? "fulfilled" : "rejected")),
    );
  });

  it("passes on what the storage throws", async () => {
    const broken = { ...opened(track), read: () => Promise.reject(new Error("the store is away")) };
    await expect(analyzeInWorker(broken)).rejects.toThrow("the store is away");
  });

  it("says what it cannot play", async () => {
    await expect(analyzeInWorker(opened(junk(50_000)))).rejects.toBeInstanceOf(UnusableAudio);
  });

  it("comes through frames that hold nothing but junk", async () => {
    const frames = silence(400, { kilobits: 128 });
    for (let at = 0; at + 417 <= frames.length; at += 417) junk(380, at + 1).copy(frames, at + 36);
    const noise = silence(400, { kilobits: 128 });
    for (let at = 0; at + 417 <= noise.length; at += 417) junk(410, at + 1).copy(noise, at + 4);
    for (const bytes of [frames, noise]) {
      const told = await analyzeInWorker(opened(bytes)).catch((error: unknown) => error);
      if (told instanceof Error) expect(told).toBeInstanceOf(UnusableAudio);
      else expect(told).toMatchObject({ sampleRate: 44_100, duration: expect.any(Number) });
    }
  });
});
