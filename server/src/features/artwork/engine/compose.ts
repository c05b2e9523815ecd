import { CANVAS_SIDE_PX, type LayerBox } from "@wrapsody/shared/placing.ts";
import { decodeLayer, type LayerCache } from "./layers.ts";
import { encodePng } from "./png.ts";
import { drawQr, type QrColours, rgbOf } from "./qr.ts";
import { canvasOf } from "./raster.ts";
import { type Layer, layerOf, layOver } from "./runs.ts";

/** What lies on a picture, at its place; the first lies lowest. `id` is that of a picture that was taken in. */
export type PictureLayer =
  | { kind: "image"; id: string; place: LayerBox }
  | { kind: "qr"; text: string; colours: QrColours; place: LayerBox };

/** A picture to be made. The same one gives the same bytes, on every machine with the same libraries. */
export type Picture = {
  /** `#rrggbb`, where no layer covers it. */
  ground: string;
  layers: readonly PictureLayer[];
};

/** Reads the file of a picture that was taken in. */
export type ReadPicture = (id: string) => Promise<Uint8Array>;

/** Makes a picture of 900 by 900 pixels, as PNG. */
export async function composePicture(
  { ground, layers }: Picture,
  { cache, read }: { cache: LayerCache; read: ReadPicture },
): Promise<Buffer> {
  const canvas = canvasOf(CANVAS_SIDE_PX, CANVAS_SIDE_PX, rgbOf(ground));
  for (const layer of layers) {
    const laid = await laidOf(layer, cache, read);
    layOver(canvas, laid, layer.place.left, layer.place.top);
  }
  return encodePng(canvas);
}

async function laidOf(layer: PictureLayer, cache: LayerCache, read: ReadPicture): Promise<Layer> {
  const { width, height } = layer.place;
  if (layer.kind === "qr") return layerOf(drawQr(layer.text, width, layer.colours));
  const key = { id: layer.id, width, height };
  const known = cache.get(key);
  if (known !== undefined) return known;
  const decoded = await decodeLayer(await read(layer.id), key);
  cache.set(key, decoded);
  return decoded;
}
