import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import {
  type AnchorEdge,
  CANVAS_SIDE_PX,
  computeLayerBox,
  getAnchorEdges,
  type LayerBox,
  mirrorFromEdge,
  type Size,
} from "@wrapsody/shared/experiences/placing.ts";

/** Canvas pixels from the top left. */
export type Point = { x: number; y: number };
export type Corner = Component["anchor_point"];
/** Positions to snap to, by axis. */
export type Lines = { x: readonly number[]; y: readonly number[] };
/** The guides that the layer snaps to. */
export type Guides = { x?: number; y?: number };

/** Returns the offsets of a layer from a corner of the canvas. */
export function offsetsAt(
  anchor: Corner,
  { left, top, width, height }: LayerBox,
): { offsetX: number; offsetY: number } {
  const edges = getAnchorEdges(anchor);
  return {
    offsetX: mirrorFromEdge(edges.x, left, width),
    offsetY: mirrorFromEdge(edges.y, top, height),
  };
}

export function moveBox(place: LayerBox, by: Point): LayerBox {
  const left = clamp(Math.round(place.left + by.x), 0, CANVAS_SIDE_PX - place.width);
  const top = clamp(Math.round(place.top + by.y), 0, CANVAS_SIDE_PX - place.height);
  return { ...place, left, top };
}

/** Returns the smallest box around layers. */
export function boundsOf(places: readonly LayerBox[]): LayerBox {
  const left = Math.min(...places.map((place) => place.left));
  const top = Math.min(...places.map((place) => place.top));
  const right = Math.max(...places.map((place) => place.left + place.width));
  const bottom = Math.max(...places.map((place) => place.top + place.height));
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * Returns the boxes of the numbers on the lines from a corner to the edges of the canvas. Close to a corner both would be in it, or touch: the number
 * of the horizontal line then moves to the side of the layer.
 */
export function platesOf(
  from: Point,
  edge: Point,
  sizes: { x: Size; y: Size },
): { x: LayerBox; y: LayerBox } {
  const x = plateAt({ x: (from.x + edge.x) / 2, y: from.y }, sizes.x);
  const y = plateAt({ x: from.x, y: (from.y + edge.y) / 2 }, sizes.y);
  const hasBoth = from.x !== edge.x && from.y !== edge.y;
  if (hasBoth && intersectBoxes(growBox(x, PLATE_GAP), y) !== undefined)
    x.top = edge.y < from.y ? y.top + y.height + PLATE_GAP : y.top - x.height - PLATE_GAP;
  return { x, y };
}

/** Least distance of two numbers, in canvas pixels. */
export const PLATE_GAP = 6;

export function growBox({ left, top, width, height }: LayerBox, by: number): LayerBox {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}

function plateAt(middle: Point, { width, height }: Size): LayerBox {
  return {
    left: clamp(middle.x - width / 2, 0, CANVAS_SIDE_PX - width),
    top: clamp(middle.y - height / 2, 0, CANVAS_SIDE_PX - height),
    width,
    height,
  };
}

/** Moves layers as one, so that they keep their places relative to each other and all stay on the canvas. */
export function moveGroup(places: readonly LayerBox[], by: Point): LayerBox[] {
  const before = boundsOf(places);
  const after = moveBox(before, by);
  return places.map((place) => ({
    ...place,
    left: place.left + after.left - before.left,
    top: place.top + after.top - before.top,
  }));
}

/** Moves a corner to a point. The opposite corner and the aspect ratio stay. */
export function resizeBox(place: LayerBox, corner: Corner, to: Point, picture: Size): LayerBox {
  const ratio = picture.width / picture.height;
  const fixed = cornerOf(place, acrossFrom(corner));
  const acrossEdges = getAnchorEdges(acrossFrom(corner));
  const roomX = CANVAS_SIDE_PX - mirrorFromEdge(acrossEdges.x, fixed.x, 0);
  const roomY = CANVAS_SIDE_PX - mirrorFromEdge(acrossEdges.y, fixed.y, 0);
  const rawWidth = Math.max(Math.abs(to.x - fixed.x), Math.abs(to.y - fixed.y) * ratio);
  const width = clamp(Math.round(rawWidth), componentLimits.minWidth, CANVAS_SIDE_PX);
  const fitting = Math.max(componentLimits.minWidth, Math.floor(Math.min(width, roomX, roomY * ratio)));
  const anchor = acrossFrom(corner);
  return computeLayerBox({ anchor_point: anchor, width: fitting, ...offsetsAt(anchor, place) }, picture);
}

/** Returns the edges and centres of the canvas and of the other layers. */
export function linesOf(others: readonly LayerBox[]): Lines {
  const own = [0, CANVAS_SIDE_PX / 2, CANVAS_SIDE_PX];
  return {
    x: [...own, ...others.flatMap(({ left, width }) => [left, left + width / 2, left + width])],
    y: [...own, ...others.flatMap(({ top, height }) => [top, top + height / 2, top + height])],
  };
}

/** Snaps a layer to the nearest guides within `reach` pixels of its edges or centre. */
export function snapBox(place: LayerBox, lines: Lines, reach: number): { place: LayerBox; guides: Guides } {
  const { left, top, width, height } = place;
  const across = findNearestLine([left, left + width / 2, left + width], lines.x, reach);
  const down = findNearestLine([top, top + height / 2, top + height], lines.y, reach);
  return {
    place: moveBox(place, { x: across?.by ?? 0, y: down?.by ?? 0 }),
    guides: guidesOf(across?.line, down?.line),
  };
}

export function snapPoint(point: Point, lines: Lines, reach: number): { point: Point; guides: Guides } {
  const across = findNearestLine([point.x], lines.x, reach);
  const down = findNearestLine([point.y], lines.y, reach);
  return {
    point: { x: point.x + (across?.by ?? 0), y: point.y + (down?.by ?? 0) },
    guides: guidesOf(across?.line, down?.line),
  };
}

/** Returns the box between two points, clamped to the canvas. */
export function boxBetween(a: Point, b: Point): LayerBox {
  const clampPoint = ({ x, y }: Point) => ({
    x: clamp(x, 0, CANVAS_SIDE_PX),
    y: clamp(y, 0, CANVAS_SIDE_PX),
  });
  const [from, to] = [clampPoint(a), clampPoint(b)];
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  };
}

