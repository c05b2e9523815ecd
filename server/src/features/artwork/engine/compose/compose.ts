import { parseRgb, type QrColours } from "@wrapsody/shared/experiences/colours.ts";
import { CANVAS_SIDE_PX, type LayerBox } from "@wrapsody/shared/experiences/placing.ts";
import { encodePng } from "../png/png.ts";
import { createCanvas } from "../raster.ts";
import { decodeLayer, type LayerCache, layerKey } from "./layers.ts";
import { drawQr } from "./qr.ts";
import { blendLayer, encodeLayer, type Layer } from "./run-length.ts";

/** A layer at its place, lowest first. `id` is the id of a stored image. */
export type ArtworkLayer =
  | { kind: "image"; id: string; place: LayerBox }
  | { kind: "qr"; text: string; colours: QrColours; place: LayerBox };

/** The spec of an artwork. The same spec gives the same bytes on every machine with the same libraries. */
export type ArtworkSpec = {
  /** `#rrggbb` where no layer covers it. */
  ground: string;
  layers: readonly ArtworkLayer[];
};

/** Reads the file of a stored image. */
export type ReadImageFile = (id: string) => Promise<Uint8Array>;

/** Renders an artwork of 900 by 900 pixels as PNG. */
export async function composeArtwork(
  { ground, layers }: ArtworkSpec,
  { cache, read }: { cache: LayerCache; read: ReadImageFile },
): Promise<Buffer> {
  const canvas = createCanvas(CANVAS_SIDE_PX, CANVAS_SIDE_PX, parseRgb(ground));
  for (const layer of layers) {
    const laid = await prepareLayer(layer, cache, read);
    blendLayer(canvas, laid, layer.place.left, layer.place.top);
  }
  return encodePng(canvas);
}

async function prepareLayer(layer: ArtworkLayer, cache: LayerCache, read: ReadImageFile): Promise<Layer> {
  const { width, height } = layer.place;
  if (layer.kind === "qr") return encodeLayer(drawQr(layer.text, width, layer.colours));
  const key = { id: layer.id, width, height };
  const known = cache.get(layerKey(key));
  if (known !== undefined) return known;
  const decoded = await decodeLayer(await read(layer.id), key);
  cache.set(layerKey(key), decoded);
  return decoded;
}
