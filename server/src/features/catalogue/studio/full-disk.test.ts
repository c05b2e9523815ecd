import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { imageFormats } from "@wrapsody/shared/api/media.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Context } from "../../../platform/context.ts";
import { openDiskStorage } from "../../../platform/storage/disk.ts";
import { StorageFullError } from "../../../platform/storage/storage.ts";
import { createServer } from "../../../server.ts";
import { bearer } from "../../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../../testing/fixtures/studio.ts";
import { multipart } from "../../../testing/http/multipart.ts";
import { audioFile, sample } from "../../../testing/media/mp3s.ts";
import { storeImage } from "../../artwork/index.ts";

const run = promisify(execFile);

let studio: Studio;
let disk: string;
/** Whether this process may mount a small disk: as root, for example in a container with that right. */
let isMounted = false;
beforeAll(async () => {
  studio = await openStudio();
  disk = await mkdtemp(join(tmpdir(), "wrapsody-disk-"));
  isMounted = await run("mount", ["-t", "tmpfs", "-o", "size=4m", "wrapsody-test", disk]).then(
    () => true,
    () => false,
  );
});
afterAll(async () => {
  if (isMounted) await run("umount", [disk]);
  await rm(disk, { recursive: true });
  await studio.close();
});

const WIDTH = 96;

/** Makes an image that this process has not rendered before, because renderings stay in its memory for a minute. */
const makeImage = () => pngFile(200, 200, `#${randomBytes(3).toString("hex")}`).content;

/** Requests an image in every format. */
async function expectEveryFormat(app: Awaited<ReturnType<typeof createServer>>, id: string) {
  for (const format of imageFormats) {
    const answer = await app.inject({ url: `/images/${id}/${WIDTH}.${format}` });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, `image/${format}`]);
    expect(answer.headers["cache-control"]).toBe("public, max-age=60");
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(WIDTH);
  }
}

const storageIsFull = { code: "E0049", message: expect.stringContaining("storage is full"), errors: [] };

describe("a full disk", () => {
  it("fails uploads with 507, leaves nothing behind, and still shows images", async ({ skip }) => {
    if (!isMounted) skip("This process may not mount a disk.");
    const { context } = studio;
    const storage = await openDiskStorage(join(disk, "files"));
    onTestFinished(() => storage.close());
    const onDisk: Context = { ...context, storage, config: { ...context.config, dataDir: disk } };
    const app = await createServer(onDisk, { site: false });
    onTestFinished(() => app.close());
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const { id } = await storeImage(onDisk, onDisk.db, makeImage());
    const uploadAudio = async () => {
      const audio = multipart({ audio: audioFile(sample("cbr-44100.mp3")) }, bearer(publisher.token).headers);
      return app.inject({ method: "PATCH", url: `/api/v1/song/${song}/audio`, ...audio });
    };
    const uploadImage = async () => {
      const image = multipart({ artwork: pngFile() }, bearer(publisher.token).headers);
      return app.inject({ method: "PATCH", url: `/api/v1/song/${song}/art`, ...image });
    };

    const filler = await fillDisk();
    for (const answer of [await uploadAudio(), await uploadImage()]) {
      expect(answer.statusCode).toBe(507);
      expect(answer.json()).toMatchObject(storageIsFull);
    }
    expect(await readdir(join(disk, "uploads"))).toEqual([]);
    await expectEveryFormat(app, id);

    await rm(filler);
    expect((await uploadAudio()).statusCode).toBe(200);
  });

  it("of the storage alone fails uploads with 507 and still shows images", async () => {
    const { context } = studio;
    const { id } = await storeImage(context, context.db, makeImage());
    const put = () => Promise.reject(new StorageFullError("No space left to store the file (EDQUOT)."));
    const app = await createServer({ ...context, storage: { ...context.storage, put } }, { site: false });
    onTestFinished(() => app.close());
    const publisher = await studio.addPublisher();
    const audio = multipart({ audio: audioFile(sample("cbr-44100.mp3")) }, bearer(publisher.token).headers);
    const url = `/api/v1/song/${await studio.createDraft(publisher)}/audio`;
    const answer = await app.inject({ method: "PATCH", url, ...audio });
    expect(answer.statusCode).toBe(507);
    expect(answer.json()).toMatchObject(storageIsFull);
    await expectEveryFormat(app, id);
  });
});

/** Writes until the disk is full. Returns the path of the file. */
async function fillDisk(): Promise<string> {
  const path = join(disk, "filler");
  const file = await open(path, "w");
  const zeros = Buffer.alloc(1 << 12);
  try {
    for (;;) await file.write(zeros);
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
    return path;
  } finally {
    await file.close();
  }
}
