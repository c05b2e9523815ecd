import { createHash, randomUUID } from "node:crypto";
import { QUOTA_EXCEEDED } from "@wrapsody/shared/api/media.ts";
import { masterTexts } from "@wrapsody/shared/studio/masters.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { multipart } from "../../../testing/http/multipart.ts";
import { makeMaster, makeMasters, masterFile, prepareEncoder } from "../../../testing/media/masters.ts";
import { audioFile, sample } from "../../../testing/media/mp3s.ts";
import { encodeMasterJob } from "./encode-job.ts";

type Publisher = Person & { artist: number };

/** Extension, format, arguments of FFmpeg's output, and hertz. */
const formats = [
  ["wav", "WAV", ["-c:a", "pcm_s24le", "-ar", "96000"], 96_000],
  ["wav", "WAV", ["-c:a", "pcm_f32le", "-rf64", "always"], 44_100],
  ["flac", "FLAC", [], 44_100],
  ["aiff", "AIFF", [], 44_100],
  ["m4a", "M4A", [], 44_100],
  ["m4a", "M4A", ["-c:a", "alac"], 44_100],
  ["aac", "AAC", [], 44_100],
  ["ogg", "OGG", ["-c:a", "libvorbis"], 44_100],
  ["opus", "OGG", [], 48_000],
] as const;
/** Two with other codecs, and a short one. */
const unusable = [
  ["wav", ["-c:a", "adpcm_ms"]],
  ["m4a", ["-c:a", "ac3", "-f", "mp4"]],
  ["wav", ["-t", "0.2"]],
] as const;
/** An odd number of bytes of audio. */
const oddAiff = ["aiff", ["-ac", "1", "-ar", "16001", "-c:a", "pcm_s24be"]] as const;

let studio: Studio;
let publisher: Publisher;
let other: Publisher;
/** Two seconds. */
let wav: Buffer;
/** One second in each of the formats, then the unusable ones, then one with an odd number of bytes. */
let masters: Buffer[];
beforeAll(async () => {
  await prepareEncoder();
  studio = await openStudio({ MASTER_MAX_MB: "20" });
  publisher = await studio.addPublisher();
  other = await studio.addPublisher({ name: "Petra Vaškovská" });
  for (const account of [publisher, other]) await makePremium(studio, account);
  wav = await makeMaster("wav", { output: ["-c:a", "pcm_s24le"] });
  const files = [
    ...formats.map(([extension, , output]) => ({ extension, output })),
    ...[...unusable, oddAiff].map(([extension, output]) => ({ extension, output })),
  ];
  masters = await makeMasters(files, { seconds: 1 });
});
beforeEach(async () => {
  // The songs of one month would not last for repeated tests.
  await sql`update song set added_at = '2020-01-01'`.execute(studio.context.db);
  await clearQueue();
});
afterAll(() => studio.close());

const clearQueue = () => sql`delete from graphile_worker._private_jobs`.execute(studio.context.db);

/** Runs the job that deletes unreferenced files, and no other. */
async function collectFiles(): Promise<void> {
  await clearQueue();
  await sql`select graphile_worker.add_job('collect-files', '{}'::json)`.execute(studio.context.db);
  await studio.runDueJobs();
}

const masterOf = (format: string) =>
  masters[formats.findIndex(([extension]) => extension === format)] ?? Buffer.alloc(0);

