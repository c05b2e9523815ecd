import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fingerprints from "../../../../../../demo/music/fingerprints.json" with { type: "json" };
import { sample } from "../../../../testing/media/mp3s.ts";
import { analyze } from "../analysis/analyze.ts";
import { toByteSource } from "../mp3/byte-source.ts";
import { decodeFingerprint } from "./fingerprint.ts";
import { computeLikeness, fingerprintTerms, indexedTerms, SAME_RECORDING_LIKENESS } from "./likeness.ts";

const tracks = Object.values(fingerprints).map(decodeFingerprint);
const kiln = decodeFingerprint(fingerprints.kiln);

/** With so many of each hundred bits turned, always the same ones. */
function blurred(codes: Int32Array, percent: number): Int32Array {
  let state = 1;
  return codes.map((code) => {
    let turned = code;
    for (let bit = 0; bit < 32; bit++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      if (state % 10_000 < percent * 100) turned ^= 1 << bit;
    }
    return turned;
  });
}

describe("Two recordings are alike", () => {
  it("wholly, each to itself", () => {
    for (const codes of tracks) expect(computeLikeness(codes, codes)).toBe(1);
  });

  it("hardly, where they have nothing in common: no two of the demo's 24 tracks", () => {
    for (const [index, track] of tracks.entries()) {
      for (const other of tracks.slice(index + 1)) expect(computeLikeness(track, other)).toBeLessThan(0.3);
    }
  });

  it("where one is a part of the other, or begins later or earlier", () => {
    expect(computeLikeness(kiln, kiln.subarray(150, 300))).toBe(1);
    expect(computeLikeness(kiln.subarray(0, 350), kiln.subarray(200))).toBe(1);
    const late = Int32Array.from([...decodeFingerprint(fingerprints.sodium).subarray(0, 60), ...kiln]);
    expect(computeLikeness(kiln, late)).toBe(1);
  });

  it("where one was encoded again at an eighth of the bits", async () => {
    const { fingerprint } = await analyze(toByteSource(sample("kiln-part-8k.mp3")), { fingerprint: true });
    const part = decodeFingerprint(fingerprint ?? "");
    const all = tracks.map((codes) => computeLikeness(codes, part));
    expect(computeLikeness(kiln, part)).toBeGreaterThan(0.7);
    expect(all.filter((likeness) => likeness >= SAME_RECORDING_LIKENESS)).toHaveLength(1);
  });

  it("by as much as their bits are the same", () => {
    expect(computeLikeness(kiln, blurred(kiln, 5))).toBeCloseTo(0.9, 1);
    expect(computeLikeness(kiln, blurred(kiln, 20))).toBeCloseTo(0.6, 1);
    expect(computeLikeness(kiln, blurred(kiln, 40))).toBeLessThan(SAME_RECORDING_LIKENESS);
  });

  it("by nothing, where too little of them overlaps, or what does is silent", () => {
    expect(computeLikeness(kiln, kiln.subarray(0, 40))).toBe(0);
    expect(computeLikeness(new Int32Array(0), kiln)).toBe(0);
    const silence = new Int32Array(400).fill(627_964_279);
    expect(computeLikeness(silence, silence)).toBe(0);
  });
});

describe("Terms", () => {
  it("are few, and none is silence", () => {
    for (const fingerprint of Object.values(fingerprints)) {
      const indexed = indexedTerms(fingerprint);
      expect(indexed).toHaveLength(120);
      expect(new Set(indexed).size).toBe(120);
    }
    expect(fingerprintTerms(new Int32Array(50).fill(627_964_279))).toEqual({ all: [], indexed: [] });
    expect(indexedTerms(null)).toEqual([]);
  });

  it("find a recording again that begins later, is a part, or was changed a little; and no other", () => {
    const found = (codes: Int32Array, fingerprint: string) => {
      const indexed = new Set(indexedTerms(fingerprint));
      return fingerprintTerms(codes).all.filter((term) => indexed.has(term)).length;
    };
    expect(found(kiln.subarray(100), fingerprints.kiln)).toBeGreaterThan(60);
    expect(found(kiln.subarray(300, 400), fingerprints.kiln)).toBeGreaterThan(10);
    expect(found(blurred(kiln, 4), fingerprints.kiln)).toBeGreaterThan(10);
    for (const [slug, fingerprint] of Object.entries(fingerprints)) {
      if (slug !== "kiln") expect(found(kiln, fingerprint)).toBeLessThan(3);
    }
  });
});

describe("A fingerprint", () => {
  it("is unpacked to the codes that Chromaprint packed", () => {
    expect([...decodeFingerprint("AQAAAA")]).toEqual([]);
    expect(kiln).toHaveLength(552);
  });

  it("that is none gives no codes, and nothing is ever thrown", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(decodeFingerprint(text).length).toBeLessThanOrEqual(text.length * 3);
      }),
    );
  });
});
