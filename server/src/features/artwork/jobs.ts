import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { pickAmbientColors } from "./ambient-colors.ts";
import { listOutdatedAmbients, updateAmbient } from "./images.data.ts";
import { MAX_PIXELS, samplePixels } from "./images.ts";

/** Images per run: some seconds, then the worker takes other jobs. */
const IMAGES_PER_RUN = 200;

/**
 * Picks the ambient colours of images that an earlier version stored. Each image is its own statement, so a killed run continues
 * where it stopped, and nodes of that version may add further ones meanwhile.
 */
export const updateAmbientColorsJob = job({
  name: "update-ambient-colors",
  payload: z.object({}),
  tries: 3,
  priority: "bulk",
  cron: "* * * * *",
  async run(context) {
    for (const { id, storage_key } of await listOutdatedAmbients(context.db, { limit: IMAGES_PER_RUN })) {
      await updateAmbient(context.db, id, await readColours(context, storage_key));
    }
  },
});

/** Undefined if the file is missing or damaged: another attempt would not read it either. */
async function readColours(
  context: Context,
  key: string,
): Promise<ReturnType<typeof pickAmbientColors> | undefined> {
  const bytes = await context.storage
    .read(key)
    .then(buffer)
    .catch((error: unknown) => {
      if (error instanceof Failure && error.code === "E0001") return undefined;
      throw error;
    });
  if (bytes === undefined) return undefined;
  try {
    return pickAmbientColors(await samplePixels(sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient()));
  } catch (error) {
    context.log.warn({ err: error, key }, "an image cannot be read; it keeps its ambient colours");
    return undefined;
  }
}

export const artworkJobs: readonly Job[] = [updateAmbientColorsJob];
