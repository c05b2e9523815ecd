import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import type { UnsavedComponent } from "./components.ts";
import { type Draft, draftOf, isSame } from "./draft.ts";
import { applyEdit, type Edits, noEdits } from "./edits.ts";
import type { StoredEdits, UnsavedEdits } from "./stored-edits.ts";

/** Returns what the server stores of each component. */
export function savedOf(components: readonly Component[]): ReadonlyMap<number, Draft> {
  return new Map(components.map((component) => [component.id, draftOf(component)]));
}

/** Returns the edits that the editor starts with: those of a draft, merged with what others saved since then. */
export function restoreEdits(components: readonly Component[], stored: StoredEdits | undefined): Edits {
  const changed = stored?.changed ?? [];
  const edits: Edits = {
    ...noEdits,
    saved: new Map(changed.map(({ id, base }) => [id, base])),
    drafts: new Map(changed.map(({ id, draft }) => [id, draft])),
    gone: (stored?.added ?? []).filter((added) => !isRestorable(components, added)).length,
  };
  return applyEdit(edits, { do: "follow", saved: savedOf(components) });
}

/** Returns the components of a draft that were never saved. */
export function restoreComponents(
  components: readonly Component[],
  stored: StoredEdits | undefined,
): UnsavedComponent[] {
  return (stored?.added ?? [])
    .filter((added) => isRestorable(components, added))
    .map((added) => ({ ...added, image: components.find(({ id }) => id === added.copyOf)?.image ?? null }));
}

/** A copy of an image needs the component that it copies. */
function isRestorable(
  components: readonly Component[],
  { type, copyOf }: Pick<UnsavedComponent, "type" | "copyOf">,
): boolean {
  return type !== "IMAGE" || components.some(({ id }) => id === copyOf);
}

/** Returns what is not saved, without images that wait. */
export function unsavedEditsOf(
  { drafts, saved, conflicts, deleted }: Edits,
  unsavedComponents: readonly UnsavedComponent[],
): Omit<UnsavedEdits, "images"> {
  const changed = [...drafts].flatMap(([id, draft]) => {
    const base = conflicts.get(id) ?? saved.get(id);
    return base === undefined || deleted.has(id) || isSame(base, draft) ? [] : [{ id, base, draft }];
  });
  const added = unsavedComponents
    .filter(({ id }) => !deleted.has(id))
    .map(({ image: _, ...component }) => ({
      ...component,
      draft: drafts.get(component.id) ?? component.draft,
    }));
  return { changed, added };
}
