import { wrapPayload } from "@wrapsody/shared/studio.ts";
import { describe, expect, it } from "vitest";
import { noTags, titleOf, toRecordingTags, toWrapPayload } from "./recording-tags.ts";

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
    expect(wrapPayload.parse(toWrapPayload("Low Water", tags))).toMatchObject({
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

  it("are left out where a wrap would not accept them", () => {
    const { trackNumber, isrc, date, album } = toRecordingTags({
      album: "",
      track: { no: 0, of: null },
      isrc: ["none"],
      date: "2026",
      releasedate: "2026-02-31",
    });
    expect([trackNumber, isrc, date, album]).toEqual([undefined, undefined, undefined, undefined]);
    expect(wrapPayload.safeParse(toWrapPayload("x", noTags)).success).toBe(true);
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

describe("the title of a file", () => {
  it.each([
    ["03 Low Water.mp3", "Low Water"],
    ["1-03. low_water.MP3", "low water"],
    ["1999.mp3", "1999"],
    ["7 Rings.mp3", "Rings"],
    [".mp3", ""],
  ])("of %s is %s", (name, title) => expect(titleOf({ name })).toBe(title));
});
