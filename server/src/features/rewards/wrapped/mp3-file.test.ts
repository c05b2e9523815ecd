import fc from "fast-check";
import { type IAudioMetadata, parseBuffer } from "music-metadata";
import { describe, expect, it } from "vitest";
import { demoTrack } from "../../../testing/media/mp3s.ts";
import { type Tag, writeTag } from "./mp3-file.ts";

const track = demoTrack("salt-meridian");
const nothing: Tag = {
  text: {},
  userText: {},
  people: [],
  lyrics: undefined,
  cover: undefined,
  identity: { owner: "https://music.example", id: "0" },
};

/** Parses a tag with an independent reader, before the frames of a real track. */
function readTag(tag: Tag): Promise<IAudioMetadata> {
  return parseBuffer(Buffer.concat([writeTag(tag), track]), { mimeType: "audio/mpeg" });
}

/** Returns the values under a name, in order. */
function valuesOf({ native }: IAudioMetadata, id: string): unknown[] {
  return (native["ID3v2.4"] ?? []).filter((item) => item.id === id).map(({ value }) => value);
}

describe("an ID3 tag", () => {
  it("gives another reader every field", async () => {
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0, 0xff, 0xfb, 0x90, 0x64]);
    const read = await readTag({
      ...nothing,
      text: {
        TIT2: ["Salt Meridian"],
        TPE1: ["Ottilie Brandt"],
        TALB: ["Low Tide Ledger"],
        TRCK: ["3"],
        TSRC: ["QZK6F2400001"],
        TDRL: ["2024-05-17"],
        TDRC: ["2024"],
        TCOM: ["Ottilie Brandt", "Ines Roca"],
      },
      people: [["arranger", "Ines Roca"]],
      userText: { ISWC: "T-345.246.800-1", TOKEN_ID: "7" },
      lyrics: { language: "XXX", text: "Every window\nlooks at water" },
      cover: { contentType: "image/jpeg", bytes },
      identity: { owner: "https://music.example", id: "a-serial" },
    });
    expect(read.common).toMatchObject({
      title: "Salt Meridian",
      artist: "Ottilie Brandt",
      album: "Low Tide Ledger",
      track: { no: 3 },
      isrc: ["QZK6F2400001"],
      releasedate: "2024-05-17",
      year: 2024,
      date: "2024",
      composer: ["Ottilie Brandt", "Ines Roca"],
    });
    expect(valuesOf(read, "TIPL")).toEqual([{ arranger: ["Ines Roca"] }]);
    expect(valuesOf(read, "TXXX:ISWC")).toEqual(["T-345.246.800-1"]);
    expect(valuesOf(read, "TXXX:TOKEN_ID")).toEqual(["7"]);
    expect(read.common.lyrics?.[0]?.text).toBe("Every window\nlooks at water");
    expect(valuesOf(read, "USLT")).toMatchObject([{ language: "XXX" }]);
    const [cover] = read.common.picture ?? [];
    expect({ format: cover?.format, type: cover?.type }).toEqual({
      format: "image/jpeg",
      type: "Cover (front)",
    });
    expect(Buffer.from(cover?.data ?? [])).toEqual(bytes);
    const [identity] = valuesOf(read, "UFID") as { owner_identifier: string; identifier: Uint8Array }[];
    expect(identity?.owner_identifier).toBe("https://music.example");
    expect(Buffer.from(identity?.identifier ?? []).toString()).toBe("a-serial");
    expect(read.quality.warnings).toEqual([]);
  });

  it("gives another reader the times of synced lyrics", async () => {
    const lines = [
      { time: 1_000, text: "Every window" },
      { time: 12_340, text: "looks at water" },
    ];
    const lyrics = { language: "XXX", text: "Every window\nlooks at water", lines };
    const read = await readTag({ ...nothing, lyrics });
    const synced = read.common.lyrics?.find(({ syncText }) => (syncText?.length ?? 0) > 0);
    expect(synced).toMatchObject({ contentType: 1, timeStampFormat: 2 });
    expect(synced?.syncText.map(({ timestamp, text }) => [timestamp, text.trim()])).toEqual([
      [1_000, "Every window"],
      [12_340, "looks at water"],
    ]);
    expect(read.common.lyrics?.some(({ text }) => text === lyrics.text)).toBe(true);
    expect(read.quality.warnings).toEqual([]);
  });

  it("leaves the audio unchanged", async () => {
    const plain = await parseBuffer(track, { mimeType: "audio/mpeg" });
    const read = await readTag({ ...nothing, text: { TIT2: ["Salt Meridian"] } });
    expect(read.format.duration).toBe(plain.format.duration);
    expect(read.format.numberOfSamples).toBe(plain.format.numberOfSamples);
  });

  it("is byte for byte the same for the same content", () => {
    const tag = { ...nothing, text: { TIT2: ["Tide"] } };
    expect(writeTag(tag)).toEqual(writeTag(structuredClone(tag)));
  });

  it("preserves text in every script and of any length", { retry: 0 }, async () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 400 })
      .filter((item) => clean(item) !== "");
    await fc.assert(
      fc.asyncProperty(text, text, async (title, lyric) => {
        const lyrics = { language: "XXX", text: lyric };
        const read = await readTag({
          ...nothing,
          text: { TIT2: [title] },
          userText: { NOTE: title },
          lyrics,
        });
        expect(read.common.title).toBe(clean(title));
        expect(valuesOf(read, "TXXX:NOTE")).toEqual([clean(title)]);
        expect(read.common.lyrics?.[0]?.text).toBe(clean(lyric));
      }),
      { numRuns: 60 },
    );
  });

  it("omits unknown fields", async () => {
    const read = await readTag({ ...nothing, text: { TIT2: [""], TPE1: [] }, people: [["mixer", " "]] });
    expect((read.native["ID3v2.4"] ?? []).map(({ id }) => id)).toEqual(["UFID"]);
  });
});

const clean = (text: string) => text.replaceAll("\0", "").trim();
