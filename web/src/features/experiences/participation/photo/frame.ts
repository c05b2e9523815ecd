import type { Image } from "@wrapsody/shared/api/media.ts";
import type { Campaign, Component } from "@wrapsody/shared/experiences/experiences.ts";
import {
  CANVAS_SIDE_PX,
  compareLayers,
  computeLayerBox,
  computeTileBox,
  type LayerBox,
  TILE_COUNT,
} from "@wrapsody/shared/experiences/placing.ts";
import { slotsOf } from "../../artworks/slots.ts";

export type FrameLayer =
  | { key: string; kind: "base" | "part"; image: Image; place: LayerBox }
  | { key: string; kind: "photo"; place: LayerBox };

const photo = { width: CANVAS_SIDE_PX, height: CANVAS_SIDE_PX };

/**
 * Composes an example artwork from bottom to top: the photo in its place and the most likely component of every other
 * slot. Omits QR codes, which do not exist before rendering.
 */
export function frameOf(
  campaign: Pick<Campaign, "type" | "image">,
  components: readonly Component[],
  photoId: number,
): FrameLayer[] {
  const drawn = drawnWith(components, photoId);
  if (campaign.type === "RANDOM") return arrangeTiles(components, photoId);
  const base = campaign.type === "FIXED_IMAGE" && campaign.image !== null ? [baseOf(campaign.image)] : [];
  return [
    ...base,
    ...drawn
      .toSorted(compareLayers)
      .flatMap((part) => layerOf(part, photoId, (size) => computeLayerBox(part, size))),
  ];
}

/** Returns the photo and the most likely component of every other slot. */
function drawnWith(components: readonly Component[], photoId: number): Component[] {
  return slotsOf(components).flatMap(
    ({ parts }) => parts.find(({ id }) => id === photoId) ?? parts.slice(0, 1),
  );
}

/** Arranges the nine tiles with the photo in the middle. */
function arrangeTiles(components: readonly Component[], photoId: number): FrameLayer[] {
  const others = components.filter(({ id }) => id !== photoId).slice(0, TILE_COUNT - 1);
  const own = components.filter(({ id }) => id === photoId);
  const middle = Math.floor(TILE_COUNT / 2);
  const order = [...others.slice(0, middle), ...own, ...others.slice(middle)];
  return order.flatMap((part, at) => layerOf(part, photoId, () => computeTileBox(at)));
}

function layerOf(
  part: Component,
  photoId: number,
  placed: (size: { width: number; height: number }) => LayerBox,
): FrameLayer[] {
  const key = String(part.id);
  if (part.id === photoId) return [{ key, kind: "photo", place: placed(photo) }];
  if (part.component_type !== "IMAGE" || part.image === null) return [];
  return [{ key, kind: "part", image: part.image, place: placed(part.image) }];
}

function baseOf(image: Image): FrameLayer {
  const whole = computeLayerBox(
    { anchor_point: "TOP_LEFT", width: CANVAS_SIDE_PX, offsetX: 0, offsetY: 0 },
    image,
  );
  const middle = { left: (CANVAS_SIDE_PX - whole.width) >> 1, top: (CANVAS_SIDE_PX - whole.height) >> 1 };
  return { key: "base", kind: "base", image, place: { ...whole, ...middle } };
}
