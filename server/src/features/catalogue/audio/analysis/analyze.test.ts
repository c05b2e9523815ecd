import { describe, expect, it } from "vitest";
import fingerprints from "../../../../../../demo/music/fingerprints.json" with { type: "json" };
import { demoTrack, id3v2, junk, sample, silence, withoutInfo } from "../../../../testing/media/mp3s.ts";
import { UnusableAudio } from "../audio-problems.ts";
import { decodeFingerprint } from "../matching/fingerprint.ts";
import { toByteSource } from "../mp3/byte-source.ts";
import { type AudioAnalysis, analyze, analyzeMp3 } from "./analyze.ts";
import { PEAK_COUNT } from "./waveform.ts";

const whole = (...parts: Buffer[]) => analyze(toByteSource(Buffer.concat(parts)), { fingerprint: true });

/** What ffmpeg 5.1 measures (`ebur128`), and how long the decoder of mpg123 finds them. */
const tracks = [
  ["salt-meridian", 61.63619, -16.027, 70_473],
  ["endpapers", 57.067642, -15.953, 50_948],
  ["kiln", 71, -15.949, 75_536],
  ["moth-hours", 58.147642, -16.403, 71_491],
] as const;

describe("A track is measured whole", () => {
  it.each(tracks)("%s", async (slug, duration, loudness, bitRate) => {
    const told = await whole(demoTrack(slug));
    expect(told).toMatchObject({ bitRate, variable: true, sampleRate: 44_100, channels: 2 });
    expect(told.duration).toBeCloseTo(duration, 5);
    expect(Math.abs((told.loudness ?? 0) - loudness)).toBeLessThan(0.02);
    expect(told.fingerprint).toBe(fingerprints[slug]);
    expect(told.peaks).toHaveLength(PEAK_COUNT);
    expect(Math.max(...told.peaks)).toBe(255);
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
    expect(Math.abs(((await whole(sample(name))).loudness ?? 0) - loudness)).toBeLessThan(0.02);
  });

  it("and the same in whatever stands around it", async () => {
    const track = demoTrack("endpapers");
    const plain = await whole(track);
    for (const parts of [
      [id3v2(junk(40_000)), track],
      [id3v2(junk(40_000), { claims: 5 }), track, junk(3_000)],
      [junk(9_000), track],
    ]) {
      expect(await whole(...parts)).toEqual(plain);
    }
  });

  it("also where its encoder does not say what it put around it", async () => {
    const told = await whole(withoutInfo(demoTrack("endpapers")));
    expect(told.duration).toBeCloseTo(57.067642 + 0.04, 1);
    expect(alike(told, fingerprints.endpapers)).toBeGreaterThan(0.95);
  });

  it("when it breaks off, when it begins in the middle, and with junk in it", async () => {
    const track = demoTrack("endpapers");
    const half = track.length >> 1;
    const first = await whole(track.subarray(0, half));
    const second = await whole(track.subarray(half));
    expect(first.duration + second.duration).toBeCloseTo(57.1, 0);
    const broken = await whole(track.subarray(0, half), junk(2_000), track.subarray(half));
    expect(broken.duration).toBeCloseTo(57.07, 0);
    expect(Math.abs((broken.loudness ?? 0) + 15.95)).toBeLessThan(0.2);
  });

  it("joined to another, is as long as both", async () => {
    const told = await whole(demoTrack("endpapers"), demoTrack("kiln"));
    expect(told.duration).toBeCloseTo(57.067642 + 71, 0);
  });

  it("without a fingerprint where it is not asked for", async () => {
    expect((await analyzeMp3(sample("cbr-44100.mp3"))).fingerprint).toBeNull();
  });
});

describe("Silence", () => {
  it.each([{}, { channels: 1 as const }, { version: 2 as const, sampleRate: 22_050 }])(
    "has a length and no loudness: %o",
    async (given) => {
      const told = await whole(silence(200, given));
      expect(told.duration).toBeCloseTo((200 * (given.version === 2 ? 576 : 1152)) / told.sampleRate, 5);
      expect(told).toMatchObject({ loudness: null });
      expect([...told.peaks].every((level) => level === 0)).toBe(true);
    },
  );
});

describe("What cannot be decoded", () => {
  it("is rejected", async () => {
    await expect(whole(junk(100_000))).rejects.toBeInstanceOf(UnusableAudio);
    await expect(whole(Buffer.from("fLaC"))).rejects.toThrow("FLAC");
  });
});

/** The share of bits that two fingerprints have in common. */
function alike({ fingerprint }: AudioAnalysis, other: string): number {
  const [one, another] = [decodeFingerprint(fingerprint ?? ""), decodeFingerprint(other)];
  const count = Math.min(one.length, another.length);
  let same = 0;
  for (let at = 0; at < count; at++) {
    const different = (one[at] ?? 0) ^ (another[at] ?? 0);
    same += [...(different >>> 0).toString(2)].filter((bit) => bit === "1").length;
  }
  return 1 - same / (count * 32);
}
