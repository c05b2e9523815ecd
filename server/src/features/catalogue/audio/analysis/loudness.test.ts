import { describe, expect, it } from "vitest";
import { Loudness } from "./loudness.ts";

type Part = { seconds: number; decibels: number };

/** Sines of these levels, one after the other, measured in pieces of odd lengths. */
function measured(
  parts: readonly Part[],
  { sampleRate = 48_000, channels = 2, hertz = 1_000, piece = 1_153 } = {},
): number | undefined {
  const loudness = new Loudness(sampleRate, channels);
  let at = 0;
  for (const { seconds, decibels } of parts) {
    const amplitude = 10 ** (decibels / 20);
    const end = at + Math.round(seconds * sampleRate);
    while (at < end) {
      const from = at;
      const samples = new Float32Array(Math.min(piece, end - at));
      for (let index = 0; index < samples.length; index += 1)
        samples[index] = amplitude * Math.sin((2 * Math.PI * hertz * (from + index)) / sampleRate);
      loudness.add(
        Array.from({ length: channels }, () => samples),
        0,
        samples.length,
      );
      at += samples.length;
    }
  }
  return loudness.integrated();
}

describe("Loudness is measured by EBU R 128", () => {
  // EBU Tech 3341, section 2.9, cases 1 to 5: to a tenth of a LU.
  it.each([
    [-23, [[20, -23]]],
    [-33, [[20, -33]]],
    [
      -23,
      [
        [10, -36],
        [60, -23],
        [10, -36],
      ],
    ],
    [
      -23,
      [
        [10, -72],
        [10, -36],
        [60, -23],
        [10, -36],
        [10, -72],
      ],
    ],
    [
      -23,
      [
        [20, -26],
        [20.1, -20],
        [20, -26],
      ],
    ],
  ])("%d LUFS for %j", (expected, parts) => {
    const tones = parts.map(([seconds = 0, decibels = 0]) => ({ seconds, decibels }));
    // Several levels are about the gate, which does not depend on the sample rate.
    const sampleRate = tones.length === 1 ? 48_000 : 8_000;
    expect(Math.abs((measured(tones, { sampleRate }) ?? 0) - expected)).toBeLessThan(0.1);
  });

  it.each([8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])(
    "at %d samples a second",
    (sampleRate) => {
      const loudness = measured([{ seconds: 5, decibels: -20 }], { sampleRate, hertz: 997 });
      expect(Math.abs((loudness ?? 0) + 20)).toBeLessThan(0.1);
    },
  );

  it("three LU quieter in mono than in two channels of the same", () => {
    const parts = [{ seconds: 5, decibels: -20 }];
    const apart = (measured(parts) ?? 0) - (measured(parts, { channels: 1 }) ?? 0);
    expect(apart).toBeCloseTo(10 * Math.log10(2), 5);
  });

  it("the same whatever pieces it comes in", () => {
    const parts = [{ seconds: 3, decibels: -20 }];
    const once = measured(parts);
    for (const piece of [1, 576, 4_800, 4_801, 200_000])
      expect(measured(parts, { piece })).toBeCloseTo(once ?? 0, 9);
  });

  it("deep notes weigh less, high ones more", () => {
    const at = (hertz: number) => measured([{ seconds: 5, decibels: -20 }], { hertz }) ?? 0;
    // The curve of BS.1770-5, figure 2 and 4, in decibels against 997 Hz.
    expect(at(25)).toBeLessThan(-30);
    expect(at(10_000) - at(997)).toBeCloseTo(3.3, 0);
  });

  it("is undefined for silence and for too little sound", () => {
    expect(measured([{ seconds: 5, decibels: -80 }])).toBeUndefined();
    expect(measured([{ seconds: 0.3, decibels: -10 }])).toBeUndefined();
    expect(measured([])).toBeUndefined();
  });
});
