import assert from "node:assert/strict";
import { expect, it } from "vitest";
import { fuzz } from "../../testing/fuzz/guided-fuzz.ts";
import { compressedZeros, plainPng, pngChunk, pngProfile } from "../../testing/media/pictures.ts";
import { BrokenPng, detectImageType, hasTooManyScans, stripPngChunks } from "./image-file.ts";

/** As large as those for printing presses. */
const largeProfile = pngProfile(Buffer.alloc(2_000_000));
const text = pngChunk("tEXt", Buffer.from("Title\0Low tide"));

const profile = pngChunk("iCCP", Buffer.from("ICC Profile\0\0x"));

it("The PNG reader reads or refuses every input within a multiple of the time of harmless inputs.", async () => {
  const report = await fuzz({
    name: "png",
    files: ["/image-file.ts"],
    seeds: [
      plainPng(20),
      plainPng(20, {
        ahead: [profile, pngChunk("tEXt", Buffer.from("a\0b")), pngChunk("gAMA", Buffer.alloc(4))],
      }),
      plainPng(20, { ahead: [compressedZeros("zTXt", 100_000), pngProfile(Buffer.alloc(2_000))] }),
    ],
    tokens: [
      pngChunk("IEND"),
      profile,
      compressedZeros("iCCP", 5_000_000),
      pngChunk("zzZz"),
      Buffer.from("IHDR"),
      Buffer.from("iCCP"),
      Buffer.from([0xff, 0xda, 0xff, 0xda]),
    ],
    harmless: (bytes) => {
      const texts = Array.from({ length: Math.floor(bytes / text.length) }, () => text);
      return plainPng(20, { ahead: [largeProfile, ...texts] });
    },
    read(input) {
      hasTooManyScans(input);
      if (detectImageType(input) !== "png") return;
      const stripped = stripPngChunks(input);
      assert(detectImageType(stripped) === "png" && stripped.length <= input.length);
      assert(stripPngChunks(stripped).equals(stripped));
    },
    // A PNG without a header is refused as no image.
    isRefusal: (error) =>
      error instanceof BrokenPng || (error instanceof Error && error.message === "The PNG breaks off."),
    runs: 1_000,
  });
  console.info(report);
  expect(report.blocks).toBeGreaterThan(report.blocksOfSeeds);
});