/** Returns the common part of two boxes, or undefined if they have none. */
export function intersectBoxes(a: LayerBox, b: LayerBox): LayerBox | undefined {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const width = Math.min(a.left + a.width, b.left + b.width) - left;
  const height = Math.min(a.top + a.height, b.top + b.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

export function containsPoint({ left, top, width, height }: LayerBox, { x, y }: Point): boolean {
  return x >= left && x < left + width && y >= top && y < top + height;
}

export function cornerOf({ left, top, width, height }: LayerBox, corner: Corner): Point {
  const edges = getAnchorEdges(corner);
  const x = { START: left, END: left + width } satisfies Record<AnchorEdge, number>;
  const y = { START: top, END: top + height } satisfies Record<AnchorEdge, number>;
  return { x: x[edges.x], y: y[edges.y] };
}

const across = {
  TOP_LEFT: "BOTTOM_RIGHT",
  TOP_RIGHT: "BOTTOM_LEFT",
  BOTTOM_LEFT: "TOP_RIGHT",
  BOTTOM_RIGHT: "TOP_LEFT",
} as const satisfies Record<Corner, Corner>;

function acrossFrom(corner: Corner): Corner {
  return across[corner];
}

function guidesOf(x: number | undefined, y: number | undefined): Guides {
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}

function findNearestLine(edges: readonly number[], lines: readonly number[], reach: number) {
  const ways = edges.flatMap((edge) => lines.map((line) => ({ line, by: line - edge })));
  const near = ways.filter(({ by }) => Math.abs(by) <= reach);
  return near.toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by))[0];
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
