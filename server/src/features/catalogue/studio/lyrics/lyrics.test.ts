import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";
import { multipart } from "../../../../testing/http/multipart.ts";
import { syncedLyricsFrame, unsyncedLyricsFrame } from "../../../../testing/media/id3-frames.ts";
import { audioFile, id3v2, sample } from "../../../../testing/media/mp3s.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Publisher = Awaited<ReturnType<Studio["addPublisher"]>>;

const readOwn = async ({ token }: Publisher, song: number) =>
  (await studio.call("GET", `my/song/${song}`, bearer(token))).json.body;
const change = ({ token }: Publisher, song: string | number, payload: object) =>
  studio.call("PATCH", `song/${song}`, { ...bearer(token), payload });
const readPublic = async (song: number) => (await studio.call("GET", `song/${song}?detail=true`)).json.body;

async function publish({ token }: Publisher, song: number): Promise<void> {
  await studio.setAudio(song);
  await studio.call("POST", `song/${song}/listing`, bearer(token));
}

/** LRC with a byte order mark, Windows line ends, an unknown tag, trailing spaces and unordered times. */
const lrc =
  "\uFEFF[ti:Sal]\r\n[la:pt]\r\n[x_editor: one ]\r\n\r\n[00:30.00][00:10.00]põe o sal  \r\n" +
  "[00:20.00]na minha mão\r\n[00:25.000]\r\n";

describe("lyrics of a wrap", () => {
  it("come back byte for byte if they are LRC, beside the plain text", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    expect((await change(publisher, song, { lyrics: lrc })).status).toBe(200);
    const own = await readOwn(publisher, song);
    expect(own.lyrics).toEqual({ text: lrc, language: null, from_file: false });
    await publish(publisher, song);
    const { lyrics, lyrics_synced, lyrics_language } = await readPublic(song);
    expect(lyrics).toEqual([{ lyric: "põe o sal\nna minha mão\n\npõe o sal" }]);
    expect(Buffer.from(lyrics_synced)).toEqual(Buffer.from(lrc));
    expect(lyrics_language).toBe("pt");
  });

  it("may be plain, and are replaced and removed", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const detailAfter = async (lyrics: string | null) => {
      expect((await change(publisher, song, { lyrics })).status).toBe(200);
      return (await readOwn(publisher, song)).detail;
    };
    expect(await detailAfter(lrc)).toMatchObject({ lyrics_synced: lrc });
    expect(await detailAfter("\r\n[Verse]\r\nLow tide\r\n")).toMatchObject({
      lyrics: [{ lyric: "[Verse]\nLow tide" }],
      lyrics_synced: null,
    });
    expect(await detailAfter(null)).toMatchObject({ lyrics: [], lyrics_synced: null });
    await detailAfter("a");
    expect(await detailAfter(" \n")).toMatchObject({ lyrics: [] });
    await detailAfter("a");
    expect(await detailAfter("")).toMatchObject({ lyrics: [] });
    expect((await readOwn(publisher, song)).lyrics.text).toBeNull();
  });

  it("stay if a change does not name them", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    await change(publisher, song, { lyrics: lrc, lyrics_language: "pt-PT" });
    await change(publisher, song, { name: "Sal" });
    expect((await readOwn(publisher, song)).lyrics).toMatchObject({ text: lrc, language: "pt-PT" });
    await change(publisher, song, { lyrics: "plain" });
    expect((await readOwn(publisher, song)).lyrics).toMatchObject({ text: "plain", language: "pt-PT" });
  });

  it("have the chosen language, else that of the LRC, else that of the album", async () => {
    const publisher = await studio.addPublisher();
    const albums = [{ name: "Piers", trackNumber: 1, languages: ["es", "en"] }];
    const song = await studio.createDraft(publisher, { albums });
    const languageAfter = async (payload: object) => {
      expect((await change(publisher, song, payload)).status).toBe(200);
      return (await readOwn(publisher, song)).detail.lyrics_language;
    };
    expect(await languageAfter({ lyrics: "a" })).toBe("es");
    expect(await languageAfter({ lyrics: lrc })).toBe("pt");
    expect(await languageAfter({ lyrics_language: "EN_gb" })).toBe("en-GB");
    expect(await languageAfter({ lyrics_language: "" })).toBe("pt");
    expect(await languageAfter({ lyrics: null, lyrics_language: null })).toBe("es");
  });

  it("can be sent with a new song", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, { lyrics: lrc, lyrics_language: "pt-BR" });
    const own = await readOwn(publisher, song);
    expect(own.lyrics).toEqual({ text: lrc, language: "pt-BR", from_file: false });
    expect(own.detail.lyrics).toHaveLength(1);
  });

  it("are refused with the line that is wrong, and stay unchanged", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, { lyrics: "first" });
    const payload = { lyrics: "[00:01.00]a\n[00:75.00]b", lyrics_language: "Portuguese" };
    const { status, json } = await change(publisher, song, payload);
    expect([status, json.code, json.errors]).toEqual([
      ...[400, "E0007"],
      [
        { field: "lyrics", message: "Line 2: “[00:75.00]” is not a time such as [01:23.45]." },
        { field: "lyrics_language", message: "Please enter a language code such as en or pt-BR." },
      ],
    ]);
    const tooLong = await change(publisher, song, { lyrics: "a".repeat(65_537) });
    expect(tooLong.json.errors).toEqual([{ field: "lyrics", message: "Please use at most 64 kB of text." }]);
    expect((await change(publisher, song, { lyrics: ["a"] })).status).toBe(400);
    expect((await readOwn(publisher, song)).lyrics.text).toBe("first");
    const created = await studio.sendSong(publisher, publisher.artist, { data: { name: "x", ...payload } });
    expect(created.json.errors.map(({ field }: { field: string }) => field)).toEqual([
      "lyrics",
      "lyrics_language",
    ]);
  });

  it("cannot be changed without a session or by others", async () => {
    const [publisher, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const song = await studio.createDraft(publisher, { lyrics: "mine" });
    expect((await change(other, song, { lyrics: null })).status).toBe(404);
    const anonymous = await studio.call("PATCH", `song/${song}`, { payload: { lyrics: null } });
    expect(anonymous.json.code).toBe("E0002");
    expect((await readOwn(publisher, song)).lyrics.text).toBe("mine");
  });

  it("sent twice at the same instant are those of one call", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const texts = [lrc, "plain"];
    const answers = await Promise.all(texts.map((lyrics) => change(publisher, song, { lyrics })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { lyrics, detail } = await readOwn(publisher, song);
    expect(texts).toContain(lyrics.text);
    expect(detail.lyrics_synced).toBe(lyrics.text === lrc ? lrc : null);
  });

  it("of a public wrap change its page, those of a draft none", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const { changes, close } = studio.watchPages();
    await change(publisher, song, { lyrics: "draft" });
    expect(changes).toEqual([]);
    await publish(publisher, song);
    changes.length = 0;
    await change(publisher, song, { lyrics: lrc });
    expect(changes).toEqual([[`song:${song}`]]);
    close();
  });

  it("are in the data export of their publisher", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, { lyrics: lrc, lyrics_language: "pt" });
    await studio.createDraft(publisher, { name: "Instrumental" });
    const { json } = await studio.call("GET", "my/data", bearer(publisher.token));
    expect(json.body.catalogue.lyrics).toEqual([
      { song_id: song, language: "pt", lyrics: expect.stringContaining("põe o sal"), lyrics_synced: lrc },
    ]);
  });
});

