import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { allJobs } from "../../features.ts";
import { sql } from "../../platform/database/database.ts";
import { toTaskList } from "../../platform/jobs/queue.ts";
import { registerFiles } from "../../platform/storage/registered-storage.ts";
import { openS3Storage } from "../../platform/storage/s3.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { controlFileChecks } from "../../testing/fixtures/file-checks.ts";
import { bearer, joinAdministrator, type Person } from "../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../testing/fixtures/studio.ts";
import { multipart } from "../../testing/http/multipart.ts";
import { startLoopbackS3 } from "../../testing/media/loopback-s3.ts";
import { audioFile, sample } from "../../testing/media/mp3s.ts";

let studio: Studio;
let directory: string;
let s3: Awaited<ReturnType<typeof startLoopbackS3>>;
let storage: Storage;
let cdn: Server;
/** Bodies of the purge calls, and the status of the next answers. */
const purged: [url: string | undefined, token: string | undefined, body: unknown][] = [];
let purgeStatus = 200;
const expireFileChecks = controlFileChecks();

beforeAll(async () => {
  studio = await openStudio();
  directory = await mkdtemp(join(tmpdir(), "public-files-"));
  s3 = await startLoopbackS3(join(directory, "server"));
  const publicUrl = `${s3.settings.endpoint}/files/public`;
  storage = await openS3Storage({ ...s3.settings, publicUrl }, join(directory, "spool"), POLL_TIMEOUT_MS);
  cdn = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    purged.push([request.url, request.headers.authorization, JSON.parse(body)]);
    response.writeHead(purgeStatus).end();
  });
  await new Promise<void>((resolve) => cdn.listen(0, "127.0.0.1", resolve));
  const { context } = studio;
  context.storage = registerFiles(storage, context.db);
  const { port } = cdn.address() as AddressInfo;
  context.config.cdnPurge = { url: `http://127.0.0.1:${port}/purge?address={url}`, token: "purge-token" };
});
afterAll(async () => {
  await studio.close();
  await storage.close();
  await s3.stop();
  await new Promise((resolve) => cdn.close(resolve));
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  // Nothing of an earlier test is public.
  await sql`update song set status = 'DRAFT', audio_key = null, incoming_audio_key = null, image_id = null`.execute(
    studio.context.db,
  );
  await runJob("withdraw-stale-files");
  await runJob("sync-public-files");
  await sql`delete from graphile_worker._private_jobs`.execute(studio.context.db);
  purged.length = 0;
  purgeStatus = 200;
});

async function runJob(name: string): Promise<void> {
  const task = toTaskList(studio.context, allJobs)[name];
  if (task === undefined) throw new Error(`there is no job ${name}`);
  await (task as (payload: unknown) => Promise<void>)({});
}

let colours = 0;

/** Adds a draft with a cover and a recording. */
async function addDraft(recording = randomBytes(4_000)) {
  colours += 1;
  const [photo, image] = ["#30", "#20"].map((red) =>
    pngFile(400, 400, `${red}10${(colours + 16).toString(16)}`),
  );
  const publisher = await studio.addPublisher({ image: photo });
  const { json } = await studio.sendSong(publisher, publisher.artist, { image });
  const { id: song, image: cover } = json.body;
  const kind = { extension: "mp3", contentType: "audio/mpeg" };
  const { key, hash } = await studio.context.storage.put(recording, kind);
  await studio.setAudio(song, key);
  return { publisher, song, addresses: [`/images/${cover.id}/320.webp`, `/audio/${hash}.mp3`] };
}

const list = ({ token }: Person, song: number) => studio.call("POST", `song/${song}/listing`, bearer(token));
const hide = ({ token }: Person, song: number) =>
  studio.call("DELETE", `song/${song}/listing`, bearer(token));
const get = (url: string) => studio.inject({ url });
const isRedirected = async (url: string) => (await get(url)).statusCode === 302;
/** Requests the files until they are published, and returns the addresses of their copies. */
async function publish(addresses: readonly string[]): Promise<string[]> {
  return Promise.all(
    addresses.map(async (url) => {
      await expect
        .poll(async () => {
          if (await isRedirected(url)) return true;
          await runJob("sync-public-files");
          return isRedirected(url);
        })
        .toBe(true);
      return String((await get(url)).headers.location);
    }),
  );
}

