/** Measures the demo's pictures and recordings: `node demo/measure.ts` writes `measures.json`. Run it again after a file changed. */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { decodeImage } from "../server/src/features/artwork/index.ts";
import { analyzeMp3 } from "../server/src/features/catalogue/index.ts";
import {
  type AudioMeasures,
  audioPath,
  hashContent,
  type Measures,
  type PictureMeasures,
  readAsset,
} from "./assets.ts";
import { demoWraps } from "./catalogue/index.ts";
import { picturePaths } from "./seed.ts";

export async function measurePicture(path: string): Promise<[hash: string, measures: PictureMeasures]> {
  const { bytes, ...measures } = await decodeImage(await readAsset(path));
  return [hashContent(bytes), measures];
}

export async function measureRecording(slug: string): Promise<[hash: string, measures: AudioMeasures]> {
  const mp3 = await readAsset(audioPath(slug));
  const { fingerprint: _, peaks, ...measures } = await analyzeMp3(mp3);
  return [hashContent(mp3), { ...measures, peaks: Buffer.from(peaks).toString("base64") }];
}

if (import.meta.main) {
  const measures: Measures = { pictures: {}, audio: {} };
  for (const path of picturePaths()) {
    const [hash, measured] = await measurePicture(path);
    measures.pictures[hash] = measured;
  }
  for (const { slug } of demoWraps) {
    const [hash, measured] = await measureRecording(slug);
    measures.audio[hash] = measured;
  }
  const file = fileURLToPath(new URL("measures.json", import.meta.url));
  await writeFile(file, `${JSON.stringify(measures, null, 2)}\n`);
}
