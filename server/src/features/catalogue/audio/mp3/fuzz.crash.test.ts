import assert from "node:assert/strict";
import { lyricsLimits } from "@wrapsody/shared/catalogue/lrc.ts";
import { expect, it } from "vitest";
import { fuzz } from "../../../../testing/fuzz/guided-fuzz.ts";
import { id3Tag, syncedLyricsFrame, unsyncedLyricsFrame } from "../../../../testing/media/id3-frames.ts";
import {
  ape,
  demoTrack,
  id3v1,
  id3v2,
  junk,
  lameFrame,
  lyrics3,
  silence,
  silentFrame,
  textFrame,
  vbriFrame,
} from "../../../../testing/media/mp3s.ts";
import { UnusableAudio } from "../audio-problems.ts";
import { toByteSource } from "./byte-source.ts";
import { readId3Lyrics } from "./id3-lyrics.ts";
import { locateFrames, scanFrames } from "./mp3-frames.ts";
import { tagLength } from "./mp3-tags.ts";

const music = silence(30);
/** A recording that was cut without care. */
const cutMusic = Buffer.concat([music, junk(1_000)]);
const BYTES_PER_LINE = 20;
const lyrics = Buffer.concat([
  unsyncedLyricsFrame("Low tide", { encoding: 1 }),
  syncedLyricsFrame([{ time: 1_000, text: "\nhigh" }], { encoding: 0 }),
]);
const tags = id3v2(Buffer.concat([textFrame("TIT2", "Salt Meridian"), Buffer.alloc(40)]), { footer: true });

it("The mp3 and ID3 readers read or refuse every input within a multiple of the time of harmless inputs.", async () => {
  const report = await fuzz({
    name: "mp3",
    files: [
      "/mp3-frames.ts",
      "/mp3-tags.ts",
      "/id3-lyrics.ts",
      "/mp3-header.ts",
      "/info-frame.ts",
      "/other-formats.ts",
    ],
    seeds: [
      music,
      Buffer.concat([tags, music, id3v1()]),
      Buffer.concat([id3Tag(lyrics), music]),
      Buffer.concat([
        id3Tag(syncedLyricsFrame([{ time: 1, text: "a" }], { major: 3 }), { major: 3, flags: 0x80 }),
        music,
      ]),
      Buffer.concat([id3Tag(unsyncedLyricsFrame("a", { major: 2 }), { major: 2 }), music]),
      Buffer.concat([vbriFrame(30), music, ape(Buffer.from("x")), lyrics3("la la"), id3v1()]),
      Buffer.concat([lameFrame({ frames: 30 }), music]),
      Buffer.concat([junk(500), silence(40, { version: 2, kilobits: 32 }), junk(300, 2)]),
      Buffer.concat(Array.from({ length: 20 }, () => silentFrame({ kilobits: 0, bytes: 300 }))),
      demoTrack("kiln").subarray(0, 30_000),
    ],
    tokens: [
      Buffer.from("ID3\u0004\0\0"),
      Buffer.from("3DI\u0004\0\0"),
      Buffer.from("TAG+"),
      Buffer.from("APETAGEX"),
      Buffer.from("LYRICSBEGIN"),
      Buffer.from("000011LYRICS200"),
      Buffer.from("Xing\0\0\0\u000f"),
      Buffer.from("VBRI"),
      Buffer.from([0xff, 0xfb, 0x90, 0x64]),
      Buffer.from([0xff, 0xf3, 0x10, 0x00]),
      Buffer.alloc(300),
    ],
    harmless: (bytes) => {
      const lines = Math.min(lyricsLimits.lines, Math.ceil(bytes / 2 / BYTES_PER_LINE));
      const words = Array.from({ length: lines }, (_, line) => ({
        time: line * 100,
        text: "Low tide, again",
      }));
      const rest = Math.ceil(bytes / 2 / cutMusic.length);
      return Buffer.concat([
        id3Tag(syncedLyricsFrame(words, { encoding: 0 })),
        ...Array.from({ length: rest }, () => cutMusic),
        music,
      ]);
    },
    async read(input) {
      const found = await readId3Lyrics(toByteSource(input));
      assert(found === undefined || found.text.isWellFormed());
      const length = tagLength(input.subarray(0, 32));
      assert(length === undefined || length >= 0);
      const { start, end } = await locateFrames(toByteSource(input));
      assert(start >= 0 && end <= input.length);
      const scan = await scanFrames(toByteSource(input));
      assert(scan.musicBytes + scan.junkBytes <= input.length);
      for (const count of [scan.frames, scan.length, scan.skip, scan.bitRate])
        assert(Number.isFinite(count) && count >= 0);
    },
    isRefusal: (error) => error instanceof UnusableAudio,
    runs: 1_200,
  });
  console.info(report);
  expect(report.blocks).toBeGreaterThan(report.blocksOfSeeds);
});