const upload = (
  { token }: { token: string },
  song: number | string,
  content: Buffer | undefined,
  { name = "mix.wav", key }: { name?: string; key?: string } = {},
) =>
  studio.call(
    "PUT",
    `song/${song}/master`,
    multipart(
      { master: content === undefined ? undefined : masterFile(content, name) },
      { ...bearer(token).headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
    ),
  );
const uploadMp3 = (song: number, content: Buffer) =>
  studio.call(
    "PATCH",
    `song/${song}/audio`,
    multipart({ audio: audioFile(content) }, bearer(publisher.token).headers),
  );
const show = async ({ token }: Person, song: number) =>
  (await studio.call("GET", `my/song/${song}`, bearer(token))).json.body;
const limitOf = ({ token }: Person) => studio.call("GET", "my/master-limit", bearer(token));
const linkOf = async ({ token }: Person, song: number): Promise<string> =>
  (await studio.call("GET", `song/${song}/master`, bearer(token))).json.body.uri;
const download = (url: string) => studio.inject({ url });
const statusOf = async (url: string) => (await download(url)).statusCode;
const remove = ({ token }: Person, song: number) =>
  studio.call("DELETE", `song/${song}/master`, bearer(token));
const keyOf = async (song: number) => {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from song_master where song_id = ${song}`.execute(studio.context.db);
  return rows[0]?.file_key ?? "";
};
/** Runs the job of the master of a wrap. Its mp3 waits to be measured. */
const encode = async (song: number) =>
  encodeMasterJob.run(studio.context, { songId: song, key: await keyOf(song) });

describe("the master of a wrap", () => {
  it.each(formats.map((format, index) => [...format, index] as const))(
    "is encoded from %s (%s, %j)",
    async (extension, format, _, rate, index) => {
      const song = await studio.createDraft(publisher);
      const content = masters[index] ?? Buffer.alloc(0);
      const { status, json } = await upload(publisher, song, content, { name: `Salt Meridian.${extension}` });
      expect([status, json.body]).toEqual([
        200,
        {
          state: "ENCODING",
          problem: null,
          file_name: `Salt Meridian.${extension}`,
          format,
          bytes: content.length,
          duration: expect.closeTo(1, 0),
          sample_rate: rate,
          channels: 2,
          uploaded_at: expect.any(String),
        },
      ]);
      await encode(song);
      expect(await show(publisher, song)).toMatchObject({
        master: { ...json.body, state: "ENCODED" },
        audio: { bit_rate: 320_000, duration: expect.closeTo(1, 0), channels: 2 },
      });
      const got = await download(await linkOf(publisher, song));
      expect(got.rawPayload.equals(content)).toBe(true);
    },
  );

  it("replaces the audio once its mp3 is measured, and pages show that", async () => {
    const song = await studio.createDraft(publisher);
    await upload(publisher, song, wav);
    expect(await show(publisher, song)).toMatchObject({
      audio: { state: "NONE" },
      song: { next_step: "WAIT_FOR_AUDIO" },
    });
    await studio.runDueJobs();
    expect(await show(publisher, song)).toMatchObject({
      audio: { state: "READY", bit_rate: 320_000, duration: expect.closeTo(2, 0), channels: 2 },
      song: { next_step: "SUBMIT" },
    });
    await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(studio.context.db);
    const readSong = async () => (await studio.call("GET", `song/${song}`)).json.body.song;
    const before = await readSong();
    const pages = studio.watchPages();
    await upload(publisher, song, masterOf("flac"));
    expect(await readSong()).toEqual(before);
    await studio.runDueJobs();
    const after = await readSong();
    expect(after.duration).toBe(1);
    expect(after.audio_uri).not.toBe(before.audio_uri);
    expect(pages.changes).toEqual([[`song:${song}`]]);
    pages.close();
    await sql`update song set status = 'DELETED' where id = ${song}`.execute(studio.context.db);
  });

  it("stays when an mp3 is uploaded afterwards, which listeners hear instead", async () => {
    const song = await studio.createDraft(publisher);
    const mp3 = sample("vbr-44100.mp3");
    await upload(publisher, song, wav);
    await uploadMp3(song, mp3);
    await studio.runDueJobs();
    expect(await show(publisher, song)).toMatchObject({
      master: { state: "KEPT" },
      audio: { bytes: mp3.length },
    });
    await upload(publisher, song, wav);
    await encode(song);
    expect(await show(publisher, song)).toMatchObject({
      master: { state: "ENCODED" },
      audio: { duration: expect.closeTo(2, 0) },
    });
  });

  /** Returns a copy of a WAV file whose audio has the length that programs write to a pipe. */
  const pipedWave = (length: number) => {
    const content = Buffer.from(masterOf("wav"));
    content.writeUInt32LE(0xffff_ffff, 4);
    content.writeUInt32LE(length, content.indexOf("data") + 4);
    return content;
  };
  /** A FLAC file whose number of samples is unknown. */
  const pipedFlac = () => {
    const content = Buffer.from(masterOf("flac"));
    content.writeUInt8(content.readUInt8(21) & 0xf0, 21);
    return content.fill(0, 22, 26);
  };
  const broadcastWave = () => {
    const content = Buffer.from(masters[1] ?? Buffer.alloc(4));
    content.write("BW64");
    return content;
  };

  it.each<[string, () => Buffer]>([
    ["WAV that states no length", () => pipedWave(0)],
    ["WAV that states the largest length", () => pipedWave(0xffff_ffff)],
    ["BW64", broadcastWave],
    ["AIFF without its last pad byte", () => masters.at(-1)?.subarray(0, -1) ?? Buffer.alloc(0)],
    ["FLAC that states no length", pipedFlac],
  ])("is encoded whole from %s", async (_, make) => {
    const song = await studio.createDraft(publisher);
    const { status, json } = await upload(publisher, song, make());
    expect([status, json.body]).toMatchObject([200, { duration: expect.closeTo(1, 0) }]);
    await encode(song);
    expect(await show(publisher, song)).toMatchObject({
      master: { state: "ENCODED", problem: null },
      audio: { duration: expect.closeTo(1, 0) },
    });
  });

  it("is replaced by another one at once, and its job encodes only the latest, however often it runs", {
    retry: 0,
  }, async () => {
    const song = await studio.createDraft(publisher);
    await upload(publisher, song, wav);
    const first = { songId: song, key: await keyOf(song) };
    const link = await linkOf(publisher, song);
    expect((await upload(publisher, song, masterOf("flac"), { name: "final.flac" })).status).toBe(200);
    expect(await statusOf(link)).toBe(404);
    await encodeMasterJob.run(studio.context, first);
    expect((await show(publisher, song)).master.state).toBe("ENCODING");
    await Promise.all([encode(song), encode(song)]);
    await encode(song);
    await studio.runDueJobs();
    expect(await show(publisher, song)).toMatchObject({
      master: { state: "ENCODED", format: "FLAC" },
      audio: { state: "READY", duration: expect.closeTo(1, 0) },
    });
  });

  it("uploaded twice at the same instant is one of them, whole", { retry: 0 }, async () => {
    const song = await studio.createDraft(publisher);
    const flac = masterOf("flac");
    const answers = await Promise.all([
      upload(publisher, song, wav, { name: "a.wav" }),
      upload(publisher, song, flac, { name: "b.flac" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await studio.runDueJobs();
    const { master, audio } = await show(publisher, song);
    const [content, seconds] = master.file_name === "a.wav" ? [wav, 2] : [flac, 1];
    expect(audio).toMatchObject({ state: "READY", duration: expect.closeTo(seconds, 0) });
    expect((await download(await linkOf(publisher, song))).rawPayload.equals(content)).toBe(true);
  });

  it("answers a repeat with the same Idempotency-Key the same, and is deleted by its owner, while its audio stays", async () => {
    const song = await studio.createDraft(publisher);
    const key = randomUUID();
    const first = await upload(publisher, song, wav, { key });
    await encode(song);
    expect((await upload(publisher, song, wav, { key })).json).toEqual(first.json);
    expect((await show(publisher, song)).master.state).toBe("ENCODED");
    expect((await upload(publisher, song, masterOf("flac"), { key })).json.code).toBe("E0029");
    const { audio } = await show(publisher, song);
    const link = await linkOf(publisher, song);
    for (const _ of [1, 2]) expect((await remove(publisher, song)).status).toBe(200);
    expect(await show(publisher, song)).toMatchObject({ master: null, audio });
    expect(await statusOf(link)).toBe(404);
    expect((await studio.call("GET", `song/${song}/master`, bearer(publisher.token))).json.code).toBe(
      "E0001",
    );
  });

  it("counts towards the storage quota, which two uploads at the same instant cannot exceed", {
    retry: 0,
  }, async () => {
    const publisher = await studio.addPublisher();
    const songs = [await studio.createDraft(publisher), await studio.createDraft(publisher)];
    const used = async () => (await studio.call("GET", "my/storage", bearer(publisher.token))).json.body.used;
    const before = await used();
    const { files } = studio.context.config;
    files.quotaBytes = before + wav.length;
    try {
      const contents = [wav, Buffer.concat([wav.subarray(0, -1), Buffer.from([1])])];
      const answers = await Promise.all(songs.map((song, index) => upload(publisher, song, contents[index])));
      const refused = answers.find(({ status }) => status !== 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(refused?.json).toMatchObject({
        code: "E0050",
        errors: [{ field: "master", message: QUOTA_EXCEEDED }],
      });
      expect(await used()).toBe(before + wav.length);
    } finally {
      files.quotaBytes = 0;
    }
  });

  it("is deleted with its wrap, and its file is collected", async () => {
    const { db, storage } = studio.context;
    const song = await studio.createDraft(publisher);
    await upload(publisher, song, Buffer.concat([wav.subarray(0, -1), Buffer.from([2])]));
    const [key, link] = [await keyOf(song), await linkOf(publisher, song)];
    await sql`update stored_file set unreferenced_since = '2020-01-01'`.execute(db);
    await collectFiles();
    expect(await storage.stat(key)).toBeDefined();
    expect((await studio.call("DELETE", `song/${song}`, bearer(publisher.token))).status).toBe(200);
    expect(await statusOf(link)).toBe(404);
    await collectFiles();
    await sql`update stored_file set unreferenced_since = '2020-01-01' where key = ${key}`.execute(db);
    await collectFiles();
    expect(await storage.stat(key)).toBeUndefined();
  });
});

describe("an uploaded master", () => {
  let song: number;
  beforeAll(async () => {
    song = await studio.createDraft(publisher);
    expect((await upload(publisher, song, wav, { name: "Ferry “live”.mp3" })).status).toBe(200);
  });

  it("is recognised by its content, keeps its name, and is in the data export of its owner", async () => {
    const { headers } = await download(await linkOf(publisher, song));
    expect(headers).toMatchObject({
      "content-type": "audio/wav",
      "content-length": String(wav.length),
      "cache-control": "private, no-store",
      "content-disposition": expect.stringContaining("filename*=UTF-8''Ferry%20%E2%80%9Clive%E2%80%9D.mp3"),
    });
    const { json } = await studio.call("GET", "my/data", bearer(publisher.token));
    expect(json.body.catalogue.masters).toContainEqual({
      song_id: song,
      file_name: "Ferry “live”.mp3",
      format: "WAV",
      bytes: wav.length,
      sha256: createHash("sha256").update(wav).digest("hex"),
      state: "ENCODING",
      uploaded_at: expect.any(String),
    });
  });

  it("cannot be replaced, seen, downloaded or deleted by others, with or without a session", async () => {
    const anonymous = multipart({ master: masterFile(wav, "mix.wav") });
    expect((await studio.call("PUT", `song/${song}/master`, anonymous)).json.code).toBe("E0002");
    for (const method of ["GET", "DELETE"] as const) {
      expect((await studio.call(method, `song/${song}/master`)).json.code).toBe("E0002");
      expect((await studio.call(method, `song/${song}/master`, bearer(other.token))).json.code).toBe("E0001");
    }
    expect((await upload(other, song, wav)).json.code).toBe("E0001");
    expect((await upload(publisher, 99_999_999, wav)).json.code).toBe("E0001");
    const hash = createHash("sha256").update(wav).digest("hex");
    const link = await linkOf(publisher, song);
    const guesses = [`/audio/${hash}.mp3`, `/audio/${hash}.wav`, `/masters/${hash}`, `/masters/${hash}.wav`];
    const forged = `${link.slice(0, -4)}${link.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
    for (const url of [...guesses, forged]) expect(await statusOf(url)).toBe(404);
  });

  it("is downloaded by a member of its account until they are removed or lose the role", async () => {
    const member = await studio.join();
    const setRole = (role: string) =>
      sql`
        insert into account_member (account_id, member_id, role, invited_at, accepted_at)
        values (${publisher.id}, ${member.id}, ${role}, now(), now())
        on conflict (account_id, member_id) do update set role = excluded.role`.execute(studio.context.db);
    await setRole("EDITOR");
    const headers = { ...bearer(member.token).headers, "x-wrap-account": publisher.id };
    const link = (await studio.call("GET", `song/${song}/master`, { headers })).json.body.uri;
    expect(await statusOf(link)).toBe(200);
    const [unnamed] = link.split("?");
    const renamed = `${unnamed}?member=${other.id}`;
    expect([await statusOf(unnamed), await statusOf(renamed)]).toEqual([404, 404]);
    await setRole("READER");
    expect(await statusOf(link)).toBe(404);
    await setRole("EDITOR");
    expect(await statusOf(link)).toBe(200);
    const removed = await studio.call("DELETE", `my/member/${member.id}`, bearer(publisher.token));
    expect([removed.status, await statusOf(link)]).toEqual([200, 404]);
  });

  it("is no longer downloaded by a former owner, or after an hour", async () => {
    const link = await linkOf(publisher, song);
    const ranged = await studio.inject({ url: link, headers: { range: "bytes=4-9" } });
    expect([ranged.statusCode, ranged.rawPayload]).toEqual([206, wav.subarray(4, 10)]);
    const move = (artist: number) =>
      sql`update song set artist_id = ${artist} where id = ${song}`.execute(studio.context.db);
    await move(other.artist);
    expect(await statusOf(link)).toBe(404);
    await move(publisher.artist);
    expect(await statusOf(link)).toBe(200);
    const { clock } = studio.context;
    const now = clock.now;
    clock.now = () => new Date(now.call(clock).getTime() + 61 * 60_000);
    expect(await statusOf(link)).toBe(404);
    clock.now = now;
  });
});

