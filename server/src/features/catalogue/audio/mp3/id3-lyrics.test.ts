import { describe, expect, it } from "vitest";
import {
  id3Frame,
  id3Tag,
  syncedLyricsFrame,
  type TextEncoding,
  unsyncedLyricsFrame,
  unsynchronise,
} from "../../../../testing/media/id3-frames.ts";
import { demoTrack, id3v1, silence, textFrame } from "../../../../testing/media/mp3s.ts";
import { toByteSource } from "./byte-source.ts";
import { readId3Lyrics } from "./id3-lyrics.ts";

const music = silence(4);
const read = (...parts: Buffer[]) => readId3Lyrics(toByteSource(Buffer.concat([...parts, music])));
const words = "põe o sal\nna minha mão";

describe("plain lyrics of a tag", () => {
  it.each<[string, 2 | 3 | 4, TextEncoding]>([
    ["2.2 in Latin-1", 2, 0],
    ["2.2 in UTF-16", 2, 1],
    ["2.3 in Latin-1", 3, 0],
    ["2.3 in UTF-16", 3, 1],
    ["2.4 in UTF-16, big end first", 4, 2],
    ["2.4 in UTF-8", 4, 3],
  ])("are read from version %s", async (_, major, encoding) => {
    const frame = unsyncedLyricsFrame(words, { major, encoding, language: "por" });
    expect(await read(id3Tag(frame, { major }))).toEqual({ text: words, language: "pt" });
  });

  it.each([
    ["d2e8f5e0ff20e2eee4e00acff0e8ebe8e220e7eee2b8f2", "Тихая вода\nПрилив зовёт"],
    ["96e982cc8a430a946782cc89b9", "夜の海\n波の音"],
    ["ced2b5c4b3c7cad00abaa3b1dfb5c4c8cb", "我的城市\n海边的人"],
  ])("in an old code page are read as their author wrote them", async (hex, text) => {
    const frame = unsyncedLyricsFrame(Buffer.from(hex, "hex").toString("latin1"), { major: 3, encoding: 0 });
    expect(await read(id3Tag(frame, { major: 3 }))).toMatchObject({ text });
  });

  it("are found behind other frames and large pictures, before padding", async () => {
    const picture = id3Frame("APIC", Buffer.alloc(300_000, 0xff));
    const frames = [
      textFrame("TIT2", "Salt Meridian"),
      picture,
      unsyncedLyricsFrame(words),
      Buffer.alloc(2_000),
    ];
    expect(await read(id3Tag(Buffer.concat(frames)))).toEqual({ text: words, language: null });
  });

  it("are read from unsynchronised tags and frames, with extra fields and extended headers", async () => {
    const text = "ÿà ÿ";
    const old = unsyncedLyricsFrame(text, { major: 3, encoding: 0 });
    expect(await read(id3Tag(unsynchronise(old), { major: 3, flags: 0x80 }))).toMatchObject({ text });
    const content = unsyncedLyricsFrame(text, { encoding: 0 }).subarray(10);
    const frame = (flags: number, bytes: Buffer) => id3Tag(id3Frame("USLT", bytes, { flags }));
    expect(await read(frame(0x02, unsynchronise(content)))).toMatchObject({ text });
    expect(await read(frame(0x41, Buffer.concat([Buffer.alloc(5), content])))).toMatchObject({ text });
    const extended = Buffer.concat([Buffer.from([0, 0, 0, 6, 1, 0]), unsyncedLyricsFrame(text)]);
    expect(await read(id3Tag(extended, { flags: 0x40 }))).toMatchObject({ text });
    const extendedOld = Buffer.concat([Buffer.from([0, 0, 0, 6]), Buffer.alloc(6), old]);
    expect(await read(id3Tag(extendedOld, { major: 3, flags: 0x40 }))).toMatchObject({ text });
  });

  it("are none if the frame is compressed, encrypted, empty, too long or missing", async () => {
    const none = [
      id3Tag(unsyncedLyricsFrame(words, { flags: 0x08 })),
      id3Tag(unsyncedLyricsFrame(words, { flags: 0x04 })),
      id3Tag(unsyncedLyricsFrame(words, { major: 3, flags: 0x80 }), { major: 3 }),
      id3Tag(unsyncedLyricsFrame(" \n ")),
      id3Tag(unsyncedLyricsFrame("a".repeat(70_000))),
      id3Tag(textFrame("TIT2", "Salt Meridian")),
      id3Tag(Buffer.from("USLT")),
      Buffer.alloc(0),
      id3v1(),
    ];
    for (const tag of none) expect(await read(tag)).toBeUndefined();
    expect(await readId3Lyrics(toByteSource(demoTrack("kiln")))).toBeUndefined();
    expect(await readId3Lyrics(toByteSource(Buffer.from("ID3")))).toBeUndefined();
  });

  it("that are LRC stay LRC, and are skipped if a time cannot be read", async () => {
    const text = "[00:01.00]Low tide";
    expect(await read(id3Tag(unsyncedLyricsFrame(text)))).toMatchObject({ text });
    const frames = Buffer.concat([
      unsyncedLyricsFrame("[00:99.00]Low tide"),
      unsyncedLyricsFrame("Low tide"),
    ]);
    expect(await read(id3Tag(frames))).toMatchObject({ text: "Low tide" });
  });
});

