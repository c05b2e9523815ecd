import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import { masterTooLarge } from "@wrapsody/shared/studio/masters.ts";
import { describe, expect, it } from "vitest";
import { isPictureName } from "../../../../../ui/pictures/picture-types.ts";
import { type MatchableSong, matchFiles } from "./match-files.ts";

const song = (id: number, name: string, artist = "Ada Lem"): MatchableSong => ({
  id,
  name,
  artist,
  image: null,
  audio_state: "NONE",
  next_step: "ADD_AUDIO",
});
const songs = [
  song(1, "Low Water"),
  song(2, "Maré Alta (Live)", "Inês Corvacho"),
  song(3, "1999"),
  song(4, "Low Water", "Jo Fen"),
  song(5, "7 Rings of Salt"),
  song(6, "C"),
  song(7, "C#"),
];
const file = (name: string, type = "") => new File(["x"], name, { type });
const chosen = (name: string, isPicture = isPictureName(name)) => ({ file: file(name), isPicture });
const idsOf = (name: string) => matchFiles([chosen(name)], songs, 500_000_000)[0]?.songs.map(({ id }) => id);

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
    ["Jo Fen - Low Water.wav", [4]],
    ["03 Maré Alta (Live).aiff", [2]],
    ["Low Water.pdf", []],
    ["C.mp3", [6]],
    ["C#.mp3", [7]],
    ["c.mp3", [6, 7]],
    ["Maré Alta (Live).mp3".normalize("NFD"), [2]],
    ["7 Rings of Salt.jfif", [5]],
    ["Jo Fen - Low Water front.JPE", [4]],
    ["mare_alta-live-cover.pjpeg", [2]],
  ])("%s", (name, ids) => {
    expect(idsOf(name)).toEqual(ids);
  });

  it("and know what they are", () => {
    const names = ["a.mp3", "a.jpeg", "a.PNG", "a.jfif", "a.JPE", "a.pjpeg", "a.txt", "a.FLAC", "a.opus"];
    const files = [...names.map((name) => chosen(name)), chosen("scan", true), chosen("cover.mp3", true)];
    expect(matchFiles(files, songs, 500_000_000).map(({ kind }) => kind)).toEqual([
      "audio",
      ...Array.from({ length: 5 }, () => "artwork"),
      ...[undefined, "master", "master", "artwork", "artwork"],
    ]);
  });

  it("and say why a master is refused", () => {
    const masters = [{ file: file("Kiln.wav", "audio/wav"), isPicture: false }];
    expect(matchFiles(masters, songs, null)).toMatchObject([
      { kind: undefined, refusal: errorCodes.E0072.message, songs: [] },
    ]);
    expect(matchFiles(masters, songs, 0)).toMatchObject([{ kind: undefined, refusal: masterTooLarge(0) }]);
    expect(matchFiles([chosen("Kiln.txt")], songs, null)).toMatchObject([
      { kind: undefined, refusal: undefined },
    ]);
  });
});
