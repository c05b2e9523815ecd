import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { premultiply, type Raster } from "../raster.ts";
import { encodeLayer, type Layer, layerBytes } from "./run-length.ts";

/** An image at its rendered size. The id is a content hash, so the same key means the same pixels. */
export type LayerKey = { id: string; width: number; height: number };

/** Decodes and scales an image to a layer of exactly this size. @throws Error if it is no image */
export async function decodeLayer(picture: Uint8Array, size: Omit<LayerKey, "id">): Promise<Layer> {
  return encodeLayer(await decodeRaster(picture, size));
}

/** Decodes and scales an image to a premultiplied raster of exactly this size. @throws Error if it is no image */
export async function decodeRaster(
  picture: Uint8Array,
  { width, height }: Omit<LayerKey, "id">,
): Promise<Raster> {
  const { data } = await sharp(picture, { failOn: "error" })
    .autoOrient()
    .toColourspace("srgb")
    .resize(width, height, { fit: "fill" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data);
  premultiply(pixels);
  return { width, height, data: pixels };
}

export type LayerCache = LRUCache<string, Layer>;

/** Creates a cache of decoded layers by `layerKey`, limited by bytes; 0 caches nothing. */
export function createLayerCache(maxBytes: number): LayerCache {
  // The library takes a size of 0 for no limit.
  return new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: layerBytes });
}

export function layerKey({ id, width, height }: LayerKey): string {
  return `${id} ${width} ${height}`;
}
