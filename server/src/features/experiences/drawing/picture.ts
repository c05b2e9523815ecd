import type { Image } from "@wrapsody/shared/api/media.ts";
import { DEFAULT_QR_COLOURS } from "@wrapsody/shared/experiences/colours.ts";
import type { Campaign, Component } from "@wrapsody/shared/experiences/experiences.ts";
import {
  CANVAS_SIDE_PX,
  compareLayers,
  computeLayerBox,
  computeTileBox,
  type LayerBox,
  MAX_PRINT_SIDE_PX,
} from "@wrapsody/shared/experiences/placing.ts";
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

/** A layer and the component that it shows; undefined for the promo image of FIXED_IMAGE. */
export type LaidComponent<P> = { part: P | undefined; layer: ArtworkLayer };

/** Lays out a draw, lowest first: the tiles of RANDOM in the grid, all other components by level and slot. */
export function layOutDraw<P extends LayerComponent>(
  campaign: Pick<Campaign, "type" | "image">,
  draw: readonly P[],
  own: ParticipantContent<P>,
): LaidComponent<P>[] {
  const lay = (part: P, placed: (size: Size) => LayerBox) =>
    toLayers(part, own, placed).map((layer) => ({ part, layer }));
  if (campaign.type === "RANDOM")
    return draw.flatMap((part, index) => lay(part, () => computeTileBox(index)));
  const base =
    campaign.type === "FIXED_IMAGE" && campaign.image !== null
      ? [{ part: undefined, layer: toBaseLayer(campaign.image) }]
      : [];
  return [
    ...base,
    ...draw.toSorted(compareLayers).flatMap((part) => lay(part, (size) => computeLayerBox(part, size))),
  ];
}

/** Builds the spec of a laid out draw. */
export function toArtworkSpec(laid: readonly Pick<LaidComponent<unknown>, "layer">[]): ArtworkSpec {
  return { ground: BACKGROUND_COLOUR, layers: laid.map(({ layer }) => layer) };
}

/** The artwork of a participant as it is stored. */
type DrawnArtwork = Pick<Campaign, "type" | "image" | "song_id"> & {
  /** Component ids. */
  drawn: readonly number[];
  /** The buyer's photos by component. */
  photos: readonly { componentId: number; imageId: string }[];
};

/** Lays out the artwork of a participant. @throws Error if a drawn component is missing */
export function layOutArtwork<P extends LayerComponent & Pick<Component, "secure_link" | "qr_code_link">>(
  publicUrl: string,
  participantId: number,
  { artwork, components }: { artwork: DrawnArtwork; components: readonly P[] },
): LaidComponent<P>[] {
  const { drawn, photos, song_id: songId } = artwork;
  const byId = new Map(components.map((part) => [part.id, part]));
  const draw = drawn.flatMap((id) => byId.get(id) ?? []);
  if (draw.length < drawn.length) throw new Error(`participant ${participantId} lacks a component`);
  const photoOf = new Map(photos.map(({ componentId, imageId }) => [componentId, imageId]));
  return layOutDraw(artwork, draw, {
    textOf: (part) => buildQrText(publicUrl, part, { songId, nftId: participantId }),
    photoOf: ({ id }) => photoOf.get(id),
  });
}

/**
 * Returns the largest side, in pixels, at which no layer would be enlarged beyond its file: at least that of the canvas, at most
 * `MAX_PRINT_SIDE_PX`. QR codes are drawn at any size.
 */
export function computePrintSide(
  laid: readonly LaidComponent<Pick<Component, "image" | "component_type">>[],
  promo: Image | null,
): number {
  const scales = laid.map(({ part, layer }) => {
    if (layer.kind === "qr") return Number.POSITIVE_INFINITY;
    const file =
      part?.component_type === "PRESELECTED" ? PHOTO_SIZE : part === undefined ? promo : part.image;
    return file === null ? 1 : file.width / layer.place.width;
  });
  const scale = Math.min(MAX_PRINT_SIDE_PX / CANVAS_SIDE_PX, ...scales);
  return Math.floor(CANVAS_SIDE_PX * Math.max(1, scale));
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
  const { foreground, background } = DEFAULT_QR_COLOURS;
  const colours = { foreground: fg_color ?? foreground, background: bg_color ?? background };
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
