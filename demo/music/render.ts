/**
 * Makes the music of the demo catalogue: `node demo/music/render.ts [slug…]` writes `demo/music/audio/<slug>.mp3`,
 * all 24 without an argument.
 *
 * songs/ holds the compositions, score/ reads their notation and keeps the desk, synth/ makes the sound. Nothing is
 * sampled and nothing is random beyond a generator seeded with the slug, so a run gives the same music every time.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { demoSongs } from "../songs.ts";
import { encodeMp3 } from "./mp3.ts";
import { pieces } from "./pieces.ts";
import { type Piece, Song } from "./score/song.ts";
import { Random } from "./synth/random.ts";
import { sampleRate } from "./synth/tone.ts";

/** LAME's variable bitrate, near its smallest: about 70 kbps for this music. */
const quality = 9.15;
const audio = new URL("./audio/", import.meta.url);

async function render(piece: Piece): Promise<void> {
  const demoSong = demoSongs.find(({ slug }) => slug === piece.slug);
  if (!demoSong) throw new Error(`${piece.slug} is not in the catalogue`);
  const started = performance.now();
  const song = new Song(piece, demoSong.bpm, new Random(piece.slug));
  piece.compose(song);
  const tape = song.bounce();
  const mp3 = await encodeMp3(tape, quality);
  await writeFile(new URL(`${piece.slug}.mp3`, audio), mp3);
  const seconds = tape.left.length / sampleRate;
  const kbps = (mp3.length * 8) / seconds / 1000;
  const took = (performance.now() - started) / 1000;
  console.log(
    `${piece.slug.padEnd(30)} ${seconds.toFixed(3)} s  ${kbps.toFixed(0)} kbps  ${mp3.length} bytes  (${took.toFixed(1)} s)`,
  );
}

const slugs = process.argv.slice(2);
const unknown = slugs.filter((slug) => !pieces.some((piece) => piece.slug === slug));
if (unknown.length > 0) throw new Error(`No such song: ${unknown.join(", ")}`);
await mkdir(audio, { recursive: true });
for (const piece of pieces.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug)))
  await render(piece);
