import sharp from "sharp";
import { premultiply } from "../raster.ts";
import { encodeLayer, type Layer, layerBytes } from "./run-length.ts";

/** An image at its rendered size. The id is a content hash, so the same key means the same pixels. */
export type LayerKey = { id: string; width: number; height: number };

/** Decodes and scales an image to a layer of exactly this size. @throws Error if it is no image */
export async function decodeLayer(
  picture: Uint8Array,
  { width, height }: Omit<LayerKey, "id">,
): Promise<Layer> {
  const { data } = await sharp(picture, { failOn: "error" })
    .autoOrient()
    .toColourspace("srgb")
    .resize(width, height, { fit: "fill" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data);
  premultiply(pixels);
  return encodeLayer({ width, height, data: pixels });
}

/** LRU cache of decoded layers, limited by bytes. */
export class LayerCache {
  readonly #kept = new Map<string, Layer>();
  readonly #most: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: LayerKey): Layer | undefined {
    const name = cacheKey(key);
    const found = this.#kept.get(name);
    if (found === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, found);
    return found;
  }

  set(key: LayerKey, layer: Layer): void {
    const name = cacheKey(key);
    this.#forget(name);
    if (layerBytes(layer) > this.#most) return;
    this.#kept.set(name, layer);
    this.#bytes += layerBytes(layer);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    const known = this.#kept.get(name);
    if (known === undefined) return;
    this.#bytes -= layerBytes(known);
    this.#kept.delete(name);
  }
}

function cacheKey({ id, width, height }: LayerKey): string {
  return `${id} ${width} ${height}`;
}