describe("a file that is no master", () => {
  const playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://127.0.0.1:9/secret.ts\n";
  const flacHours = () => {
    const content = Buffer.from(masterOf("flac"));
    // STREAMINFO: 36 bits of samples from byte 21 on. 2^32 samples are 27 hours.
    content.writeUInt8(content.readUInt8(21) | 1, 21);
    return content;
  };
  const flacOf = (seconds: number) => {
    const content = Buffer.from(masterOf("flac"));
    content.writeUInt32BE(44_100 * seconds, 22);
    return content;
  };
  const bomb = () => {
    const header = Buffer.from(wav.subarray(0, 200));
    header.writeUInt32LE(0xf000_0000, header.indexOf("data") + 4);
    return header;
  };
  const truncated = (format: string) => masterOf(format).subarray(0, -10);
  let song: number;
  beforeAll(async () => {
    song = await studio.createDraft(publisher);
  });

  it.each<[string, () => Buffer | undefined | Promise<Buffer>, string]>([
    ["nothing", () => undefined, masterTexts.noFile],
    ["an empty file", () => Buffer.alloc(0), masterTexts.noFile],
    ["an mp3", () => sample("vbr-44100.mp3"), masterTexts.wrongFormat],
    ["an HLS playlist", () => Buffer.from(playlist), masterTexts.wrongFormat],
    [
      "a concat script",
      () => Buffer.from("ffconcat version 1.0\nfile /etc/passwd\n"),
      masterTexts.wrongFormat,
    ],
    [
      "a playlist in a WAV header",
      () => Buffer.concat([Buffer.from("RIFF\x20\0\0\0WAVEdata\0\0\0\0"), Buffer.from(playlist)]),
      masterTexts.damaged,
    ],
    ["a truncated WAV file", () => wav.subarray(0, -100), masterTexts.truncated],
    ["a WAV header that declares hours", bomb, masterTexts.truncated],
    ["a truncated AIFF file", () => truncated("aiff"), masterTexts.truncated],
    ["a truncated M4A file", () => truncated("m4a"), masterTexts.truncated],
    ["a truncated Ogg file", () => truncated("ogg"), masterTexts.truncated],
    ["a FLAC file that declares hours", flacHours, masterTexts.duration],
    ["a WAV file with another codec", () => masters[formats.length], masterTexts.codec],
    ["an M4A file with another codec", () => masters[formats.length + 1], masterTexts.codec],
    [
      "a video without sound",
      () =>
        makeMaster("m4a", {
          output: ["-filter_complex", "color=s=16x16:d=1[v]", "-map", "[v]", "-c:v", "mpeg4", "-f", "mp4"],
        }),
      masterTexts.empty,
    ],
    ["too short", () => masters[formats.length + 2], masterTexts.duration],
    ["longer than 20 minutes", () => flacOf(1_201), masterTexts.duration],
  ])("is refused with what is wrong: %s", async (_, make, message) => {
    const { status, json } = await upload(publisher, song, await make());
    expect([status, json.errors]).toEqual([400, [{ field: "master", message }]]);
    expect((await show(publisher, song)).master).toBeNull();
    expect(await studio.listJobs()).toEqual([]);
  });

  it("that ends early or is damaged, which only a decoder notices, fails with a reason, and another one can be uploaded", async () => {
    const song = await studio.createDraft(publisher);
    const flac = masterOf("flac");
    const damaged = Buffer.from(flac).fill(0x55, 9_000);
    for (const [content, problem] of [
      [flac.subarray(0, -4_000), masterTexts.truncated],
      [flacOf(900), masterTexts.truncated],
      [damaged, expect.any(String)],
    ] as const) {
      const { status, json } = await upload(publisher, song, content);
      expect([status, json.body]).toMatchObject([200, { state: "ENCODING", problem: null }]);
      await encode(song);
      expect(await show(publisher, song)).toMatchObject({
        master: { state: "FAILED", problem },
        audio: { state: "NONE" },
        song: { next_step: "ADD_AUDIO" },
      });
    }
  });

  it("but has a cover is a master", async () => {
    const song = await studio.createDraft(publisher);
    const cover = ["-f", "lavfi", "-i", "color=s=64x64:d=1", "-frames:v", "1", "-map", "0:a", "-map", "1:v"];
    const content = await makeMaster("flac", {
      output: [...cover, "-c:v", "png", "-disposition:v", "attached_pic"],
    });
    expect((await upload(publisher, song, content)).status).toBe(200);
    await encode(song);
    expect((await show(publisher, song)).master.state).toBe("ENCODED");
  });
});

