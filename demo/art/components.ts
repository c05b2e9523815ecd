import type { DemoExperienceSlug } from "../catalogue/types.ts";

export type Anchor = "TOP_LEFT" | "TOP_RIGHT" | "BOTTOM_LEFT" | "BOTTOM_RIGHT";

/** A component as the product keeps it; pixels are of a picture 900 by 900. */
export type DemoComponent = {
  readonly name: string;
  /** 1 to 9. */
  readonly slot_number: number;
  readonly component_type: "IMAGE" | "QR_CODE" | "PRESELECTED";
  readonly anchor_point: Anchor;
  /** 1 to 9, the lowest first. */
  readonly layer_level: number;
  /** 1 to 99; drawn by weight 100 − rarity. */
  readonly rarity: number;
  /** 160 to 900; the height follows the picture. */
  readonly width: number;
  /** Inwards from the anchor, 0 to 900. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** In `experiences/<slug>/`. A QR code's file is what `render.ts` prints; the product draws its own. */
  readonly file?: string;
  /** 0 is without limit. */
  readonly max_permitted: number;
  readonly qr_code_link?: string;
  readonly qr_code_width?: number;
  readonly fg_color?: string;
  readonly bg_color?: string;
  readonly secure_link?: boolean;
};

export type DemoArtwork = {
  readonly slug: DemoExperienceSlug;
  readonly type: "GENERATIVE" | "FIXED_IMAGE" | "RANDOM";
  /** From the first slot on; without it, slots have numbers only. */
  readonly slotNames?: readonly string[];
  readonly components: readonly DemoComponent[];
};

/** A participant's finished picture, `experiences/<slug>/rendered/<nn>.webp`. */
export type RenderedArtwork = {
  readonly slug: DemoExperienceSlug;
  /** 1 for the first participant. */
  readonly number: number;
  readonly file: string;
  /** Names of the components, in the order of their slots (of the places on the grid, for RANDOM). */
  readonly components: readonly string[];
  /** 0 to 99. */
  readonly total_rarity_score: number;
};

export type Place = {
  readonly slot: number;
  readonly layer: number;
  readonly anchor: Anchor;
  readonly width: number;
  readonly x: number;
  readonly y: number;
};

export type Piece = {
  readonly name: string;
  /** The file's name without its ending. */
  readonly file: string;
  readonly rarity: number;
  readonly most?: number;
  /** Where this one stands apart from the rest of its slot. */
  readonly place?: Partial<Pick<Place, "x" | "y" | "width" | "anchor">>;
};

/** The pictures that take turns in one slot. */
export function slot(place: Place, pieces: readonly Piece[]): DemoComponent[] {
  return pieces.map((piece) => {
    const { slot: slot_number, layer, anchor, width, x, y } = { ...place, ...piece.place };
    return {
      name: piece.name,
      slot_number,
      component_type: "IMAGE",
      anchor_point: anchor,
      layer_level: layer,
      rarity: piece.rarity,
      width,
      offsetX: x,
      offsetY: y,
      file: `${piece.file}.webp`,
      max_permitted: piece.most ?? 0,
    };
  });
}
