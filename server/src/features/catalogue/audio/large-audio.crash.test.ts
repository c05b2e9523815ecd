import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { uploadPieces } from "../../../testing/http/upload-pieces.ts";
import { demoTrack, withoutInfo } from "../../../testing/media/mp3s.ts";
import { usedBufferBytes } from "../../../testing/used-buffer-bytes.ts";

const megabyte = 1_000_000;
const track = withoutInfo(demoTrack("kiln"));
/** Repetitions that fit into 20 MB: half an hour. */
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

describe("half an hour of music in 20 MB", () => {
  it("is received and analysed piece by piece, in a fraction of its size", async () => {
    const { context } = studio;
    const app = await createServer(context, { site: false });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const path = `/api/v1/song/${song}/audio`;
    const upload = () => uploadPieces({ port, path, token: publisher.token, piece: track, pieces: times });
    const sending = await growthWhile(usedBufferBytes, () =>
      Promise.all([upload(), upload(), upload(), upload()]),
    );
    for (const { status, json } of sending.result) {
      expect(status).toBe(200);
      expect(json).toMatchObject({ body: { state: "MEASURING", bytes: times * track.length } });
    }
    // Four whole files in memory would be 80 MB.
    expect(sending.growth).toBeLessThan(60 * megabyte);
    const measuring = await growthWhile(process.memoryUsage.rss, () => studio.runDueJobs());
    // One fully decoded file would be 635 MB; each is analysed in a thread with its own heap.
    expect(measuring.growth).toBeLessThan(450 * megabyte);
    const { rows } = await sql<{ duration: number; fingerprint: string }>`
      select duration, fingerprint from audio_file where state = 'READY'`.execute(context.db);
    // Includes the encoder's padding of each repetition.
    expect(rows[0]?.duration).toBeCloseTo(times * 2719 * (1152 / 44_100), 1);
    // Covers the first two minutes.
    expect(rows[0]?.fingerprint.length).toBeLessThan(4_000);
    await app.close();
  });
});
