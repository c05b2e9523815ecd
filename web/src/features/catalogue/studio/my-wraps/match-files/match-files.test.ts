import { describe, expect, it } from "vitest";
import { type MatchableSong, matchFiles } from "./match-files.ts";

const song = (id: number, name: string, artist = "Ada Lem"): MatchableSong => ({
  id,
  name,
  artist,
  image: null,
  audio_state: "NONE",
});
const songs = [
  song(1, "Low Water"),
  song(2, "Maré Alta (Live)", "Inês Corvacho"),
  song(3, "1999"),
  song(4, "Low Water", "Jo Fen"),
  song(5, "7 Rings of Salt"),
];
const file = (name: string, type = "") => new File(["x"], name, { type });
const idsOf = (name: string) => matchFiles([file(name)], songs)[0]?.songs.map(({ id }) => id);

describe("files are matched by their names", () => {
  it.each([
    ["Maré Alta (Live).mp3", [2]],
    ["mare_alta-live.mp3", [2]],
    ["03 - Maré Alta [Live].mp3", [2]],
    ["1-03 Mare Alta Live.MP3", [2]],
    ["Inês Corvacho - Maré Alta (Live).mp3", [2]],
    ["02. Ines Corvacho - mare alta live.mp3", [2]],
    ["Maré Alta Live cover.png", [2]],
    ["1999.mp3", [3]],
    ["7 Rings of Salt.jpg", [5]],
    ["Low Water.mp3", [1, 4]],
    ["Jo Fen - Low Water.mp3", [4]],
    ["Something else.mp3", []],
    ["Low Water.wav", []],
    ["Low Water.pdf", []],
  ])("%s", (name, ids) => {
    expect(idsOf(name)).toEqual(ids);
  });

  it("and know what they are", () => {
    const names = ["a.mp3", "a.jpeg", "a.PNG", "a.txt"];
    expect(
      matchFiles(
        names.map((name) => file(name)),
        songs,
      ).map(({ kind }) => kind),
    ).toEqual(["audio", "artwork", "artwork", undefined]);
  });
});
