import type { Image } from "@wrapsody/shared/api/media.ts";
import { type Component, toWeight } from "@wrapsody/shared/experiences/experiences.ts";
import {
  compareLayers,
  computeLayerBox,
  type LayerBox,
  type Size,
} from "@wrapsody/shared/experiences/placing.ts";
import { type Draft, draftOf, isSame, type Numbers, numbersOf } from "./draft.ts";

/** A component in the editor. An unsaved one has a negative id. */
export type EditorComponent = {
  id: number;
  type: Component["component_type"];
  image: Image | null;
  draft: Draft;
  numbers: Numbers;
  /** The component whose image an unsaved copy uses. */
  copyOf: number | undefined;
  /** The last saved values. */
  saved: Draft | undefined;
  unsaved: boolean;
};

/** A new QR code, photo or copy before its first save. */
export type UnsavedComponent = Pick<EditorComponent, "id" | "type" | "image" | "copyOf" | "draft"> & {
  /** `Idempotency-Key` of its first save. */
  key: string;
};

export function partsOf(
  components: readonly Component[],
  unsavedComponents: readonly UnsavedComponent[],
  drafts: ReadonlyMap<number, Draft>,
): EditorComponent[] {
  const saved = components.map((component): EditorComponent => {
    const saved = draftOf(component);
    const draft = drafts.get(component.id) ?? saved;
    const { id, image, component_type: type } = component;
    const unsaved = !isSame(saved, draft);
    return { id, type, image, copyOf: undefined, draft, numbers: numbersOf(draft, type), saved, unsaved };
  });
  const fresh = unsavedComponents.map(({ key: _, ...added }): EditorComponent => {
    const draft = drafts.get(added.id) ?? added.draft;
    return { ...added, draft, numbers: numbersOf(draft, added.type), saved: undefined, unsaved: true };
  });
  return [...saved, ...fresh];
}

/** Returns the image size. Codes and photos are square. */
export function sizeOf({ image }: Pick<EditorComponent, "image">): Size {
  return image ?? { width: 1, height: 1 };
}

export function placeOfPart(part: EditorComponent): LayerBox {
  return computeLayerBox(part.numbers, sizeOf(part));
}

export function partsIn(parts: readonly EditorComponent[], slot: number): EditorComponent[] {
  return parts.filter(({ numbers }) => numbers.slot_number === slot);
}

/** Returns the component of the same slot that follows a component, or precedes it, after some are deleted. */
export function neighbourOf(
  parts: readonly EditorComponent[],
  part: EditorComponent,
  deleted: readonly number[],
): EditorComponent | undefined {
  const among = partsIn(parts, part.numbers.slot_number);
  const at = among.indexOf(part);
  const nearest = [...among.slice(at + 1), ...among.slice(0, Math.max(0, at)).toReversed()];
  return nearest.find(({ id }) => !deleted.includes(id));
}

/** Returns the visible component of each slot, the selected one or else its first, lowest layer first. */
export function visiblePartsOf(
  parts: readonly EditorComponent[],
  picked: ReadonlyMap<number, number>,
): EditorComponent[] {
  const slots = Map.groupBy(parts, ({ numbers }) => numbers.slot_number);
  return [...slots]
    .flatMap(([slot, among]) => among.find(({ id }) => id === picked.get(slot)) ?? among[0] ?? [])
    .toSorted((a, b) => compareLayers(a.numbers, b.numbers));
}

/** Returns the probability of a component within its slot, 0 to 1. */
export function shareOf(part: EditorComponent, parts: readonly EditorComponent[]): number {
  const total = partsIn(parts, part.numbers.slot_number).reduce(
    (sum, { numbers }) => sum + toWeight(numbers),
    0,
  );
  return total === 0 ? 0 : toWeight(part.numbers) / total;
}

/** Returns the value that all components have, or undefined if they differ. */
export function sharedValue<Value>(
  parts: readonly EditorComponent[],
  read: (part: EditorComponent) => Value,
): Value | undefined {
  const [first, ...others] = parts.map(read);
  return others.every((other) => other === first) ? first : undefined;
}
