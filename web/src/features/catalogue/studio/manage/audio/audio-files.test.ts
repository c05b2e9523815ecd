import { describe, expect, it } from "vitest";
import { findRefusal, isSendableAudio } from "./audio-files.ts";

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

describe("isSendableAudio", () => {
  it.each([
    file("one.mp3", "audio/mpeg"),
    file("one.MP3", "audio/mp3"),
    file("one.mp3", ""),
    file("one.mp3", "audio/mpeg", 20_000_000),
  ])("accepts an mp3 of at most 20 MB: %o", (audio) => expect(isSendableAudio(audio)).toBe(true));

  it.each([
    file("one.wav", "audio/wav"),
    file("one.mp3", "audio/wav"),
    file("one.flac", ""),
    file("one.mp3.exe", ""),
    file("one.mp3", "audio/mpeg", 0),
    file("one.mp3", "audio/mpeg", 20_000_001),
  ])("rejects any other file: %o", (audio) => expect(isSendableAudio(audio)).toBe(false));
});

describe("findRefusal", () => {
  it.each([
    "mix.wav",
    "mix.bwf",
    "mix.AIFF",
    "mix.aif",
    "mix.aifc",
    "mix.flac",
    "mix.m4a",
    "mix.aac",
    "mix.ogg",
    "mix.opus",
  ])("accepts %s as a master up to the limit of the site, if it accepts masters", (name) => {
    expect(findRefusal(file(name, "", 500_000_000), 500_000_000)).toBeUndefined();
    expect(findRefusal(file(name, "", 500_000_001), 500_000_000)).toBe("Masters must be at most 500 MB.");
    expect(findRefusal(file(name, ""), null)).toBe(
      "This site encodes no masters. Please upload an mp3 instead.",
    );
  });

  it("accepts an mp3 in any case, and nothing else", () => {
    for (const limit of [null, 500_000_000]) {
      expect(findRefusal(file("one.mp3", "audio/mpeg"), limit)).toBeUndefined();
      expect(findRefusal(file("one.mp3", "audio/mpeg", 20_000_001), limit)).toMatch(/^Audio files must be/);
      expect(findRefusal(file("one.wma", "audio/x-ms-wma"), limit)).toMatch(/^Audio files must be/);
    }
  });
});