describe("the tags of an uploaded recording", () => {
  const upload = ({ token }: Publisher, song: number, ...frames: Buffer[]) =>
    studio.call(
      "PATCH",
      `song/${song}/audio`,
      multipart(
        { audio: audioFile(Buffer.concat([id3v2(Buffer.concat(frames)), sample("cbr-44100.mp3")])) },
        bearer(token).headers,
      ),
    );
  const lines = [
    { time: 1_000, text: "Low tide" },
    { time: 2_500, text: "high ledger" },
  ];

  it("give a wrap without lyrics its lyrics, synced ones first, which can be removed", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const frames = [
      unsyncedLyricsFrame("Low tide\nhigh ledger"),
      syncedLyricsFrame(lines, { language: "eng" }),
    ];
    expect((await upload(publisher, song, ...frames)).status).toBe(200);
    expect((await readOwn(publisher, song)).lyrics).toEqual({
      text: "[00:01.00]Low tide\n[00:02.50]high ledger\n",
      language: "en",
      from_file: true,
    });
    await change(publisher, song, { lyrics: "Low tide," });
    expect((await readOwn(publisher, song)).lyrics).toMatchObject({ text: "Low tide,", from_file: false });
    await change(publisher, song, { lyrics: null });
    expect((await readOwn(publisher, song)).lyrics).toMatchObject({ text: null, from_file: false });
  });

  it("never replace lyrics that the wrap has", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, { lyrics: "typed" });
    expect((await upload(publisher, song, unsyncedLyricsFrame("from the file"))).status).toBe(200);
    expect((await readOwn(publisher, song)).lyrics).toMatchObject({ text: "typed", language: null });
  });

  it("change the page of a public wrap in the same transaction", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    await publish(publisher, song);
    const { changes, close } = studio.watchPages();
    await upload(publisher, song, unsyncedLyricsFrame("from the file"));
    expect(changes).toEqual([[`song:${song}`]]);
    expect((await readPublic(song)).lyrics).toEqual([{ lyric: "from the file" }]);
    close();
  });

  it("without words, and uploads without tags, add none", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    await upload(publisher, song, unsyncedLyricsFrame(" \n "));
    await upload(publisher, song);
    const { rows } = await sql`select from song_lyric where song_id = ${song}`.execute(studio.context.db);
    expect(rows).toEqual([]);
  });
});
