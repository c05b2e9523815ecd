import {
  type BasicField,
  basicFields,
  type Draft,
  isEmptyRow,
  type ListName,
  listNames,
  type Row,
} from "./draft.ts";

/** The fields and lists in which a draft differs from what its form started with. */
export type DraftChanges = {
  readonly basics: Partial<Draft["basics"]>;
  readonly lists: Partial<Draft["lists"]>;
};

/** Returns what a draft changes; undefined if that is nothing. Empty rows change nothing. */
export function listChanges(draft: Draft, initial: Draft): DraftChanges | undefined {
  const fields = basicFields.filter((field) => draft.basics[field] !== initial.basics[field]);
  const changed = listNames.filter((list) => !isSameList(list, draft, initial));
  if (fields.length + changed.length === 0) return undefined;
  return {
    basics: Object.fromEntries(fields.map((field) => [field, draft.basics[field]])),
    lists: Object.fromEntries(changed.map((list) => [list, draft.lists[list]])),
  };
}

/** Returns the number of changed fields and lists. */
export function countChanges(changes: DraftChanges | undefined): number {
  if (changes === undefined) return 0;
  return Object.keys(changes.basics).length + Object.keys(changes.lists).length;
}

/** Returns `initial` with the changes. `made` is the number of rows that their draft ever created. */
export function applyChanges(initial: Draft, { basics, lists }: DraftChanges, made: number): Draft {
  return {
    basics: { ...initial.basics, ...basics },
    lists: { ...initial.lists, ...lists },
    made: Math.max(made, initial.made),
  };
}

/**
 * Takes over what was changed elsewhere, from `initial` to `next`, except where the draft was changed too. Fixed fields
 * always follow `next`.
 */
export function mergeDraft(
  draft: Draft,
  initial: Draft,
  next: Draft,
  fixed: readonly BasicField[] = [],
): Draft {
  const isKept = (field: BasicField) =>
    !fixed.includes(field) && draft.basics[field] !== initial.basics[field];
  const basics = basicFields.map((field) => [field, (isKept(field) ? draft : next).basics[field]]);
  const rows = listNames.map((list) => {
    const follows = isSameList(list, draft, initial) && !isSameList(list, draft, next);
    return [list, follows ? withKeysOf(draft.lists[list], next.lists[list]) : draft.lists[list]];
  });
  return {
    basics: { ...next.basics, ...Object.fromEntries(basics) },
    lists: { ...next.lists, ...Object.fromEntries(rows) },
    made: Math.max(draft.made, next.made),
  };
}

function isSameList(list: ListName, one: Draft, other: Draft): boolean {
  if (one.lists[list] === other.lists[list]) return true;
  const filled = ({ lists }: Draft) =>
    lists[list].filter((row) => !isEmptyRow(list, row)).map(({ values }) => values);
  return JSON.stringify(filled(one)) === JSON.stringify(filled(other));
}

/** Keeps the keys of rows that only got other values, so that their fields keep the focus. */
function withKeysOf(shown: readonly Row[], next: readonly Row[]): readonly Row[] {
  if (shown.length !== next.length) return next;
  return next.map((row, at) => ({ ...row, key: shown[at]?.key ?? row.key }));
}
