import type { Campaign, Component } from "@wrapsody/shared/experiences.ts";
import type { Image } from "@wrapsody/shared/media.ts";
import {
  CANVAS_SIDE_PX,
  compareLayers,
  computeLayerBox,
  computeTileBox,
  type LayerBox,
} from "@wrapsody/shared/placing.ts";
import type { ArtworkLayer, ArtworkSpec } from "../../artwork/index.ts";

/** A component, as far as layout depends on it. */
type LayerComponent = Pick<
  Component,
  | "id"
  | "slot_number"
  | "component_type"
  | "anchor_point"
  | "layer_level"
  | "width"
  | "offsetX"
  | "offsetY"
  | "image"
  | "qr_code_width"
  | "fg_color"
  | "bg_color"
>;

/** Content that differs by participant. */
type ParticipantContent<P> = {
  /** Returns the text of a QR code. */
  textOf(part: P): string;
  /** Returns the id of a square photo; without one the layer is left out. */
  photoOf(part: P): string | undefined;
};

/** Visible where no layer covers it. */
const BACKGROUND_COLOUR = "#ffffff";
const PHOTO_SIZE = { width: CANVAS_SIDE_PX, height: CANVAS_SIDE_PX };
const QR_SIZE = { width: 1, height: 1 };

/** Lays out a draw: the tiles of RANDOM in the grid, all other components by level and slot. */
export function buildPicture<P extends LayerComponent>(
  campaign: Pick<Campaign, "type" | "image">,
  draw: readonly P[],
  own: ParticipantContent<P>,
): ArtworkSpec {
  if (campaign.type === "RANDOM") {
    return {
      ground: BACKGROUND_COLOUR,
      layers: draw.flatMap((part, index) => toLayers(part, own, () => computeTileBox(index))),
    };
  }
  const base =
    campaign.type === "FIXED_IMAGE" && campaign.image !== null ? [toBaseLayer(campaign.image)] : [];
  const layers = draw
    .toSorted(compareLayers)
    .flatMap((part) => toLayers(part, own, (size) => computeLayerBox(part, size)));
  return { ground: BACKGROUND_COLOUR, layers: [...base, ...layers] };
}

/** Fits the promo image into the canvas, centred. */
function toBaseLayer(image: Image): ArtworkLayer {
  const whole = computeLayerBox(
    { anchor_point: "TOP_LEFT", width: CANVAS_SIDE_PX, offsetX: 0, offsetY: 0 },
    image,
  );
  const middle = { left: (CANVAS_SIDE_PX - whole.width) >> 1, top: (CANVAS_SIDE_PX - whole.height) >> 1 };
  return { kind: "image", id: image.id, place: { ...whole, ...middle } };
}

type Size = Pick<Image, "width" | "height">;

function toLayers<P extends LayerComponent>(
  part: P,
  own: ParticipantContent<P>,
  placed: (size: Size) => LayerBox,
): ArtworkLayer[] {
  switch (part.component_type) {
    case "QR_CODE":
      return [toQrLayer(part, own.textOf(part))];
    case "PRESELECTED": {
      const id = own.photoOf(part);
      return id === undefined ? [] : [{ kind: "image", id, place: placed(PHOTO_SIZE) }];
    }
    case "IMAGE":
      return part.image === null ? [] : [{ kind: "image", id: part.image.id, place: placed(part.image) }];
  }
}

function toQrLayer(part: LayerComponent, text: string): ArtworkLayer {
  const { fg_color, bg_color, qr_code_width, width } = part;
  const colours = { foreground: fg_color ?? "#0a0a0a", background: bg_color ?? "#ffffff" };
  return {
    kind: "qr",
    text,
    colours,
    place: computeLayerBox({ ...part, width: qr_code_width ?? width }, QR_SIZE),
  };
}

/**
 * Returns the text of a QR code: the component's link, or for a secure link the page where the artwork's owner confirms it.
 * `nftId` is the participant's id.
 */
export function buildQrText(
  publicUrl: string,
  part: Pick<Component, "id" | "secure_link" | "qr_code_link">,
  { songId, nftId }: { songId: number; nftId: number },
): string {
  if (!part.secure_link) return part.qr_code_link ?? publicUrl;
  return `${publicUrl}/qr/redirect?c=${part.id}&s=${songId}&n=${nftId}`;
}
