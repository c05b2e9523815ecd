import type { Campaign, Component } from "@wrapsody/shared/experiences.ts";
import type { Image } from "@wrapsody/shared/media.ts";
import { byLayer, type Place, placeOf, side, tilePlace } from "@wrapsody/shared/placing.ts";
import type { Picture, PictureLayer } from "../artwork/index.ts";

/** What a component needs to be laid. */
export type LaidPart = Pick<
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

/** What differs from participant to participant. */
export type Own<P> = {
  /** What the QR code of a component says. */
  textOf(part: P): string;
  /** The photo for a component, square; without one nothing is laid. */
  photoOf(part: P): string | undefined;
};

/** Where no layer covers it. */
const ground = "#ffffff";
const photo = { width: side, height: side };
const square = { width: 1, height: 1 };

/** The picture that a draw makes: the tiles of RANDOM in their places, everything else laid by its level and slot. */
export function pictureOf<P extends LaidPart>(
  campaign: Pick<Campaign, "type" | "image">,
  draw: readonly P[],
  own: Own<P>,
): Picture {
  if (campaign.type === "RANDOM") {
    return { ground, layers: draw.flatMap((part, index) => layerOf(part, own, () => tilePlace(index))) };
  }
  const base = campaign.type === "FIXED_IMAGE" && campaign.image !== null ? [baseOf(campaign.image)] : [];
  const layers = draw.toSorted(byLayer).flatMap((part) => layerOf(part, own, (size) => placeOf(part, size)));
  return { ground, layers: [...base, ...layers] };
}

/** The promo image as large as it fits, in the middle. */
function baseOf(image: Image): PictureLayer {
  const whole = placeOf({ anchor_point: "TOP_LEFT", width: side, offsetX: 0, offsetY: 0 }, image);
  const middle = { left: (side - whole.width) >> 1, top: (side - whole.height) >> 1 };
  return { kind: "image", id: image.id, place: { ...whole, ...middle } };
}

type Size = Pick<Image, "width" | "height">;

function layerOf<P extends LaidPart>(part: P, own: Own<P>, placed: (size: Size) => Place): PictureLayer[] {
  switch (part.component_type) {
    case "QR_CODE":
      return [qrOf(part, own.textOf(part))];
    case "PRESELECTED": {
      const id = own.photoOf(part);
      return id === undefined ? [] : [{ kind: "image", id, place: placed(photo) }];
    }
    case "IMAGE":
      return part.image === null ? [] : [{ kind: "image", id: part.image.id, place: placed(part.image) }];
  }
}

function qrOf(part: LaidPart, text: string): PictureLayer {
  const { fg_color, bg_color, qr_code_width, width } = part;
  const colours = { foreground: fg_color ?? "#0a0a0a", background: bg_color ?? "#ffffff" };
  return { kind: "qr", text, colours, place: placeOf({ ...part, width: qr_code_width ?? width }, square) };
}
