import { readFile } from "node:fs/promises";
import type { Image } from "@wrapsody/shared/media.ts";
import { takeImage } from "../server/src/features/artwork/index.ts";
import type { Context } from "../server/src/platform/context.ts";
import type { Executor } from "../server/src/platform/database.ts";

/** A file of the demo, by its path below this folder. */
export function readAsset(path: string): Promise<Buffer> {
  return readFile(new URL(path, import.meta.url));
}

/** Takes in a picture of the demo as an upload would be. */
export async function takePicture(context: Context, tx: Executor, path: string): Promise<Image> {
  return takeImage(context, tx, await readAsset(path));
}
