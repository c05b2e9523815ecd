import type { AddressInfo } from "node:net";
import { compareCost } from "@wrapsody/shared/testing/processor-time.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "../../../server.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { uploadPieces } from "../../../testing/http/upload-pieces.ts";
import { demoTrack, withoutInfo } from "../../../testing/media/mp3s.ts";
import { audioProblems } from "./audio-problems.ts";

const megabyte = 1_000_000;
/** Valid headers of frames that never follow each other: the scan has to try every fourth byte. */
const hostile = Buffer.alloc(megabyte, Buffer.from([0xff, 0xfb, 0x90, 0x64]));
const track = withoutInfo(demoTrack("kiln"));

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

/** Scanned on the main thread, hostile files would cost it several times as much as songs. */
const MAX_COST_RATIO = 2;

describe("hostile mp3 files of 19 MB", () => {
  it("cost the main thread no more than songs", async () => {
    const app = await createServer(studio.context, { site: false });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const publisher = await studio.addPublisher();
    const path = `/api/v1/song/${await studio.createDraft(publisher)}/audio`;
    const upload = (piece: Buffer) => uploadPieces({ port, path, token: publisher.token, piece, pieces: 19 });
    const uploadTwo = async (piece: Buffer) => Promise.all([upload(piece), upload(piece)]);
    const songs = Buffer.alloc(megabyte, track);
    // Also starts the threads and fills caches.
    for (const { status } of await uploadTwo(songs)) expect(status).toBe(200);
    for (const { status, json } of await uploadTwo(hostile)) {
      expect(status).toBe(400);
      expect(json).toMatchObject({
        code: "E0007",
        errors: [{ field: "audio", message: audioProblems.empty }],
      });
    }
    const ratio = await compareCost({
      operation: () => uploadTwo(hostile),
      reference: () => uploadTwo(songs),
      limit: MAX_COST_RATIO,
    });
    expect(ratio).toBeLessThanOrEqual(MAX_COST_RATIO);
    await app.close();
  });
});
