import { componentLimits } from "@wrapsody/shared/campaigns.ts";
import { computeLayerBox } from "@wrapsody/shared/placing.ts";
import type { KeyboardEvent } from "react";
import { layerPast } from "../layers/stacking.ts";
import { type EditorComponent, placeOfPart, sizeOf } from "../state/components.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { moveBox, type Point } from "./moving.ts";

type Options = Pick<EditorComponents, "change" | "place"> & {
  selected: EditorComponent | undefined;
  /** Lowest layer first. */
  visible: readonly EditorComponent[];
  fixed: boolean;
  /** Receives the component that a key has changed. */
  onNudged(part: EditorComponent): void;
};

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const layers: Readonly<Record<string, 1 | -1>> = { PageUp: 1, PageDown: -1 };
const widths: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1, _: -1 };

/** Arrow keys move the layer by a pixel, with Shift by ten. + and − resize it. Page keys raise and lower it. */
export function useNudging({ selected, visible, fixed, change, place, onNudged }: Options) {
  return (event: KeyboardEvent) => {
    if (selected === undefined || fixed || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = event.shiftKey ? 10 : 1;
    const direction = directions[event.key];
    const layer = layers[event.key];
    const width = widths[event.key];
    if (direction !== undefined)
      place(
        selected,
        moveBox(placeOfPart(selected), { x: direction.x * steps, y: direction.y * steps }),
        "nudge",
      );
    else if (layer !== undefined)
      change(selected, { layer_level: String(layerPast(selected, visible, layer)) }, "layer");
    else if (width !== undefined) place(selected, widenPart(selected, width * steps), "widen");
    else return;
    event.preventDefault();
    onNudged(selected);
  };
}

function widenPart(part: EditorComponent, by: number) {
  const { minWidth, side } = componentLimits;
  const width = Math.max(minWidth, Math.min(placeOfPart(part).width + by, side));
  return computeLayerBox({ ...part.numbers, width }, sizeOf(part));
}
