/** Ids of the selected components, the primary one last. Undefined before anything was selected or cleared. */
export type Selection = {
  ids: readonly number[];
  /** Start of a range. */
  anchor: number | undefined;
};

export const nothingSelected: Selection = { ids: [], anchor: undefined };

export function selectOnly(id: number): Selection {
  return { ids: [id], anchor: id };
}

/** Adds or removes a component, as a click with Control does. */
export function toggleSelected({ ids }: Selection, id: number): Selection {
  const others = ids.filter((other) => other !== id);
  return { ids: others.length < ids.length ? others : [...ids, id], anchor: id };
}

/** Selects the components of a list from the anchor to one of them, as a click with Shift does. */
export function extendSelection({ anchor }: Selection, order: readonly number[], id: number): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) return selectOnly(id);
  const range = from <= to ? order.slice(from, to + 1) : order.slice(to, from + 1).toReversed();
  return { ids: range, anchor };
}

/** Selects a whole list. `primary` stays or becomes the primary one. */
export function selectAll(order: readonly number[], primary: number | undefined): Selection {
  const others = order.filter((id) => id !== primary);
  const ids = primary !== undefined && others.length < order.length ? [...others, primary] : others;
  return { ids, anchor: ids.at(-1) };
}

/** Adds the components that a frame touches to the ones that were selected before. */
export function addSelected(before: Selection, added: readonly number[]): Selection {
  const ids = [...before.ids.filter((id) => !added.includes(id)), ...added];
  return { ids, anchor: ids.at(-1) };
}

/** Replaces the id of a component that was saved for the first time. */
export function replaceSelected({ ids, anchor }: Selection, before: number, after: number): Selection {
  const replace = (id: number) => (id === before ? after : id);
  return { ids: ids.map(replace), anchor: anchor === undefined ? undefined : replace(anchor) };
}

/** How a click changes the selection. */
export type SelectionMode = "only" | "toggle" | "extend";

type Modifiers = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** `several` makes every click a toggle, for screens without modifier keys. */
export function selectionModeOf({ shiftKey, ctrlKey, metaKey }: Modifiers, several: boolean): SelectionMode {
  if (shiftKey) return "extend";
  return ctrlKey || metaKey || several ? "toggle" : "only";
}
