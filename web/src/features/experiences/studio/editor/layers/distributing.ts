import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import { type EditorComponent, partsIn } from "../state/components.ts";
import type { Draft } from "../state/draft.ts";
import { slotFromFile } from "./file-names.ts";

/** Components that were added together, in the order of their files. */
export type AddedBatch = {
  /** The slot that the images were added to. */
  slot: number;
  files: readonly { id: number; file: string; added: Pick<Draft, "slot_number" | "layer_level"> }[];
};

/** `same`: as they were added. `free`: one for each free slot, in order. `names`: by the number in the file name. */
export const distributions = ["same", "free", "names"] as const;
export type Distribution = (typeof distributions)[number];

const slotNumbers = Array.from({ length: componentLimits.slots }, (_, index) => index + 1);

/** Parses the slot from a number at the start of a file name: `1-sea.png`, `03 sun.png`, `slot-3 sail.png`. */
export function numberFromFile(file: string): number | undefined {
  const digit = /^\s*0*([1-9])(?=[\s_.-])/.exec(file)?.[1];
  return slotFromFile(file) ?? (digit === undefined ? undefined : Number(digit));
}

/** Returns the slots that have no components except those of the batch. */
export function freeSlots(parts: readonly EditorComponent[], { files }: AddedBatch): number[] {
  const others = parts.filter(({ id }) => files.every((file) => file.id !== id));
  return slotNumbers.filter((slot) => partsIn(others, slot).length === 0);
}

/** Returns whether a distribution differs from how the images were added, so that it is worth offering. */
export function isPossible(parts: readonly EditorComponent[], batch: AddedBatch, how: Distribution): boolean {
  if (how === "same") return true;
  if (how === "free") return freeSlots(parts, batch).length > 1;
  return batch.files.some(({ file }) => numberFromFile(file) !== undefined);
}

/** Returns the slots and layers of the batch's components, by id. More images than free slots begin again at the first. */
export function distribute(
  parts: readonly EditorComponent[],
  batch: AddedBatch,
  how: Distribution,
): ReadonlyMap<number, Pick<Draft, "slot_number" | "layer_level">> {
  const free = freeSlots(parts, batch);
  const others = parts.filter(({ id }) => batch.files.every((file) => file.id !== id));
  const intoSlot = (slot: number) => ({ slot_number: String(slot), layer_level: layerOf(others, slot) });
  return new Map(
    batch.files.map(({ id, file, added }, index) => {
      const slot = how === "free" ? free[index % free.length] : numberFromFile(file);
      return [id, how === "same" || slot === undefined ? added : intoSlot(slot)];
    }),
  );
}

/** A component lies on the layer of the others in its slot, and in an empty slot on the layer of its number. */
function layerOf(others: readonly EditorComponent[], slot: number): string {
  return partsIn(others, slot).at(-1)?.draft.layer_level ?? String(Math.min(slot, componentLimits.layers));
}
