import { describe, expect, it } from "vitest";
import { isSendableAudio } from "./use-audio-upload.ts";

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
