import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import {
  compareLayers,
  computeLayerBox,
  computeTileBox,
  type LayerPosition,
} from "@wrapsody/shared/experiences/placing.ts";
import type { ArtworkLayer, ArtworkSpec } from "../compose/compose.ts";
import { type Drawable, drawGenerative, drawRandom, signatureOf } from "../draw/draw.ts";
import { createPrng } from "../draw/prng.ts";
import type { Size } from "../raster.ts";

/** A campaign of each type, small and never changed, whose pictures are kept in `pictures/` byte by byte. */
type Part = Drawable & LayerPosition & Pick<Component, "layer_level"> & { file: string; size: Size };

let parts = 0;
const part = (overrides: Partial<Part> & Pick<Part, "file" | "size">): Part => {
  parts += 1;
  return {
    id: parts,
    slot_number: 1,
    component_type: "IMAGE",
    rarity: 50,
    max_permitted: 0,
    anchor_point: "TOP_LEFT",
    layer_level: 1,
    width: overrides.size.width,
    offsetX: 0,
    offsetY: 0,
    ...overrides,
  };
};
/** The settings that the parts of a slot share. */
type Shared = Partial<Part> & Pick<Part, "size">;
const square = (side: number): Size => ({ width: side, height: side });

const sky = { slot_number: 1, layer_level: 1, size: square(900) };
const block = { slot_number: 2, layer_level: 2, size: square(900) };
/** Made larger, and pushed back onto the canvas from beyond its edge. */
const chair: Shared = {
  slot_number: 3,
  layer_level: 6,
  size: { width: 300, height: 340 },
  width: 411,
  anchor_point: "BOTTOM_LEFT",
  offsetX: 40,
  offsetY: 700,
};
const visitor: Shared = {
  slot_number: 4,
  layer_level: 7,
  size: square(240),
  width: 177,
  anchor_point: "BOTTOM_RIGHT",
  offsetX: 60,
  offsetY: 120,
};
const photo = part({
  slot_number: 5,
  component_type: "PRESELECTED",
  layer_level: 3,
  file: "photo.jpg",
  size: square(250),
  anchor_point: "TOP_RIGHT",
  width: 170,
  offsetX: 50,
  offsetY: 50,
});
const code = (slot_number: number, width: number) =>
  part({
    slot_number,
    component_type: "QR_CODE",
    layer_level: 9,
    file: "",
    size: square(1),
    anchor_point: "BOTTOM_RIGHT",
    width,
  });

const generative = [
  part({ ...sky, file: "sky-evening.png", rarity: 20 }),
  part({ ...sky, file: "sky-rose.png", rarity: 70 }),
  part({ ...block, file: "block-tower.png", rarity: 66 }),
  part({ ...block, file: "block-twins.png", rarity: 40 }),
  part({ ...chair, file: "chair-armchair.png", rarity: 80 }),
  part({ ...chair, file: "chair-deck.png", rarity: 20, max_permitted: 3 }),
  part({ ...visitor, file: "visitor-cat.png", rarity: 93, max_permitted: 1 }),
  part({ ...visitor, file: "visitor-moon-lamp.png", rarity: 60 }),
  photo,
  code(6, 190),
];
const fixed = [
  part({ ...visitor, slot_number: 1, file: "visitor-cat.png", rarity: 10 }),
  part({ ...visitor, slot_number: 1, file: "visitor-moon-lamp.png", width: 333, offsetX: 500, rarity: 30 }),
  code(2, 160),
];
const tiles = ["slow", "fast", "not", "me", "tea", "late", "minutes", "agreed", "leaving"].map((word, at) =>
  part({ file: `word-${word}.png`, size: square(300), slot_number: at + 1 }),
);

/** Three pictures of GENERATIVE, two of RANDOM and two of FIXED_IMAGE, in the order in which they are drawn. */
export function goldenPictures(): { name: string; signature: string; picture: ArtworkSpec }[] {
  return [
    ...series(
      "generative",
      3,
      (seed, used, taken) => drawGenerative(generative, { used, taken }, createPrng(seed)),
      laid,
    ),
    ...series("random", 2, (seed, _, taken) => drawRandom(tiles, { taken }, createPrng(seed)), tiled),
    ...series(
      "fixed",
      2,
      (seed, used) => drawGenerative(fixed, { used, taken: new Set() }, createPrng(seed)),
      overPromo,
    ),
  ];
}

type Draw = (
  seed: string,
  used: ReadonlyMap<number, number>,
  taken: ReadonlySet<string>,
) => Part[] | undefined;
type Lay = (draw: readonly Part[], name: string) => ArtworkLayer[];

function series(type: string, count: number, draw: Draw, lay: Lay) {
  const used = new Map<number, number>();
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, at) => {
    const name = `${type}-${at + 1}`;
    const drawn = draw(`golden ${name}`, used, taken) ?? [];
    for (const { id } of drawn) used.set(id, (used.get(id) ?? 0) + 1);
    taken.add(signatureOf(drawn));
    const picture = { ground: "#f6f6f2", layers: lay(drawn, name) };
    return { name, signature: drawn.map(({ file }) => file || "code").join(" "), picture };
  });
}

function laid(draw: readonly Part[], name: string): ArtworkLayer[] {
  return draw.toSorted(compareLayers).map((drawnPart) => layerOf(drawnPart, name));
}

function tiled(draw: readonly Part[]): ArtworkLayer[] {
  return draw.map(({ file }, index) => ({ kind: "image", id: file, place: computeTileBox(index) }));
}

/** The promo image made larger, in the middle. */
function overPromo(draw: readonly Part[], name: string): ArtworkLayer[] {
  const promo = part({ file: "promo.png", size: { width: 450, height: 300 }, width: 900, offsetY: 150 });
  return [layerOf(promo, name), ...laid(draw, name)];
}

function layerOf(drawnPart: Part, name: string): ArtworkLayer {
  const place = computeLayerBox(drawnPart, drawnPart.size);
  if (drawnPart.component_type !== "QR_CODE") return { kind: "image", id: drawnPart.file, place };
  const colours = { foreground: "#231c3d", background: "#f3ecdb" };
  return { kind: "qr", text: codeText(name), colours, place };
}

/** Returns the text of a picture's code. */
export const codeText = (name: string): string => `https://music.example/qr/redirect?c=12&s=3&n=${name}`;
