import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { EditorComponent } from "../state/components.ts";

/**
 * Returns the level that puts a layer above (1) or below (-1) its neighbour in `visible`, which is ordered lowest first.
 * Components on the same level lie in slot order. Without a neighbour, returns the next level in that direction.
 */
export function layerPast(part: EditorComponent, visible: readonly EditorComponent[], by: 1 | -1): number {
  const next = visible[visible.indexOf(part) + by];
  if (next === undefined || !visible.includes(part)) return clampLayer(part.numbers.layer_level + by);
  const { layer_level, slot_number } = next.numbers;
  const isPast = (part.numbers.slot_number - slot_number) * by > 0;
  return clampLayer(isPast ? layer_level : layer_level + by);
}

/**
 * As `layerPast` for several components, by id. They move by one level together, as far as the outermost one can, so that
 * they keep their order.
 */
export function layersPast(
  moved: readonly EditorComponent[],
  visible: readonly EditorComponent[],
  by: 1 | -1,
): ReadonlyMap<number, number> {
  const [only, ...others] = moved;
  if (only !== undefined && others.length === 0) return new Map([[only.id, layerPast(only, visible, by)]]);
  const levels = moved.map(({ numbers }) => numbers.layer_level);
  const isAtEnd = levels.some((level) => clampLayer(level + by) === level);
  return new Map(moved.map(({ id, numbers }) => [id, numbers.layer_level + (isAtEnd ? 0 : by)]));
}

function clampLayer(layer: number): number {
  return Math.max(1, Math.min(layer, componentLimits.layers));
}
