import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { type IAudioMetadata, parseBuffer } from "music-metadata";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { prepareEncoder } from "../../../testing/media/masters.ts";
import { demoTrack } from "../../../testing/media/mp3s.ts";
import { type Tag, writeTag } from "./id3-tag.ts";

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

/** Reads the streams and texts of a tag before a real track with FFprobe. */
async function probeTags(tag: Tag): Promise<{ format: { tags: object }; streams: object[] }> {
  const folder = await mkdtemp(join(tmpdir(), "tag-"));
  try {
    const path = join(folder, "wrapped.mp3");
    await writeFile(path, Buffer.concat([writeTag(tag), track]));
    const command = ["-v", "error", "-show_format", "-show_streams", "-of", "json", path];
    return JSON.parse((await promisify(execFile)("ffprobe", command)).stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the values under a name, in order. */
function valuesOf({ native }: IAudioMetadata, id: string): unknown[] {
  return (native["ID3v2.3"] ?? []).filter((item) => item.id === id).map(({ value }) => value);
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
        TYER: ["2024"],
        TDAT: ["1705"],
        TCOM: ["Ottilie Brandt", "Ines Roca"],
      },
      people: [["arranger", "Inês Roca"]],
      userText: { ISWC: "T-345.246.800-1", RELEASETIME: "2024-05-17", TOKEN_ID: "7" },
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
      year: 2024,
      composer: ["Ottilie Brandt", "Ines Roca"],
    });
    expect(valuesOf(read, "TDAT")).toEqual(["1705"]);
    expect(valuesOf(read, "IPLS")).toEqual([{ arranger: ["Inês Roca"] }]);
    expect(valuesOf(read, "TXXX:RELEASETIME")).toEqual(["2024-05-17"]);
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
    // The reader splits this list as the standard has it, and takes that for a fault.
    const faults = read.quality.warnings.filter(({ message }) => !message.includes("IPLS"));
    expect(faults).toEqual([]);
  });

  it("gives FFmpeg every text, and a cover that it can decode", async () => {
    await prepareEncoder();
    const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#c01020" } })
      .jpeg()
      .toBuffer();
    const probed = await probeTags({
      ...nothing,
      text: {
        TIT2: ["Соль и меридиан"],
        TPE1: ["椎名もた"],
        TALB: ["Maré — Low Tide 🌊"],
        TYER: ["2024"],
        TCOM: ["Ottilie Brandt", "Inês Roca"],
      },
      userText: { ISWC: "T-345.246.800-1" },
      lyrics: {
        language: "XXX",
        text: "Каждое окно\nсмотрит на воду",
        lines: [{ time: 1_000, text: "Каждое окно" }],
      },
      cover: { contentType: "image/jpeg", bytes },
    });
    expect(probed.format.tags).toMatchObject({
      title: "Соль и меридиан",
      artist: "椎名もた",
      album: "Maré — Low Tide 🌊",
      date: "2024",
      composer: "Ottilie Brandt/Inês Roca",
      ISWC: "T-345.246.800-1",
      "lyrics-XXX": "Каждое окно\nсмотрит на воду",
    });
    expect(probed.streams).toEqual([
      expect.objectContaining({ codec_name: "mp3" }),
      expect.objectContaining({
        codec_name: "mjpeg",
        width: 60,
        disposition: expect.objectContaining({ attached_pic: 1 }),
        tags: { comment: "Cover (front)" },
      }),
    ]);
  });

  it("is of version 2.3, with texts in UTF-16 and a cover whose description is empty in Latin-1", () => {
    const cover = { contentType: "image/png", bytes: Buffer.from([1, 2]) } as const;
    const tag = writeTag({ ...nothing, text: { TIT2: ["Ö"] }, cover });
    expect([...tag.subarray(0, 6)]).toEqual([...Buffer.from("ID3"), 3, 0, 0]);
    const frame = (id: string, ...content: number[]) =>
      Buffer.from([...Buffer.from(id), 0, 0, 0, content.length, 0, 0, ...content]);
    expect(tag.includes(frame("TIT2", 1, 0xff, 0xfe, 0xd6, 0))).toBe(true);
    expect(tag.includes(frame("APIC", 0, ...Buffer.from("image/png\0"), 3, 0, 1, 2))).toBe(true);
  });

  it("has lengths of eight bits a byte, so that a large cover does not end early", async () => {
    const bytes = Buffer.alloc(300_000, 0xff);
    const read = await readTag({
      ...nothing,
      cover: { contentType: "image/jpeg", bytes },
      text: { TIT2: ["Tide"] },
    });
    expect(read.common.picture?.[0]?.data.length).toBe(bytes.length);
    expect(read.common.title).toBe("Tide");
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
        // The reader splits such texts at slashes.
        expect(valuesOf(read, "TXXX:NOTE")).toEqual(
          clean(title)
            .split("/")
            .map((part) => part.trim()),
        );
        expect(read.common.lyrics?.[0]?.text).toBe(clean(lyric));
      }),
      { numRuns: 60 },
    );
  });

  it("omits unknown fields", async () => {
    const read = await readTag({ ...nothing, text: { TIT2: [""], TPE1: [] }, people: [["mixer", " "]] });
    expect((read.native["ID3v2.3"] ?? []).map(({ id }) => id)).toEqual(["UFID"]);
  });
});

const clean = (text: string) => text.replaceAll("\0", "").trim();
