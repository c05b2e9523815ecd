import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../cli/run-command.ts";
import { sql } from "../../platform/database/database.ts";
import { openDiskStorage } from "../../platform/storage/disk.ts";
import { buildKey, type StorageKey } from "../../platform/storage/key.ts";
import { registerFiles } from "../../platform/storage/registered-storage.ts";
import { bearer } from "../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../testing/fixtures/studio.ts";
import { multipart } from "../../testing/http/multipart.ts";
import { audioFile, demoTrack } from "../../testing/media/mp3s.ts";
import { storeImage } from "../artwork/index.ts";
import { type Collector, collectFiles, previewCollection } from "./collect.ts";

const DAY_S = 24 * 60 * 60;

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());
// Leaves nothing to collect to the next test.
beforeEach(() => collectAll());

/** Collects files as the job does, and again after the grace period. */
async function collectAll(collector: Collector = studio.context) {
  await collectFiles(collector);
  studio.context.clock.move(DAY_S + 1);
  return collectFiles(collector);
}

const isStored = async (key: StorageKey) => (await studio.context.storage.stat(key)) !== undefined;
const get = async (url: string) => (await studio.inject({ url })).statusCode;
let files = 0;
/** Stores a file of its own and returns its key. */
async function storeFile(content = `file ${files++}`): Promise<StorageKey> {
  const bytes = Buffer.from(content);
  return (await studio.context.storage.put(bytes, { extension: "mp3", contentType: "audio/mpeg" })).key;
}
const setSongAudio = (song: number, key: string | null) =>
  sql`update song set audio_key = ${key} where id = ${song}`.execute(studio.context.db);

async function addDraft(colour: string) {
  const publisher = await studio.addPublisher();
  const { json } = await studio.sendSong(publisher, publisher.artist, { image: pngFile(400, 400, colour) });
  const song: number = json.body.id;
  const { rows } = await sql<{ image_id: string }>`select image_id from song where id = ${song}`.execute(
    studio.context.db,
  );
  return { publisher, song, image: rows[0]?.image_id ?? "" };
}

describe("an unreferenced file", () => {
  it("is deleted after the grace period, with its derived images and everything that describes it", async () => {
    const { publisher, song, image } = await addDraft("#123456");
    const upload = await studio.call(
      "PATCH",
      `song/${song}/audio`,
      multipart({ audio: audioFile(demoTrack("kiln")) }, bearer(publisher.token).headers),
    );
    expect(upload.status).toBe(200);
    await studio.runDueJobs();
    const audio = upload.json.body.uri;
    const addresses = [`/images/${image}/320.webp`, `/images/${image}/640.avif`, audio];
    for (const url of addresses) expect([url, await get(url)]).toEqual([url, 200]);

    expect((await studio.call("DELETE", `song/${song}`, bearer(publisher.token))).status).toBe(200);
    await collectFiles(studio.context);
    for (const url of addresses) expect([url, await get(url)]).toEqual([url, 200]);
    studio.context.clock.move(DAY_S + 1);
    // Cover, two derived images and the recording; the artist's image stays.
    expect((await collectFiles(studio.context)).files).toBe(4);
    for (const url of addresses) expect([url, await get(url)]).toEqual([url, 404]);
    const { rows } = await sql`
      select from image where id = ${image} union all select from image_variant where image_id = ${image}
      union all select from audio_file where state = 'READY'`.execute(studio.context.db);
    expect(rows).toEqual([]);
    expect((await studio.call("GET", `artist/${publisher.artist}`)).status).toBe(200);
  });

  it("survives if anything else refers to the same content", async () => {
    const [first, second] = [await addDraft("#654321"), await addDraft("#654321")];
    expect(first.image).toBe(second.image);
    const key = await storeFile();
    await setSongAudio(first.song, key);
    await setSongAudio(second.song, key);
    await studio.call("DELETE", `song/${first.song}`, bearer(first.publisher.token));
    await collectAll();
    expect([await isStored(key), await get(`/images/${second.image}/320.webp`)]).toEqual([true, 200]);
    await studio.call("DELETE", `song/${second.song}`, bearer(second.publisher.token));
    await collectAll();
    expect([await isStored(key), await get(`/images/${second.image}/320.webp`)]).toEqual([false, 404]);
  });

  it("survives if it was referenced again during the grace period", async () => {
    const { song } = await addDraft("#222222");
    const key = await storeFile();
    await collectFiles(studio.context);
    await setSongAudio(song, key);
    studio.context.clock.move(DAY_S + 1);
    // Referenced after the mark: the deletion itself checks again.
    expect((await collectFiles(studio.context)).files).toBe(0);
    await setSongAudio(song, null);
    await collectFiles(studio.context);
    expect(await isStored(key)).toBe(true);
    studio.context.clock.move(DAY_S + 1);
    expect((await collectFiles(studio.context)).files).toBe(1);
  });

  it("survives if it was uploaded again after it was marked", async () => {
    const key = await storeFile("uploaded twice");
    await collectFiles(studio.context);
    studio.context.clock.move(DAY_S + 1);
    expect(await storeFile("uploaded twice")).toBe(key);
    expect((await collectFiles(studio.context)).files).toBe(0);
    expect(await isStored(key)).toBe(true);
  });

  it("is the cover of a deleted wrap only if the wrap has no token", async () => {
    const { publisher, song, image } = await addDraft("#333333");
    await sql`
      insert into wrap_token (song_id, network, state, owner, in_custody, use_ipfs, asked_at)
      values (${song}, 'LOCAL', 'MINTED', '0x01', false, false, now())`.execute(studio.context.db);
    await studio.call("DELETE", `song/${song}`, bearer(publisher.token));
    await collectAll();
    expect(await get(`/images/${image}/320.webp`)).toBe(200);
  });

  it("is not a block of IPFS", async () => {
    const block = { extension: "ipld", contentType: "application/vnd.ipld.raw" };
    const { key } = await studio.context.storage.put(Buffer.from("a block"), block);
    await collectAll();
    expect(await isStored(key)).toBe(true);
  });
});

