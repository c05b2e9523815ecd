import type { Component } from "./experiences.ts";

/** Pixels of a picture's side. */
export const CANVAS_SIDE_PX = 900;
/** Tiles of a RANDOM picture. */
export const TILE_COUNT = 9;

export type Size = { width: number; height: number };
/** Where a layer lies on the canvas, in whole pixels; it is never outside of it. */
export type LayerBox = Size & { left: number; top: number };

export type LayerPosition = Pick<Component, "anchor_point" | "width" | "offsetX" | "offsetY">;

/**
 * Places a picture of some size: as wide as its component says, as high as follows, inwards from its anchor by the
 * offsets, and pushed back onto the canvas where that would lead over its edge. A picture that would be higher than the
 * canvas is made smaller instead.
 */
export function computeLayerBox(
  { anchor_point, width, offsetX, offsetY }: LayerPosition,
  picture: Size,
): LayerBox {
  const scale = Math.min(width / picture.width, CANVAS_SIDE_PX / picture.height);
  const size = {
    width: clamp(Math.round(picture.width * scale), 1, CANVAS_SIDE_PX),
    height: clamp(Math.round(picture.height * scale), 1, CANVAS_SIDE_PX),
  };
  const left = anchor_point.endsWith("LEFT") ? offsetX : CANVAS_SIDE_PX - offsetX - size.width;
  const top = anchor_point.startsWith("TOP") ? offsetY : CANVAS_SIDE_PX - offsetY - size.height;
  return {
    ...size,
    left: clamp(left, 0, CANVAS_SIDE_PX - size.width),
    top: clamp(top, 0, CANVAS_SIDE_PX - size.height),
  };
}

/** Where the tile of a number, 0 to 8, lies in the three rows of a RANDOM picture. */
export function computeTileBox(index: number): LayerBox {
  const rows = Math.sqrt(TILE_COUNT);
  const tile = CANVAS_SIDE_PX / rows;
  return {
    left: (index % rows) * tile,
    top: Math.floor(index / rows) * tile,
    width: tile,
    height: tile,
  };
}

/** The order in which layers are laid on each other: by their level, then by their slot; later ones cover earlier ones. */
export function compareLayers(
  one: Pick<Component, "layer_level" | "slot_number">,
  other: Pick<Component, "layer_level" | "slot_number">,
): number {
  return one.layer_level - other.layer_level || one.slot_number - other.slot_number;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
