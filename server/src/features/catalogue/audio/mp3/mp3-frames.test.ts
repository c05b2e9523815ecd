import { compareCost } from "@wrapsody/shared/testing/processor-time.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ape,
  demoTrack,
  type FrameOptions,
  id3v1,
  id3v2,
  infoOf,
  junk,
  lameFrame,
  lyrics3,
  sample,
  silence,
  silentFrame,
  textFrame,
  vbriFrame,
  withoutInfo,
} from "../../../../testing/media/mp3s.ts";
import { UnusableAudio } from "../audio-problems.ts";
import { type ByteSource, toByteSource } from "./byte-source.ts";
import { type Mp3Scan, scanFrames } from "./mp3-frames.ts";

const scanBytes = (...parts: Buffer[]) => scanFrames(toByteSource(Buffer.concat(parts)));
const secondsOf = ({ length, sampleRate }: Mp3Scan) => length / sampleRate;
const track = demoTrack("endpapers");
const music = withoutInfo(track);
/** Of the track, without what its encoder put around it, as its decoder gives it. */
const length = 2_516_683;
const frames = 2_186;

describe("An mp3 is measured by its frames", () => {
  it.each([
    ["cbr-44100.mp3", { sampleRate: 44_100, channels: 2, bitRate: 128_000, variable: false, length: 35_280 }],
    ["vbr-44100.mp3", { sampleRate: 44_100, channels: 2, bitRate: 74_705, variable: true, length: 52_920 }],
    ["vbr-no-header-44100.mp3", { sampleRate: 44_100, channels: 2, variable: true, length: 54_144 }],
    ["abr-48000.mp3", { sampleRate: 48_000, channels: 2, bitRate: 66_353, variable: true, length: 57_600 }],
    ["shine-44100.mp3", { sampleRate: 44_100, channels: 2, bitRate: 128_000, variable: false }],
    ["mono-48000.mp3", { sampleRate: 48_000, channels: 1, bitRate: 64_000, variable: false, length: 57_600 }],
    ["mono-32000.mp3", { sampleRate: 32_000, channels: 1, bitRate: 64_000, variable: false, length: 38_400 }],
    ["mono-24000.mp3", { sampleRate: 24_000, channels: 1, bitRate: 32_000, variable: false, length: 48_000 }],
    ["mono-22050.mp3", { sampleRate: 22_050, channels: 1, bitRate: 32_000, variable: false, length: 44_100 }],
    ["mono-16000.mp3", { sampleRate: 16_000, channels: 1, bitRate: 32_000, variable: false, length: 32_000 }],
    ["mono-12000.mp3", { sampleRate: 12_000, channels: 1, bitRate: 16_000, variable: false, length: 24_000 }],
    ["mono-11025.mp3", { sampleRate: 11_025, channels: 1, bitRate: 16_000, variable: false, length: 22_050 }],
    ["mono-8000.mp3", { sampleRate: 8_000, channels: 1, bitRate: 16_000, variable: false, length: 16_000 }],
    [
      "stereo-22050.mp3",
      { sampleRate: 22_050, channels: 2, bitRate: 40_000, variable: false, length: 44_100 },
    ],
  ])("of whatever encoder: %s", async (name, expected) => {
    expect(await scanBytes(sample(name))).toMatchObject({ ...expected, junkBytes: 0 });
  });

  it("exactly, if its encoder states its padding", async () => {
    expect(await scanBytes(track)).toMatchObject({ frames, skip: 1105, length, variable: true });
    const info = lameFrame({ frames: 100, delay: 576, padding: 1000 });
    expect(await scanBytes(info, silence(100))).toMatchObject({ skip: 1105, length: 115_200 - 576 - 1000 });
  });

  it("without the encoder's header frame, which holds no music", async () => {
    const heads = [lameFrame({ word: "Xing", frames: 100 }), vbriFrame(100)];
    for (const head of heads)
      expect(await scanBytes(head, silence(100))).toMatchObject({ frames: 100, skip: 0 });
    const checked = { checked: true } as const;
    expect(await scanBytes(lameFrame({ frames: 100 }, checked), silence(100, checked))).toMatchObject({
      frames: 100,
    });
  });

  it("and not by a header frame with another number", async () => {
    for (const claimedFrames of [3, 90_000]) {
      const info = lameFrame({ frames: claimedFrames, delay: 576, padding: 1000 });
      expect(await scanBytes(info, silence(100))).toMatchObject({ frames: 100, length: 115_200 - 1105 });
    }
    const lie = lameFrame({ frames: 100, delay: 4095, padding: 4095 });
    expect(await scanBytes(lie, silence(30))).toMatchObject({ frames: 30, length: 30 * 1152 - 4624 });
  });

  it("if its bit rate varies without a header frame", async () => {
    const parts = [64, 128, 320, 32].map((kilobits) => silence(50, { kilobits }));
    const scan = await scanBytes(...parts);
    expect(scan).toMatchObject({ frames: 200, variable: true, length: 200 * 1152 });
    expect(scan.bitRate / ((64 + 128 + 320 + 32) * 250)).toBeCloseTo(1, 2);
    expect(await scanBytes(...parts, junk(10_000))).toMatchObject({ frames: 200 });
  });

  it("in mono and stereo by turns", async () => {
    expect(await scanBytes(silence(50, { channels: 1 }), silence(50))).toMatchObject({
      frames: 100,
      channels: 2,
    });
  });
});

