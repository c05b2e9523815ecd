import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import { computeLayerBox } from "@wrapsody/shared/experiences/placing.ts";
import type { KeyboardEvent } from "react";
import { layersPast } from "../layers/stacking.ts";
import { type EditorComponent, placeOfPart, sizeOf } from "../state/components.ts";
import { selectAll } from "../state/selection.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { moveGroup, type Point } from "./moving.ts";

type Options = {
  parts: EditorComponents;
  /** Lowest layer first. */
  visible: readonly EditorComponent[];
  /** The layers can be selected, but not moved. */
  still: boolean;
  /** Called after a key has changed the selected components. */
  onNudged(): void;
};

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const layers: Readonly<Record<string, 1 | -1>> = { PageUp: 1, PageDown: -1 };
const widths: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1, _: -1 };

/**
 * Arrow keys move the selected layers by a pixel, with Shift by ten. + and − resize a single one. Page keys raise and lower
 * them. Control+A selects all.
 */
export function useNudging({ parts, visible, still, onNudged }: Options) {
  const { selection } = parts;
  const nudge = (key: string, steps: number): boolean => {
    const direction = directions[key];
    const layer = layers[key];
    const width = widths[key];
    const [only, ...others] = selection;
    if (direction !== undefined)
      parts.placeAll(
        selection,
        moveGroup(selection.map(placeOfPart), { x: direction.x * steps, y: direction.y * steps }),
        "nudge",
      );
    else if (layer !== undefined) {
      const levels = layersPast(selection, visible, layer);
      parts.changeAll(selection, ({ id }) => ({ layer_level: String(levels.get(id)) }), "layer");
    } else if (width !== undefined && only !== undefined && others.length === 0)
      parts.place(only, widenPart(only, width * steps), "widen");
    else return false;
    return true;
  };
  return (event: KeyboardEvent) => {
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key.toLowerCase() === "a")
      parts.setSelection(
        selectAll(
          visible.map(({ id }) => id),
          parts.selected?.id,
        ),
      );
    else if (still || event.altKey || isControl || selection.length === 0) return;
    else if (nudge(event.key, event.shiftKey ? 10 : 1)) onNudged();
    else return;
    event.preventDefault();
  };
}

function widenPart(part: EditorComponent, by: number) {
  const { minWidth, side } = componentLimits;
  const width = Math.max(minWidth, Math.min(placeOfPart(part).width + by, side));
  return computeLayerBox({ ...part.numbers, width }, sizeOf(part));
}
