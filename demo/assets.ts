import { readFile } from "node:fs/promises";
import type { Image } from "@wrapsody/shared/media.ts";
import { storeImage } from "../server/src/features/artwork/index.ts";
import type { Context } from "../server/src/platform/context.ts";

/** A file of the demo, by its path below this folder. */
export function readAsset(path: string): Promise<Buffer> {
  return readFile(new URL(path, import.meta.url));
}

/** Returns the stored picture of a path. */
export type Pictures = (path: string) => Image;

/** Pictures stored concurrently: enough to keep two cores and a disk busy. */
const atOnce = 6;

/** Stores pictures of the demo like uploads. Returns each by its path. */
export async function takePictures(context: Context, paths: readonly string[]): Promise<Pictures> {
  const images = new Map<string, Image>();
  const waiting = [...paths];
  const storeNext = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      images.set(path, await storeImage(context, context.db, await readAsset(path)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, storeNext));
  return (path) => {
    const image = images.get(path);
    if (image === undefined) throw new Error(`the demo has no picture ${path}`);
    return image;
  };
}
