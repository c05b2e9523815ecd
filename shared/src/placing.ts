import type { Component } from "./experiences.ts";

/** Pixels of a picture's side. */
export const side = 900;
/** Tiles of a RANDOM picture. */
export const tiles = 9;

export type Size = { width: number; height: number };
/** Where a layer lies on the canvas, in whole pixels; it is never outside of it. */
export type Place = Size & { left: number; top: number };

export type Placed = Pick<Component, "anchor_point" | "width" | "offsetX" | "offsetY">;

/**
 * Places a picture of some size: as wide as its component says, as high as follows, inwards from its anchor by the
 * offsets, and pushed back onto the canvas where that would lead over its edge. A picture that would be higher than the
 * canvas is made smaller instead.
 */
export function placeOf({ anchor_point, width, offsetX, offsetY }: Placed, picture: Size): Place {
  const scale = Math.min(width / picture.width, side / picture.height);
  const size = {
    width: within(Math.round(picture.width * scale), 1, side),
    height: within(Math.round(picture.height * scale), 1, side),
  };
  const left = anchor_point.endsWith("LEFT") ? offsetX : side - offsetX - size.width;
  const top = anchor_point.startsWith("TOP") ? offsetY : side - offsetY - size.height;
  return { ...size, left: within(left, 0, side - size.width), top: within(top, 0, side - size.height) };
}

/** Where the tile of a number, 0 to 8, lies in the three rows of a RANDOM picture. */
export function tilePlace(index: number): Place {
  const rows = Math.sqrt(tiles);
  const tile = side / rows;
  return {
    left: (index % rows) * tile,
    top: Math.floor(index / rows) * tile,
    width: tile,
    height: tile,
  };
}

/** The order in which layers are laid on each other: by their level, then by their slot; later ones cover earlier ones. */
export function byLayer(
  one: Pick<Component, "layer_level" | "slot_number">,
  other: Pick<Component, "layer_level" | "slot_number">,
): number {
  return one.layer_level - other.layer_level || one.slot_number - other.slot_number;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
