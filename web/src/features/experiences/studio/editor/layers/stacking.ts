import { componentLimits } from "@wrapsody/shared/campaigns.ts";
import type { EditorComponent } from "../state/components.ts";

/**
 * The layer of a part that is laid over (1) or under (-1) the next of those that are shown, the lowest first. Parts of one
 * layer lie in the order of their slots. Where there is no next, it is a layer up or down.
 */
export function layerPast(part: EditorComponent, shown: readonly EditorComponent[], by: 1 | -1): number {
  const next = shown[shown.indexOf(part) + by];
  if (next === undefined || !shown.includes(part)) return within(part.numbers.layer_level + by);
  const { layer_level, slot_number } = next.numbers;
  const isPast = (part.numbers.slot_number - slot_number) * by > 0;
  return within(isPast ? layer_level : layer_level + by);
}

function within(layer: number): number {
  return Math.max(1, Math.min(layer, componentLimits.layers));
}