describe("An mp3 is found in whatever stands around it", () => {
  const title = textFrame("TIT2", "Salt Meridian");
  const whole = { frames, length };

  it.each([
    ["a tag", [id3v2(title), track]],
    [
      "a tag of an old program, whose length is a plain number",
      [id3v2(Buffer.alloc(700), { synchsafe: false }), track],
    ],
    ["several tags", [id3v2(title), id3v2(Buffer.alloc(3000)), id3v2(title, { footer: true }), track]],
    [
      "a tag full of NULs",
      [id3v2(Buffer.concat([textFrame("TIT2", "Sa\0lt\0\0"), Buffer.alloc(5000)])), track],
    ],
    ["a tag with a picture of a megabyte", [id3v2(junk(1_000_000)), track]],
    ["an empty tag", [id3v2(Buffer.alloc(0)), track]],
    ["zeros behind a tag that does not count them", [id3v2(title), Buffer.alloc(2000), track]],
    ["a tag that says to be longer than the file", [id3v2(title, { claims: 200_000_000 }), track]],
    ["a tag that says to end within the music", [id3v2(junk(3000), { claims: 150_001 }), track]],
    ["a tag that says to be shorter than it is", [id3v2(junk(90_000), { claims: 12 }), track]],
    [
      "a tag whose length breaks the rules",
      [id3v2(junk(3000), { claims: 0xf0f1f2f3, synchsafe: false }), track],
    ],
    ["an APE tag in front", [ape(junk(500)), track]],
    ["a tag at the end", [track, id3v1()]],
    ["an APE tag and another at the end", [track, ape(junk(2000)), id3v1()]],
    ["an APE tag that says to be as long as the file", [track, ape(junk(2000), 300_000)]],
    ["lyrics at the end", [track, lyrics3("We wrote on ferries"), id3v1()]],
    ["a tag with a footer at the end", [track, id3v2(title, { footer: true })]],
    ["a broken tag at the end", [track, Buffer.from("TAG"), junk(60)]],
    ["an empty frame's worth of zeros at the end", [track, Buffer.alloc(40_000)]],
    ["junk at the end", [track, junk(100_000)]],
    ["junk in front", [junk(100_000), track]],
    ["a line of text in front", [Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), track]],
  ])("%s", async (_, parts) => {
    const scan = await scanBytes(...parts);
    expect(scan).toMatchObject({ frames });
    expect(secondsOf(scan)).toBeCloseTo(length / 44_100, 1);
    expect(whole).toMatchObject({ frames: scan.frames });
  });

  it("junk between frames costs no more than the frame it breaks", async () => {
    const at = music.indexOf(Buffer.from([0xff, 0xfb]), 100_000);
    const scan = await scanBytes(infoOf(track), music.subarray(0, at), junk(5_000), music.subarray(at));
    expect(scan).toMatchObject({ frames, junkBytes: 5_000 });
    const inside = await scanBytes(
      infoOf(track),
      music.subarray(0, at + 50),
      junk(3_000),
      music.subarray(at + 50),
    );
    expect(inside.frames).toBeGreaterThanOrEqual(frames - 3);
  });

  it("a tag in the middle, where files were joined, is no junk", async () => {
    const scan = await scanBytes(track, id3v1(), id3v2(textFrame("TIT2", "Another")), track, id3v1());
    expect(scan.frames).toBe(2 * frames);
    expect(scan.junkBytes).toBe(0);
    expect(secondsOf(scan)).toBeCloseTo((2 * frames * 1152 - 1105) / 44_100, 3);
  });

  it("of a file that breaks off, the music counts that is there", async () => {
    const scan = await scanBytes(track.subarray(0, Math.floor(track.length / 2)));
    expect(scan.frames).toBeGreaterThan(frames * 0.4);
    expect(scan.frames).toBeLessThan(frames * 0.6);
    expect(scan.length).toBe(scan.frames * 1152 - 1105);
  });

  it("of a file that begins in the middle, too", async () => {
    const scan = await scanBytes(music.subarray(200_003));
    expect(scan.frames).toBeGreaterThan(frames * 0.3);
    expect(scan.junkBytes).toBeLessThan(2_000);
  });
});

