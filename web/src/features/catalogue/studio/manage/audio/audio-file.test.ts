import { describe, expect, it } from "vitest";
import { isSendableAudio } from "./audio-file.ts";

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

describe("audio that can be sent", () => {
  it.each([
    file("one.mp3", "audio/mpeg"),
    file("one.MP3", "audio/mp3"),
    file("one.mp3", ""),
    file("one.mp3", "audio/mpeg", 20_000_000),
  ])("is an mp3 of at most 20 MB: %o", (audio) => expect(isSendableAudio(audio)).toBe(true));

  it.each([
    file("one.wav", "audio/wav"),
    file("one.mp3", "audio/wav"),
    file("one.flac", ""),
    file("one.mp3.exe", ""),
    file("one.mp3", "audio/mpeg", 0),
    file("one.mp3", "audio/mpeg", 20_000_001),
  ])("is nothing else: %o", (audio) => expect(isSendableAudio(audio)).toBe(false));
});
