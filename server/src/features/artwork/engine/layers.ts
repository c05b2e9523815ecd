import sharp from "sharp";
import { premultiply, type Raster } from "./raster.ts";

/** A picture in the size in which it is laid: the id tells its content, so the same id and size are the same pixels. */
export type LayerKey = { id: string; width: number; height: number };

/** Decodes and scales a picture to a raster of exactly the size. @throws Error where it is none */
export async function decodeLayer(
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

/** Decoded layers, up to so many bytes; what was used longest ago goes first. */
export class LayerCache {
  readonly #kept = new Map<string, Raster>();
  readonly #most: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: LayerKey): Raster | undefined {
    const name = nameOf(key);
    const found = this.#kept.get(name);
    if (found === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, found);
    return found;
  }

  set(key: LayerKey, layer: Raster): void {
    const name = nameOf(key);
    this.#forget(name);
    if (layer.data.byteLength > this.#most) return;
    this.#kept.set(name, layer);
    this.#bytes += layer.data.byteLength;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    const known = this.#kept.get(name);
    if (known === undefined) return;
    this.#bytes -= known.data.byteLength;
    this.#kept.delete(name);
  }
}

function nameOf({ id, width, height }: LayerKey): string {
  return `${id} ${width} ${height}`;
}