describe("A file that is no mp3 is rejected with its problem", () => {
  const problemOf = (...parts: Buffer[]) =>
    scanBytes(...parts).then(
      () => "taken",
      (error: unknown) => (error instanceof UnusableAudio ? error.problem : error),
    );
  const form = (...words: (string | number[])[]) =>
    Buffer.concat([...words.map((word) => Buffer.from(word as string)), junk(5_000)]);

  it.each([
    ["empty", Buffer.from([0])],
    ["empty", Buffer.alloc(100_000)],
    ["empty", junk(500_000)],
    ["empty", id3v2(junk(20_000))],
    ["empty", Buffer.concat([id3v2(Buffer.alloc(2000)), id3v1()])],
    ["empty", lameFrame({ frames: 5_000 })],
    ["empty", silentFrame()],
    ["empty", Buffer.from("this is a text, and nothing else")],
    ["wav", form("RIFF\x24\x08\0\0WAVEfmt ")],
    ["aiff", form("FORM\0\0\x08\0AIFF")],
    ["flac", form("fLaC\0\0\0\x22")],
    ["ogg", form("OggS\0\x02")],
    ["mp4", form("\0\0\0\x20ftypM4A ")],
    ["aac", form([0xff, 0xf1, 0x50, 0x80])],
    ["wma", form([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])],
    ["matroska", form([0x1a, 0x45, 0xdf, 0xa3])],
    ["midi", form("MThd\0\0\0\x06")],
    ["video", form([0, 0, 1, 0xba])],
    ["picture", form([0x89], "PNG\r\n\x1a\n")],
    ["picture", form([0xff, 0xd8, 0xff, 0xe0])],
    ["document", form("%PDF-1.7")],
    ["document", form("\n<!DOCTYPE html><html>")],
    ["archive", form("PK\x03\x04")],
    ["otherLayer", sample("layer2.mp2")],
    ["tooShort", silence(10)],
    ["mostlyJunk", Buffer.concat([silence(100), junk(60_000)])],
    ["mixedRates", Buffer.concat([silence(100), silence(100, { sampleRate: 48_000 })])],
    ["mixedRates", Buffer.concat([track, id3v1(), sample("mono-22050.mp3")])],
  ])("%s", async (problem, bytes) => {
    expect(await problemOf(bytes)).toBe(problem);
  });

  it("also where the file of another format holds an mp3", async () => {
    expect(await problemOf(Buffer.from("RIFF\x24\x08\0\0WAVEfmt \x1e\0\0\0\x55\0"), track)).toBe("wav");
  });

  it("free format, padded or not, however long its frames are", async () => {
    for (const bytes of [40, 417, 1_600, 4_000]) {
      const padded = Array.from({ length: 60 }, (_, index) =>
        silentFrame({ kilobits: 0, bytes, padding: index % 3 === 0 ? 1 : 0 }),
      );
      expect(await problemOf(...padded)).toBe("freeFormat");
    }
  });

  it("longer than a day", async () => {
    const short = silence(40_000, { version: 2.5, sampleRate: 8_000, kilobits: 8, channels: 1 });
    const source: ByteSource = {
      size: short.length * 40,
      read: async (start, end) => {
        const bytes = Buffer.alloc(end - start);
        for (let at = 0; at < bytes.length; ) at += short.copy(bytes, at, (start + at) % short.length);
        return bytes;
      },
    };
    await expect(scanFrames(source)).rejects.toMatchObject({ problem: "tooLong" });
  });
});