it("A master over MASTER_MAX_MB is refused with the limit, which publishers see before", async () => {
  const song = await studio.createDraft(publisher);
  expect((await show(publisher, song)).master_max_bytes).toBe(20_000_000);
  expect((await limitOf(publisher)).json.body).toEqual({ master_max_bytes: 20_000_000 });
  expect((await studio.call("GET", "my/master-limit")).status).toBe(401);
  const { status, json } = await upload(publisher, song, Buffer.alloc(20_000_001));
  expect([status, json]).toMatchObject([
    413,
    { code: "E0008", errors: [{ field: "master", message: "Masters must be at most 20 MB." }] },
  ]);
});

describe("a site without ffmpeg or bwrap", () => {
  it.each(["programs", "MASTER_MAX_MB"])(
    "refuses masters and says so (%s), and takes mp3s",
    async (without) => {
      const { masters } = studio.context.config;
      const { programFolders, maxBytes } = masters;
      if (without === "programs") masters.programFolders = ["/nonexistent"];
      else masters.maxBytes = 0;
      try {
        const song = await studio.createDraft(publisher);
        const { status, json } = await upload(publisher, song, wav);
        expect([status, json]).toMatchObject([
          409,
          { code: "E0072", message: "This site encodes no masters. Please upload an mp3 instead." },
        ]);
        expect(await show(publisher, song)).toMatchObject({ master: null, master_max_bytes: null });
        expect((await limitOf(publisher)).json.body).toEqual({ master_max_bytes: null });
        expect((await uploadMp3(song, sample("vbr-44100.mp3"))).status).toBe(200);
      } finally {
        Object.assign(masters, { programFolders, maxBytes });
      }
    },
  );
});