describe("files of a public wrap", () => {
  it("are copied for the CDN once they are requested, and then redirected to it", async () => {
    const { publisher, song, addresses } = await addDraft();
    await list(publisher, song);
    const copies = await publish(addresses);
    for (const [index, copy] of copies.entries()) {
      expect(copy).toMatch(
        /^http:\/\/127\.0\.0\.1:\d+\/files\/public\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.(webp|mp3)$/,
      );
      const [own, stored] = [await get(addresses[index] ?? ""), await fetch(copy)];
      expect([own.statusCode, own.headers["cache-control"]]).toEqual([302, "public, max-age=60"]);
      expect([stored.status, stored.headers.get("content-type")]).toEqual([
        200,
        index === 0 ? "image/webp" : "audio/mpeg",
      ]);
      expect((await stored.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    expect((await studio.inject({ url: addresses[1] ?? "", method: "HEAD" })).statusCode).toBe(200);
  });

  it("stop being redirected when it is hidden, their copies go with the next sync, and the CDN is purged", async () => {
    const { publisher, song, addresses } = await addDraft();
    await list(publisher, song);
    const copies = await publish(addresses);
    expect((await hide(publisher, song)).status).toBe(200);
    // Its publisher still hears it at the address of this site.
    for (const url of addresses) expect((await get(url)).statusCode).toBe(200);
    purgeStatus = 503;
    await runJob("sync-public-files");
    for (const copy of copies) expect((await fetch(copy)).status).toBe(404);
    const failing = await sql<{ payload: { url: string } }>`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'purge-address'`.execute(studio.context.db);
    expect(failing.rows.map(({ payload }) => payload.url).sort()).toEqual(copies.toSorted());
    const purge = toTaskList(studio.context, allJobs)["purge-address"] as (payload: unknown) => Promise<void>;
    await expect(purge({ url: copies[0] })).rejects.toThrow("503");
    purgeStatus = 200;
    purged.length = 0;
    await studio.runDueJobs();
    expect(purged).toHaveLength(2);
    expect(purged).toContainEqual([
      `/purge?address=${encodeURIComponent(copies[0] ?? "")}`,
      "Bearer purge-token",
      { files: [copies[0]] },
    ]);
    // Public again, it is published again.
    await list(publisher, song);
    expect(await publish(addresses)).toEqual(copies);
  });

  it("answer 451 once it is restricted, lose their copies without waiting for the next minute, and return when it is restored", async () => {
    const { publisher, song, addresses } = await addDraft();
    await list(publisher, song);
    const copies = await publish(addresses);
    await studio.runDueJobs();
    const admin = bearer((await joinAdministrator(studio)).token);
    const notice = {
      kind: "wrap",
      id: String(song),
      problem: "privacy",
      explanation: "The voice is mine.",
      location: "The whole recording",
      name: "Réka Szabó",
      email: "rights@label.example",
      good_faith: true,
    };
    const { id } = (await studio.call("POST", "report", { payload: notice })).json.body;
    const payload = {
      decision: "RESTRICT",
      kind: "wrap",
      ground: "law",
      basis: "GDPR",
      reason: "No consent.",
    };
    expect((await studio.call("POST", `admin/report/${id}`, { ...admin, payload })).status).toBe(200);
    await studio.runDueJobs();
    for (const copy of copies) expect((await fetch(copy)).status).toBe(404);
    expect(purged.map(([url]) => url)).toEqual(
      expect.arrayContaining(copies.map((copy) => `/purge?address=${encodeURIComponent(copy)}`)),
    );
    expireFileChecks();
    for (const url of addresses) expect((await get(url)).statusCode).toBe(451);
    const { restrictions } = (await studio.call("GET", `admin/report/${id}`, admin)).json.body;
    const end = { ...admin, payload: { reason: "A licence was shown." } };
    expect((await studio.call("POST", `admin/restriction/${restrictions[0].id}/end`, end)).status).toBe(200);
    expireFileChecks();
    expect(await publish(addresses)).toEqual(copies);
  });

  it("keep their copies while another public wrap has the same content", async () => {
    const recording = randomBytes(4_000);
    const [first, second] = [await addDraft(recording), await addDraft(recording)];
    for (const { publisher, song } of [first, second]) await list(publisher, song);
    const [copy = ""] = await publish(first.addresses.slice(1));
    await hide(first.publisher, first.song);
    await runJob("sync-public-files");
    expect((await fetch(copy)).status).toBe(200);
    await studio.call("DELETE", `song/${second.song}`, bearer(second.publisher.token));
    await runJob("sync-public-files");
    expect((await fetch(copy)).status).toBe(404);
  });
});

it("files that nothing public shows are never copied", async () => {
  const { addresses } = await addDraft();
  for (const url of addresses) expect((await get(url)).statusCode).toBe(200);
  await runJob("sync-public-files");
  for (const url of addresses) expect((await get(url)).headers.location).toBeUndefined();
  const listed = (await Array.fromAsync(storage.list())).map(({ key }) => key);
  expect(listed.filter((key) => key.includes("public"))).toEqual([]);
});

/** Replaces the cover of a wrap. Returns the address of the new one. */
async function replaceCover({ token }: Person, song: number, colour: string): Promise<string> {
  const artwork = pngFile(400, 400, colour);
  const { status } = await studio.call(
    "PATCH",
    `song/${song}/art`,
    multipart({ artwork }, bearer(token).headers),
  );
  expect(status).toBe(200);
  const { image } = (await studio.call("GET", `song/${song}`)).json.body.song;
  return `/images/${image.id}/320.webp`;
}

it("a replaced cover has another address, and the CDN loses the old one with the next sync", async () => {
  const { publisher, song, addresses } = await addDraft();
  const [old = "", audio = ""] = addresses;
  await list(publisher, song);
  const [cover = "", recording = ""] = await publish(addresses);
  await studio.runDueJobs();
  purged.length = 0;
  const address = await replaceCover(publisher, song, "#fafafa");
  expect(address).not.toBe(old);
  expect((await get(address)).statusCode).toBe(200);
  await runJob("sync-public-files");
  expect((await fetch(cover)).status).toBe(404);
  await studio.runDueJobs();
  expect(purged.map(([, , body]) => body)).toEqual([{ files: [cover] }]);
  // The recording and the new cover stay where they are.
  expect((await fetch(recording)).status).toBe(200);
  expect(await isRedirected(audio)).toBe(true);
  const [copy = ""] = await publish([address]);
  expect((await fetch(copy)).status).toBe(200);

  await runJob("collect-files");
  studio.context.clock.move(25 * 60 * 60);
  await runJob("collect-files");
  expect((await get(old)).statusCode).toBe(404);
});

it("a replaced cover that another public wrap shows keeps its copy", async () => {
  const [first, second] = [await addDraft(), await addDraft()];
  for (const { publisher, song } of [first, second]) await list(publisher, song);
  await replaceCover(first.publisher, first.song, "#123456");
  const shared = await replaceCover(second.publisher, second.song, "#123456");
  const [copy = ""] = await publish([shared]);
  await replaceCover(first.publisher, first.song, "#654321");
  await publish([shared]);
  expect((await fetch(copy)).status).toBe(200);
});

it("a replaced photo of an artist and a replaced recording lose their copies", async () => {
  const { publisher, song, addresses } = await addDraft();
  await list(publisher, song);
  const read = async () =>
    (await studio.call("GET", `my/artist/${publisher.artist}`, bearer(publisher.token))).json.body;
  const photo = `/images/${(await read()).image.id}/320.webp`;
  const copies = await publish([photo, addresses[1] ?? ""]);
  const image = pngFile(400, 400, "#0a0b0c");
  const { headers } = bearer(publisher.token);
  await studio.call("PATCH", `artist/${publisher.artist}`, multipart({ image }, headers));
  await studio.call(
    "PATCH",
    `song/${song}/audio`,
    multipart({ audio: audioFile(sample("vbr-44100.mp3")) }, headers),
  );
  await studio.runDueJobs();
  await runJob("sync-public-files");
  for (const copy of copies) expect((await fetch(copy)).status).toBe(404);
});

it("what nothing public shows any more loses its copy, and a collected file has none", async () => {
  const { publisher, song, addresses } = await addDraft();
  await list(publisher, song);
  const [cover = "", audio = ""] = await publish(addresses);
  await sql`update song set image_id = null where id = ${song}`.execute(studio.context.db);
  await runJob("withdraw-stale-files");
  await runJob("sync-public-files");
  expect((await fetch(cover)).status).toBe(404);
  await sql`update song set audio_key = null`.execute(studio.context.db);
  await runJob("collect-files");
  studio.context.clock.move(25 * 60 * 60);
  await runJob("collect-files");
  expect((await fetch(audio)).status).toBe(404);
});
