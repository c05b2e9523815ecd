import { buffer } from "node:stream/consumers";
import type { Image } from "@wrapsody/shared/api/media.ts";
import sharp from "sharp";
import type { Context } from "../../platform/context.ts";
import type { ArtworkSpec } from "./engine/compose/compose.ts";
import { type Renderer, rendererSettings, startRenderer } from "./engine/renderer/renderer.ts";
import { detectImageType } from "./image-file.ts";
import { findImage } from "./images.data.ts";
import { storeImage } from "./images.ts";
import { createWeightedSemaphore } from "./weighted-semaphore.ts";

/** The id of a photo that is not there yet, in previews. */
export const photoPlaceholder = "photo";

/** A grey silhouette. */
const placeholderSvg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" viewBox="0 0 900 900">
    <path fill="#c9c9c4" d="M0 0h900v900H0z"/>
    <g fill="#8f8f8a"><circle cx="450" cy="350" r="150"/><path d="M150 900a300 300 0 0 1 600 0z"/></g></svg>`,
);

/** Limits the previews rendered concurrently in this process. */
const previewSlots = createWeightedSemaphore(100);
/** Limits the prints rendered concurrently in this process, each of which takes up to 200 MB. */
const printSlot = createWeightedSemaphore(1);
const renderers = new WeakMap<Context, Renderer>();

/**
 * Renders previews in a worker thread: WebP, `side` pixels wide, not stored.
 *
 * @throws Error if a layer is missing or no image
 */
export function renderPreviews(
  context: Context,
  pictures: readonly ArtworkSpec[],
  side: number,
): Promise<Buffer[]> {
  const renderer = getRenderer(context);
  return previewSlots.run(pictures.length, () =>
    Promise.all(pictures.map(async (picture) => toPreview(await renderer.render(picture), side))),
  );
}

/**
 * Renders an artwork and stores it. The same spec gives the same bytes and thus the same image.
 *
 * @throws Error if a layer is missing or no image
 */
export async function renderAndStoreArtwork(context: Context, picture: ArtworkSpec): Promise<Image> {
  return storeImage(context, context.db, await getRenderer(context).render(picture));
}

/**
 * Renders an artwork for printing as PNG of `side` pixels, one at a time. Not stored.
 *
 * @throws Error if a layer is missing or no image
 */
export function renderPrint(context: Context, picture: ArtworkSpec, side: number): Promise<Buffer> {
  return printSlot.run(1, () => getRenderer(context).render(picture, side));
}

/** Reads a rendered artwork as PNG. Artworks of earlier versions may be stored in another format. */
export async function readArtworkPng(context: Context, imageId: string): Promise<Buffer> {
  const bytes = await readImageFile(context, imageId);
  return detectImageType(bytes) === "png" ? bytes : sharp(bytes).png().toBuffer();
}

function toPreview(png: Buffer, side: number): Promise<Buffer> {
  return sharp(png).resize(side, side).webp({ quality: 82, effort: 3 }).toBuffer();
}

function getRenderer(context: Context): Renderer {
  const known = renderers.get(context);
  if (known !== undefined) return known;
  const read = (id: string) => readImageFile(context, id);
  const started = startRenderer({
    ...rendererSettings,
    workers: context.config.renderThreads,
    read,
  });
  renderers.set(context, started);
  return started;
}

async function readImageFile({ db, storage }: Context, id: string): Promise<Buffer> {
  if (id === photoPlaceholder) return placeholderSvg;
  const image = await findImage(db, id);
  if (image === undefined) throw new Error(`There is no picture ${id}.`);
  return buffer(await storage.read(image.storage_key));
}
