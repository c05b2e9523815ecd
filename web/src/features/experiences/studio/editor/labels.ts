import { rarityLabel } from "@wrapsody/shared/experiences/experiences.ts";
import { type AnchorEdge, getAnchorEdges } from "@wrapsody/shared/experiences/placing.ts";
import type { TFunction } from "i18next";
import { formatPercent } from "../../../../ui/format/format.ts";
import { offsetsAt } from "./canvas/moving.ts";
import { type EditorComponent, placeOfPart } from "./state/components.ts";

const fromX = {
  START: "components.canvas.fromLeft",
  END: "components.canvas.fromRight",
} as const satisfies Record<AnchorEdge, string>;
const fromY = {
  START: "components.canvas.fromTop",
  END: "components.canvas.fromBottom",
} as const satisfies Record<AnchorEdge, string>;

/** Describes the position of a layer for users who cannot see the canvas. */
export function formatPlacement(t: TFunction, part: EditorComponent): string {
  const place = placeOfPart(part);
  const anchor = part.draft.anchor_point;
  const { offsetX, offsetY } = offsetsAt(anchor, place);
  const edges = getAnchorEdges(anchor);
  return t("components.canvas.place", {
    x: offsetX,
    y: offsetY,
    fromX: t(fromX[edges.x]),
    fromY: t(fromY[edges.y]),
    width: place.width,
    layer: part.numbers.layer_level,
  });
}

/** As `formatPlacement`, with the position in the layer order, lowest first. */
export function formatLocation(
  t: TFunction,
  part: EditorComponent,
  visible: readonly EditorComponent[],
): string {
  const among = t("components.order.position", { at: visible.indexOf(part) + 1, of: visible.length });
  return `${formatPlacement(t, part)}, ${among}`;
}

const rarityKeys = {
  "Very rare": "experiences.veryRare",
  Rare: "experiences.rare",
  Uncommon: "experiences.uncommon",
  Common: "experiences.common",
} as const;

export function rarityText(t: TFunction, rarity: number): string {
  return t(rarityKeys[rarityLabel(rarity)]);
}

/** Formats a share with one decimal where it matters. */
export function percentOf(share: number, language: string): string {
  const percent = share * 100;
  return formatPercent(percent, language, percent > 0 && percent < 10 ? 1 : 0);
}