describe("a collection during an upload of the same content", () => {
  it("ends with the file stored", async () => {
    const { context } = studio;
    const { song } = await addDraft("#444444");
    const content = `stored while it is deleted ${randomUUID()}`;
    const key = await storeFile(content);
    await collectFiles(context);
    context.clock.move(DAY_S + 1);
    let upload: Promise<StorageKey> | undefined;
    const storage = {
      ...context.storage,
      async delete(deleted: StorageKey) {
        // The file exists and its row is locked: the upload has to wait.
        upload = storeFile(content);
        await expect
          .poll(async () => {
            const { rows } = await sql`
              select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              context.db,
            );
            return rows.length;
          })
          .toBe(1);
        await context.storage.delete(deleted);
      },
    };
    expect((await collectFiles({ ...context, storage })).files).toBe(1);
    expect(await upload).toBe(key);
    await setSongAudio(song, key);
    await collectAll();
    expect((await buffer(await context.storage.read(key))).toString()).toBe(content);
  });

  it("twenty times at once, with two collectors, loses no file", { retry: 0 }, async () => {
    const { context } = studio;
    const contents = Array.from({ length: 20 }, (_, index) => `contested ${index}`);
    for (const content of contents) await storeFile(content);
    await collectFiles(context);
    context.clock.move(DAY_S + 1);
    const [keys] = await Promise.all([
      Promise.all(contents.map((content) => storeFile(content))),
      collectFiles(context),
      collectFiles(context),
    ]);
    for (const key of keys) expect([key, await isStored(key)]).toEqual([key, true]);
    const { rows } = await sql`
      select from stored_file where key = any(${keys}::text[])`.execute(context.db);
    expect(rows.length).toBe(20);
  });

  it("fails an image that is being derived instead of bringing it back", async () => {
    const { context } = studio;
    const image = await storeImage(context, context.db, pngFile(500, 500, "#565656").content);
    await collectFiles(context);
    context.clock.move(DAY_S + 1);
    const put = context.storage.put;
    try {
      context.storage.put = async (...args) => {
        const stored = await put(...args);
        await collectFiles({ ...context, storage: { ...context.storage, put } });
        return stored;
      };
      expect(await get(`/images/${image.id}/320.jpeg`)).toBe(404);
    } finally {
      context.storage.put = put;
    }
  });
});

describe("a deletion that fails", () => {
  it("is reported, and repeated by the next run", async () => {
    const { context } = studio;
    const keys = [await storeFile(), await storeFile()];
    await collectFiles(context);
    context.clock.move(DAY_S + 1);
    const storage = {
      ...context.storage,
      async delete(key: StorageKey) {
        if (key === keys[0]) throw new Error("the store is unavailable");
        await context.storage.delete(key);
      },
    };
    await expect(collectFiles({ ...context, storage })).rejects.toThrow("1 unreferenced files");
    expect([await isStored(keys[0] ?? ""), await isStored(keys[1] ?? "")]).toEqual([true, false]);
    expect((await collectFiles(context)).files).toBe(1);
    expect(await isStored(keys[0] ?? "")).toBe(false);
  });

  it("after the file is gone leaves a row that the next run deletes, and an upload stores the file again", async () => {
    const { context } = studio;
    const [gone, returned] = [await storeFile("gone"), await storeFile("returned")];
    await collectFiles(context);
    context.clock.move(DAY_S + 1);
    // As if the process had died between the deletion and the commit.
    for (const key of [gone, returned]) await context.storage.delete(key);
    expect(await storeFile("returned")).toBe(returned);
    expect((await collectFiles(context)).files).toBe(1);
    expect([await isStored(gone), await isStored(returned)]).toEqual([false, true]);
  });
});

it("a deleted file is no longer sent by a node that has it open", async () => {
  const { context } = studio;
  const key = await storeFile("kept open");
  const url = `/audio/${key.slice(6, 70)}.mp3`;
  expect(await get(url)).toBe(200);
  const other = await openDiskStorage(`${context.config.dataDir}/files`);
  await other.delete(key);
  await other.close();
  expect(context.storage.opened?.(key)).toBeUndefined();
  expect(await get(url)).toBe(404);
});

it("files of an older version are registered and measured by the first run", async () => {
  const { context } = studio;
  const { song } = await addDraft("#777777");
  const [known, forgotten] = [await storeFile("known"), await storeFile("forgotten")];
  const missing = buildKey("0".repeat(64), "mp3");
  await setSongAudio(song, known);
  await sql`update song set incoming_audio_key = ${missing} where id = ${song}`.execute(context.db);
  await sql`delete from stored_file`.execute(context.db);
  await collectFiles(context);
  const { rows } = await sql<{ key: string; bytes: number }>`
    select key, bytes from stored_file where key = any(${[known, forgotten, missing]}::text[]) order by key`.execute(
    context.db,
  );
  expect(Object.fromEntries(rows.map(({ key, bytes }) => [key, bytes]))).toEqual({
    [known]: 5,
    [forgotten]: 9,
    [missing]: 0,
  });
  studio.context.clock.move(DAY_S + 1);
  await collectFiles(context);
  expect([await isStored(known), await isStored(forgotten)]).toEqual([true, false]);
});

it("a dry run counts and changes nothing, and the command deletes", async () => {
  const { context } = studio;
  const { publisher, song } = await addDraft("#888888");
  await setSongAudio(song, await storeFile("0123456789"));
  await studio.call("DELETE", `song/${song}`, bearer(publisher.token));
  expect(await previewCollection(context)).toMatchObject({
    unreferenced: { files: 2 },
    collectable: { files: 0 },
  });
  await collectFiles(context);
  context.clock.move(DAY_S + 1);
  expect(await previewCollection(context)).toMatchObject({
    unreferenced: { files: 2 },
    collectable: { files: 2 },
  });

  const { rows } = await sql<{ url: string }>`select current_database() as url`.execute(context.db);
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = rows[0]?.url ?? "";
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void lines.push(line),
  };
  const environment = { DATABASE_URL: url.href, DATA_DIR: context.config.dataDir };
  await sql`update stored_file set unreferenced_since = '2020-01-01' where unreferenced_since is not null`.execute(
    context.db,
  );
  expect(await runCommand(["files", "collect", "--dry-run"], environment, output)).toBe(0);
  expect(lines.join("\n")).toMatch(/Unreferenced for more than 24 hours: 2 files, .* MB, not deleted\./);
  expect(await runCommand(["files", "collect"], environment, output)).toBe(0);
  expect(lines.at(-1)).toMatch(/^Deleted: 2 files/);
  expect((await previewCollection(context)).unreferenced.files).toBe(0);
  const events = await sql`
    select detail from security_event where kind = 'files-collected' order by id desc limit 1`.execute(
    context.db,
  );
  expect(events.rows).toEqual([{ detail: { files: 2, by: "operator" } }]);
});

it("the job runs twice without harm", { retry: 0 }, async () => {
  const key = await storeFile();
  for (let run = 0; run < 2; run += 1) {
    await sql`select graphile_worker.add_job('collect-files', '{}')`.execute(studio.context.db);
    await studio.runDueJobs();
    studio.context.clock.move(DAY_S + 1);
  }
  expect(await isStored(key)).toBe(false);
});

it("an upload whose registration fails stores nothing", async () => {
  const { context } = studio;
  const disk = await openDiskStorage(`${context.config.dataDir}/files`);
  const closed = { ...context.db, execute: undefined };
  const storage = registerFiles(disk, Object.assign(Object.create(context.db), closed));
  const bytes = Buffer.from("never stored");
  await expect(
    storage.put(bytes, { extension: "bin", contentType: "application/octet-stream" }),
  ).rejects.toThrow();
  for await (const { key } of disk.list()) expect(key.endsWith(".bin")).toBe(false);
  await disk.close();
});
