import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { decibels, loudnessNote } from "./loudness.ts";

/** Says the key and the values instead of a text. */
const t = ((key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

describe("what is told of loudness", () => {
  it("is that services play it as it is where nobody hears the difference", () => {
    expect(loudnessNote(t, -14, "en")).toBe("manage.audio.asLoud {}");
    expect(loudnessNote(t, -13.1, "en")).toBe("manage.audio.asLoud {}");
  });

  it("is by how much they turn it down, or how far it is below", () => {
    expect(loudnessNote(t, -8.5, "en")).toBe('manage.audio.louder {"by":"5.5"}');
    expect(loudnessNote(t, -16, "es")).toBe('manage.audio.quieter {"by":"2,0"}');
  });

  it("is written with the minus sign of typesetters, to the tenth", () => {
    expect(decibels(-9.04, "en")).toBe("−9.0");
  });
});
