import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { formatDecibels, loudnessNote } from "./loudness.ts";

/** Returns the key and the values instead of a translation. */
const t = ((key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

describe("loudness notes", () => {
  it("report no change if the difference is inaudible", () => {
    expect(loudnessNote(t, -14, "en")).toBe("manage.audio.asLoud {}");
    expect(loudnessNote(t, -13.1, "en")).toBe("manage.audio.asLoud {}");
  });

  it("report how much services turn a recording down, or how far it is below their target", () => {
    expect(loudnessNote(t, -8.5, "en")).toBe('manage.audio.louder {"by":"5.5"}');
    expect(loudnessNote(t, -16, "es")).toBe('manage.audio.quieter {"by":"2,0"}');
  });

  it("use the typographic minus sign and one decimal", () => {
    expect(formatDecibels(-9.04, "en")).toBe("−9.0");
  });
});
