/**
 * Computes the audio fingerprints of the demo's music: `node demo/music/fingerprint.ts` writes `fingerprints.json`. Needs
 * Chromaprint's `fpcalc` (Debian, Ubuntu: libchromaprint-tools). Run it again after rendering the music.
 */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { demoSongs } from "../songs.ts";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The compressed fingerprint of the whole track, as AcoustID takes it. */
function fingerprintOf(slug: string): string {
  const read = execFileSync("fpcalc", [
    "-json",
    "-ignore-errors",
    "-length",
    "0",
    pathOf(`audio/${slug}.mp3`),
  ]);
  const { fingerprint } = JSON.parse(read.toString()) as { fingerprint: string };
  return fingerprint;
}

const fingerprints = Object.fromEntries(demoSongs.map(({ slug }) => [slug, fingerprintOf(slug)]));
await writeFile(pathOf("fingerprints.json"), `${JSON.stringify(fingerprints, null, 2)}\n`);
