import { wrapPayload } from "@wrapsody/shared/studio/studio.ts";
import { describe, expect, it } from "vitest";
import {
  changeTags,
  keepCover,
  noTags,
  readLyrics,
  readRecording,
  titleOf,
  toRecordingTags,
  toWrapPayload,
} from "./recording-tags.ts";
import { decodeTags } from "./tag-texts.ts";

const track = { no: 3, of: 6 };
const common = {
  title: " Low Water ",
  album: "Half-Tide",
  track,
  isrc: ["gbaye6900123"],
  date: "2026-03-20",
  genre: ["Fado", "Fado", " "],
};

describe("the tags of a recording", () => {
  it("become the fields of a wrap", () => {
    const tags = toRecordingTags(common);
    expect(tags).toEqual({
      title: "Low Water",
      album: "Half-Tide",
      trackNumber: 3,
      isrc: "GB-AYE-69-00123",
      date: "2026-03-20",
      genres: ["Fado"],
      hasLyrics: false,
    });
    expect(wrapPayload.parse(toWrapPayload("Low Water", { ...noTags, ...tags }))).toMatchObject({
      name: "Low Water",
      albums: [
        {
          name: "Half-Tide",
          trackNumber: 3,
          releaseDate: "2026-03-20",
          isrc: "GB-AYE-69-00123",
          languages: [],
        },
      ],
      tags: [{ tag: "Fado", metadata: { genre: "true" } }],
    });
  });

  it("can be changed or left out one by one", () => {
    const tags = { ...noTags, ...toRecordingTags(common) };
    const changed = changeTags(tags, { album: "High Tide", trackNumber: 4, genres: ["Morna", " "] });
    expect(changed).toMatchObject({ album: "High Tide", trackNumber: 4, isrc: tags.isrc, date: tags.date });
    expect(wrapPayload.parse(toWrapPayload("x", changed)).tags).toMatchObject([{ tag: "Morna" }]);
    const emptied = changeTags(tags, { album: "", trackNumber: 0, isrc: "", date: "", genres: [] });
    expect(emptied).toEqual({ ...noTags, title: "Low Water" });
  });

  it("keep their lyrics until these are left out, also what the server reads from an mp3", () => {
    const master = { ...noTags, hasLyrics: true, lyrics: "Low\nWater" };
    expect(changeTags(master, { album: "High Tide" })).toMatchObject({
      hasLyrics: true,
      lyrics: "Low\nWater",
    });
    for (const tags of [master, { ...master, lyrics: undefined }]) {
      const left = changeTags(tags, { lyrics: "" });
      expect(left).toMatchObject({ hasLyrics: false, lyrics: "" });
      expect(changeTags(left, { album: "High Tide" }).lyrics).toBe("");
      expect(toWrapPayload("x", left)).not.toHaveProperty("lyrics");
    }
  });

  it("keep their cover until it is left out", () => {
    const cover = new File(["x"], "cover.png");
    expect(keepCover(cover, { album: "" })).toBe(cover);
    expect(keepCover(cover, { cover: null })).toBeUndefined();
  });

  it("are read from a tag in a code page with lyrics in UTF-16", async () => {
    const frame = (id: string, content: readonly number[]) =>
      [...new TextEncoder().encode(id), 0, 0, 0, content.length, 0, 0].concat(content);
    const title = [0xd2, 0xe8, 0xf5, 0xe0, 0xff];
    // "Ив" behind the language and an empty description.
    const lyrics = [1, 0x72, 0x75, 0x73, 0xff, 0xfe, 0, 0, 0xff, 0xfe, 0x18, 4, 0x32, 4];
    const frames = [...frame("TIT2", [0, ...title]), ...frame("USLT", lyrics)];
    const tag = [0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frames.length, ...frames];
    const file = new File([Uint8Array.from(tag), new Uint8Array(200)], "01 Tide.mp3", { type: "audio/mpeg" });
    const { tags, reading } = await readRecording(file);
    expect(tags).toMatchObject({ title: "Тихая", hasLyrics: true });
    expect(reading).toEqual({ codePage: "windows-1251", hasUnreadable: false });
  });

  it("are decoded together, and left out where nobody can read them", () => {
    const old = {
      track,
      title: "\u00d2\u00e8\u00f5\u00e0\u00ff",
      album: "\u00cf\u00f0\u00e8\u00eb\u00e8\u00e2",
    };
    expect(decodeTags(old, () => ["windows-1251"])).toMatchObject({
      common: { title: "Тихая", album: "Прилив" },
      codePage: "windows-1251",
      hasUnreadable: false,
    });
    const broken = { track, title: "Low Water", album: "\u00ff\u0080\u0081", genre: ["\ufffd", "Fado"] };
    expect(decodeTags(broken, () => [])).toMatchObject({
      common: { title: "Low Water", album: undefined, genre: ["Fado"] },
      codePage: undefined,
      hasUnreadable: true,
    });
  });

  it("are left out where a wrap would not accept them", () => {
    const { trackNumber, isrc, date, album } = toRecordingTags({
      album: "",
      track: { no: 0, of: null },
      isrc: ["none"],
      date: "0000",
      releasedate: "2026-02-31",
    });
    expect([trackNumber, isrc, date, album]).toEqual([undefined, undefined, undefined, undefined]);
    expect(wrapPayload.safeParse(toWrapPayload("x", noTags)).success).toBe(true);
  });

  it("keep a year, or a year and month, as such", () => {
    const dateOf = (tags: object) => toRecordingTags({ track, ...tags }).date;
    expect(dateOf({ year: 1998 })).toBe("1998");
    expect(dateOf({ date: "1998", year: 1998 })).toBe("1998");
    expect(dateOf({ releasedate: "1998-05", date: "1998" })).toBe("1998-05");
    expect(dateOf({ date: "1998-00-00" })).toBe("1998");
    expect(dateOf({ date: "1998-05-02T00:00:00Z" })).toBe("1998-05-02");
    const payload = toWrapPayload("x", { ...noTags, album: "Half-Tide", date: "1998" });
    expect(wrapPayload.parse(payload).albums).toMatchObject([{ releaseDate: "1998" }]);
  });

  it("keep the date of a single and the place of an album without numbers", () => {
    const single = toWrapPayload("x", { ...noTags, date: "2026-03-20" });
    expect(single.dates).toEqual([{ type: "RELEASE", date: "2026-03-20" }]);
    expect(toWrapPayload("x", { ...noTags, album: "Half-Tide" }).albums).toMatchObject([{ trackNumber: 1 }]);
  });

  it("name lyrics, plain or synced", () => {
    const line = { text: "Low water", timestamp: 0 };
    const lyrics = { descriptor: "", language: "eng", contentType: 1, timeStampFormat: 2 };
    for (const tag of [
      { ...lyrics, text: "Low water", syncText: [] },
      { ...lyrics, syncText: [line] },
    ])
      expect(toRecordingTags({ ...common, lyrics: [tag] }).hasLyrics).toBe(true);
  });
});