describe("synced lyrics of a tag", () => {
  const lines = [
    { time: 0, text: "Low tide" },
    { time: 61_230, text: "põe o sal" },
  ];
  const lrc = "[00:00.00]Low tide\n[01:01.23]põe o sal\n";

  it.each<[string, 2 | 3 | 4, TextEncoding]>([
    ["2.2 in Latin-1", 2, 0],
    ["2.3 in UTF-16", 3, 1],
    ["2.4 in UTF-16, big end first", 4, 2],
    ["2.4 in UTF-8", 4, 3],
  ])("are read from version %s as LRC, rather than the plain ones", async (_, major, encoding) => {
    const plain = unsyncedLyricsFrame("plain", { major });
    const synced = syncedLyricsFrame(lines, { major, encoding, language: "eng" });
    expect(await read(id3Tag(Buffer.concat([plain, synced]), { major }))).toEqual({
      text: lrc,
      language: "en",
    });
  });

  it("join syllables to lines, whether breaks begin or end them", async () => {
    const leading = ["Low ", "tide", "\npõe ", "o sal"];
    const trailing = ["Low ", "tide\n", "põe ", "o sal\n"];
    const together = ["Low tide\npõe o sal"];
    const alone = ["Low tide", "\n", "põe o sal"];
    const readTexts = async (texts: string[]) => {
      const timed = texts.map((text, index) => ({ time: index * 1_000, text }));
      return (await read(id3Tag(syncedLyricsFrame(timed))))?.text;
    };
    expect(await readTexts(leading)).toBe("[00:00.00]Low tide\n[00:02.00]põe o sal\n");
    expect(await readTexts(trailing)).toBe("[00:00.00]Low tide\n[00:02.00]põe o sal\n");
    expect(await readTexts(together)).toBe("[00:00.00]Low tide\n[00:00.00]põe o sal\n");
    expect(await readTexts(alone)).toBe("[00:00.00]Low tide\n[00:02.00]põe o sal\n");
  });

  it("that count frames of the music, or are chords, give way to plain ones", async () => {
    for (const options of [{ format: 1 }, { type: 4 }]) {
      const frames = [syncedLyricsFrame(lines, options), unsyncedLyricsFrame("plain")];
      expect(await read(id3Tag(Buffer.concat(frames)))).toEqual({ text: "plain", language: null });
    }
  });

  it("end where the frame is truncated", async () => {
    const frame = syncedLyricsFrame(lines);
    const content = frame.subarray(10, -2);
    expect(await read(id3Tag(id3Frame("SYLT", content)))).toMatchObject({ text: "[00:00.00]Low tide\n" });
  });
});
