import type { Component } from "./experiences.ts";

/** Side of every picture, in pixels. */
export const CANVAS_SIDE_PX = 900;
/** Longest side of a print, in pixels: 30.5 cm at 300 dpi. */
export const MAX_PRINT_SIDE_PX = 4 * CANVAS_SIDE_PX;
export const PRINT_DPI = 300;
/** Tiles of a RANDOM picture. */
export const TILE_COUNT = 9;

export type Size = { width: number; height: number };
/** Position and size of a layer in whole pixels; never outside the canvas. */
export type LayerBox = Size & { left: number; top: number };

export type LayerPosition = Pick<Component, "anchor_point" | "width" | "offsetX" | "offsetY">;

/** The side of an axis that an offset counts from: START is left or top, END is right or bottom. */
export type AnchorEdge = "START" | "END";

/** The edges of each anchor point. A new anchor point does not compile before it is listed; nothing else reads its name. */
const ANCHOR_EDGES = {
  TOP_LEFT: { x: "START", y: "START" },
  TOP_RIGHT: { x: "END", y: "START" },
  BOTTOM_LEFT: { x: "START", y: "END" },
  BOTTOM_RIGHT: { x: "END", y: "END" },
} as const satisfies Record<Component["anchor_point"], { x: AnchorEdge; y: AnchorEdge }>;

export function getAnchorEdges(anchor: Component["anchor_point"]): { x: AnchorEdge; y: AnchorEdge } {
  return ANCHOR_EDGES[anchor];
}

/** Converts between an offset from an edge and a position from START, both ways: each is the other's inverse. */
export function mirrorFromEdge(edge: AnchorEdge, offset: number, size: number): number {
  switch (edge) {
    case "START":
      return offset;
    case "END":
      return CANVAS_SIDE_PX - offset - size;
  }
}

/**
 * Computes the box of a picture: as wide as its component, with the picture's proportions, inwards from its anchor by the
 * offsets, and moved back onto the canvas if it would exceed an edge. A box higher than the canvas is scaled down instead.
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
  const edges = getAnchorEdges(anchor_point);
  const left = mirrorFromEdge(edges.x, offsetX, size.width);
  const top = mirrorFromEdge(edges.y, offsetY, size.height);
  return {
    ...size,
    left: clamp(left, 0, CANVAS_SIDE_PX - size.width),
    top: clamp(top, 0, CANVAS_SIDE_PX - size.height),
  };
}

/** Computes the box of tile `index` (0 to 8) in the 3×3 grid of a RANDOM picture. */
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

/** Orders layers by level, then slot; later ones cover earlier ones. */
export function compareLayers(
  first: Pick<Component, "layer_level" | "slot_number">,
  other: Pick<Component, "layer_level" | "slot_number">,
): number {
  return first.layer_level - other.layer_level || first.slot_number - other.slot_number;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
