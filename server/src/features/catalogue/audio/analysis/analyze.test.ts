import { describe, expect, it } from "vitest";
import fingerprints from "../../../../../../demo/music/fingerprints.json" with { type: "json" };
import { demoTrack, id3v2, junk, sample, silence, withoutInfo } from "../../../../testing/media/mp3s.ts";
import { UnusableAudio } from "../audio-problems.ts";
import { decodeFingerprint } from "../matching/fingerprint.ts";
import { toByteSource } from "../mp3/byte-source.ts";
import { type AudioAnalysis, analyze, analyzeMp3 } from "./analyze.ts";
import { PEAK_COUNT } from "./waveform.ts";

const analyzeWhole = (...parts: Buffer[]) =>
  analyze(toByteSource(Buffer.concat(parts)), { fingerprint: true });

/** The first seconds of a track, which state the length of all of it. */
function trackStart(): Buffer {
  const track = demoTrack("endpapers");
  return track.subarray(0, track.length / 5);
}

describe("A track is measured whole", () => {
  it("as ffmpeg and mpg123 measure it", async () => {
    const analysis = await analyzeWhole(demoTrack("endpapers"));
    expect(analysis).toMatchObject({ bitRate: 50_948, variable: true, sampleRate: 44_100, channels: 2 });
    // The duration that mpg123 decodes, and the loudness that ffmpeg 5.1 measures (`ebur128`).
    expect(analysis.duration).toBeCloseTo(57.067642, 5);
    expect(Math.abs((analysis.loudness ?? 0) + 15.953)).toBeLessThan(0.02);
    expect(analysis.fingerprint).toBe(fingerprints.endpapers);
    expect(analysis.peaks).toHaveLength(PEAK_COUNT);
    expect(Math.max(...analysis.peaks)).toBe(255);
  });

  it.each([
    ["mono-48000.mp3", -17.773],
    ["mono-32000.mp3", -17.755],
    ["mono-24000.mp3", -17.291],
    ["mono-22050.mp3", -17.268],
    ["mono-16000.mp3", -17.249],
    ["mono-12000.mp3", -17.307],
    ["mono-8000.mp3", -17.46],
    ["stereo-22050.mp3", -16.569],
    ["abr-48000.mp3", -16.951],
    ["shine-44100.mp3", -15.922],
  ])("as loud as it is, at any sample rate and number of channels: %s", async (name, loudness) => {
    expect(Math.abs(((await analyzeWhole(sample(name))).loudness ?? 0) - loudness)).toBeLessThan(0.02);
  });

  it("and the same in whatever stands around it", async () => {
    const track = sample("vbr-44100.mp3");
    const plain = await analyzeWhole(track);
    for (const parts of [
      [id3v2(junk(40_000)), track],
      [id3v2(junk(40_000), { claims: 5 }), track, junk(3_000)],
      [junk(9_000), track],
    ]) {
      expect(await analyzeWhole(...parts)).toEqual(plain);
    }
  });

  it("also if its encoder does not state its padding", async () => {
    const stated = await analyzeWhole(trackStart());
    const analysis = await analyzeWhole(withoutInfo(trackStart()));
    expect(analysis.duration).toBeCloseTo(stated.duration + 0.04, 1);
    expect(alike(analysis, stated)).toBeGreaterThan(0.95);
  });

  it("when it breaks off, when it begins in the middle, and with junk in it", async () => {
    const track = trackStart();
    const { duration, loudness } = await analyzeWhole(track);
    const half = track.length >> 1;
    const first = await analyzeWhole(track.subarray(0, half));
    const second = await analyzeWhole(track.subarray(half));
    expect(first.duration + second.duration).toBeCloseTo(duration, 0);
    const broken = await analyzeWhole(track.subarray(0, half), junk(2_000), track.subarray(half));
    expect(broken.duration).toBeCloseTo(duration, 0);
    expect(Math.abs((broken.loudness ?? 0) - (loudness ?? 0))).toBeLessThan(0.2);
  });

  it("joined to another, is as long as both", async () => {
    const [first, second] = [sample("cbr-44100.mp3"), sample("vbr-44100.mp3")];
    const apart = (await analyzeWhole(first)).duration + (await analyzeWhole(second)).duration;
    expect((await analyzeWhole(first, second)).duration).toBeCloseTo(apart, 1);
  });

  it("without a fingerprint if none is requested", async () => {
    expect((await analyzeMp3(sample("cbr-44100.mp3"))).fingerprint).toBeNull();
  });
});

describe("Silence", () => {
  it.each([{}, { channels: 1 as const }, { version: 2 as const, sampleRate: 22_050 }])(
    "has a length and no loudness: %o",
    async (options) => {
      const analysis = await analyzeWhole(silence(200, options));
      expect(analysis.duration).toBeCloseTo(
        (200 * (options.version === 2 ? 576 : 1152)) / analysis.sampleRate,
        5,
      );
      expect(analysis).toMatchObject({ loudness: null });
      expect([...analysis.peaks].every((level) => level === 0)).toBe(true);
    },
  );
});

describe("What cannot be decoded", () => {
  it("is rejected", async () => {
    await expect(analyzeWhole(junk(100_000))).rejects.toBeInstanceOf(UnusableAudio);
    await expect(analyzeWhole(Buffer.from("fLaC"))).rejects.toThrow("FLAC");
  });
});

/** The share of bits that two fingerprints have in common. */
function alike(one: AudioAnalysis, other: AudioAnalysis): number {
  const codes = decodeFingerprint(one.fingerprint ?? "");
  const otherCodes = decodeFingerprint(other.fingerprint ?? "");
  const count = Math.min(codes.length, otherCodes.length);
  let same = 0;
  for (let at = 0; at < count; at++) {
    const different = (codes[at] ?? 0) ^ (otherCodes[at] ?? 0);
    same += [...(different >>> 0).toString(2)].filter((bit) => bit === "1").length;
  }
  return 1 - same / (count * 32);
}