describe("Whatever is sent", () => {
  const frame = fc.record({
    version: fc.constant<1 | 2 | 2.5>(1),
    kilobits: fc.constantFrom(32, 64, 128, 320),
    channels: fc.constantFrom<1 | 2>(1, 2),
    padding: fc.constantFrom<0 | 1>(0, 1),
    checked: fc.boolean(),
  }) satisfies fc.Arbitrary<FrameOptions>;

  it("all frames of a recording are found, however they vary", { retry: 0 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 30, maxLength: 120 }), async (frameOptions) => {
        const scan = await scanBytes(...frameOptions.map(silentFrame));
        expect(scan).toMatchObject({ frames: frameOptions.length, junkBytes: 0 });
        expect(scan.variable).toBe(new Set(frameOptions.map(({ kilobits }) => kilobits)).size > 1);
      }),
      { numRuns: 60 },
    );
  });

  it("junk anywhere loses no frame but those it cuts", { retry: 0 }, async () => {
    const cut = fc.record({
      at: fc.integer({ min: 4, max: 199 }),
      bytes: fc.integer({ min: 1, max: 3_000 }),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { maxLength: 6 }), async (cuts) => {
        const parts = Array.from({ length: 200 }, (_, index) => [
          silentFrame({ kilobits: 128 }),
          ...cuts.filter(({ at }) => at === index).map(({ bytes, seed }) => junk(bytes, seed)),
        ]);
        const scan = await scanBytes(...parts.flat());
        // A single frame between two heaps of junk proves nothing and is given up.
        expect(scan.frames).toBeGreaterThanOrEqual(200 - cuts.length);
        expect(scan.frames).toBeLessThanOrEqual(200);
      }),
      // Always the same junk: by chance some holds a header whose frame would end where the next begins, and nothing tells it from one.
      { numRuns: 60, seed: 1 },
    );
  });

  it("nothing but the known problems is ever thrown, and the pieces it comes in make no difference", {
    retry: 0,
  }, async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
      frame.map(silentFrame),
      fc.nat(60).map((count) => silence(count)),
      fc.constantFrom(
        id3v1(),
        id3v2(junk(40)),
        ape(junk(30)),
        lyrics3("la"),
        lameFrame({ frames: 9, delay: 576 }),
      ),
      fc.nat(0xfffffff).map((claims) => id3v2(junk(64), { claims })),
      fc.constant(Buffer.from([0xff, 0xfb, 0x00, 0x40])),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const result = await scanBytes(...pieces).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(UnusableAudio);
        else expect(result).toMatchObject({ frames: expect.any(Number) });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["the beginnings of frames", Buffer.from([0xff, 0xfb, 0x90, 0x40])],
    ["the beginnings of free frames", Buffer.from([0xff, 0xfb, 0x00, 0x40, 0x11])],
    ["frames that are broken by turns", Buffer.concat([silentFrame(), junk(77)])],
    ["tags", Buffer.concat([silence(2), id3v2(Buffer.alloc(0), { claims: 9_000_000 })])],
    ["the byte that all headers begin with", Buffer.from([0xff])],
    ["two frames after each other, and junk", Buffer.concat([silence(2), junk(301)])],
  ])("5 MB of %s take no longer than their size", async (_, piece) => {
    const [large, small] = [5_000_000, 625_000].map((bytes) => Buffer.alloc(bytes, piece));
    const scan = async (bytes = Buffer.alloc(0)) => {
      await scanFrames(toByteSource(bytes)).catch((error: unknown) =>
        expect(error).toBeInstanceOf(UnusableAudio),
      );
    };
    // Quadratic work would take 64 times as long.
    const limit = 8 * 4;
    const ratio = await compareCost({
      operation: () => scan(large),
      reference: () => scan(small),
      limit,
    });
    expect(ratio).toBeLessThanOrEqual(limit);
  });
});
