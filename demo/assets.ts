import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { type DecodedImage, saveImage } from "../server/src/features/artwork/index.ts";
import type { AudioAnalysis } from "../server/src/features/catalogue/index.ts";
import type { Context } from "../server/src/platform/context.ts";
import stored from "./measures.json" with { type: "json" };
import fingerprints from "./music/fingerprints.json" with { type: "json" };

export type PictureMeasures = Omit<DecodedImage, "bytes">;
export type AudioMeasures = Omit<AudioAnalysis, "peaks" | "fingerprint"> & {
  /** base64 */
  peaks: string;
};

/**
 * Measurements of the demo's files by SHA-256 of their content, which `node demo/measure.ts` writes. Decoding all pictures
 * and recordings would take most of the first start.
 */
export type Measures = {
  pictures: Record<string, PictureMeasures>;
  audio: Record<string, AudioMeasures>;
};
const measures: Measures = stored;

/** A recording of the demo, stored and measured. */
export type DemoAudio = { key: string; bytes: number; measures: AudioAnalysis };

/** Returns the stored picture of a path. */
export type Pictures = (path: string) => Image;

/** Pictures stored concurrently: enough to keep two cores and a disk busy. */
const CONCURRENT_PICTURES = 6;

/** A file of the demo, by its path below this folder. */
export function readAsset(path: string): Promise<Buffer> {
  return readFile(new URL(path, import.meta.url));
}

export const audioPath = (slug: string) => `music/audio/${slug}.mp3`;

/** Stores pictures of the demo. Returns each by its path. */
export async function storePictures(context: Context, paths: readonly string[]): Promise<Pictures> {
  const images = new Map<string, Image>();
  const waiting = [...paths];
  const storeNext = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const bytes = await readAsset(path);
      const picture = { bytes, ...findMeasures(measures.pictures, bytes, path) };
      images.set(path, await saveImage(context, context.db, picture));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_PICTURES }, storeNext));
  return (path) => {
    const image = images.get(path);
    if (image === undefined) throw new Error(`the demo has no picture ${path}`);
    return image;
  };
}

/** Stores the recordings of wraps. Returns each by the slug of its wrap. */
export async function storeRecordings(
  context: Context,
  slugs: readonly string[],
): Promise<Map<string, DemoAudio>> {
  const recordings = new Map<string, DemoAudio>();
  for (const slug of slugs) {
    const mp3 = await readAsset(audioPath(slug));
    const { peaks, ...measured } = findMeasures(measures.audio, mp3, audioPath(slug));
    const { key } = await context.storage.put(mp3, { extension: "mp3", contentType: "audio/mpeg" });
    recordings.set(slug, {
      key,
      bytes: mp3.length,
      measures: { ...measured, peaks: Buffer.from(peaks, "base64"), fingerprint: fingerprintOf(slug) },
    });
  }
  return recordings;
}

export function fingerprintOf(slug: string): string {
  const fingerprint = new Map<string, string>(Object.entries(fingerprints)).get(slug);
  if (fingerprint === undefined) throw new Error(`the music of ${slug} has no fingerprint`);
  return fingerprint;
}

/** @throws Error if the file changed after it was measured */
function findMeasures<Value>(known: Readonly<Record<string, Value>>, bytes: Buffer, path: string): Value {
  const found = known[hashContent(bytes)];
  if (found === undefined) throw new Error(`${path} is not in measures.json. Run: node demo/measure.ts`);
  return found;
}

export function hashContent(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