describe("the lyrics of a master", () => {
  const tag = { descriptor: "", language: "eng", contentType: 1, timeStampFormat: 2, syncText: [] };

  it("are the first ones that a wrap accepts", () => {
    const lyrics = [
      { ...tag, text: " " },
      { ...tag, text: "x".repeat(2_000_000) },
      { ...tag, text: "[00:01.00]Low water" },
    ];
    expect(readLyrics({ lyrics })).toBe("[00:01.00]Low water");
    expect(readLyrics({})).toBeUndefined();
    const lines = [{ text: "Low" }, { text: "Water" }];
    expect(readLyrics({ lyrics: [{ ...tag, syncText: lines }] })).toBe("Low\nWater");
    const timed = lines.map((line, at) => ({ ...line, timestamp: at * 1_500 }));
    expect(
      readLyrics({
        lyrics: [
          { ...tag, text: "plain" },
          { ...tag, syncText: timed },
        ],
      }),
    ).toBe("[00:00.00]Low\n[00:01.50]Water\n");
    expect(readLyrics({ lyrics: [{ ...tag, timeStampFormat: 1, syncText: timed }] })).toBe("Low\nWater");
    const payload = toWrapPayload("Low Water", { ...noTags, lyrics: "Low\nWater" });
    expect(wrapPayload.parse(payload).lyrics).toBe("Low\nWater");
  });
});

describe("the title of a file", () => {
  it.each([
    ["03 Low Water.mp3", "Low Water"],
    ["1-03. low_water.MP3", "low water"],
    ["1-03 low_water.wav", "low water"],
    ["1999.mp3", "1999"],
    ["7 Rings.mp3", "Rings"],
    [".mp3", ""],
  ])("of %s is %s", (name, title) => expect(titleOf({ name })).toBe(title));
});
