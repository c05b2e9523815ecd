import type { PickerOption } from "./picker-options.ts";

/** A row of the list. Its key is unique in the list and part of an element's id. */
export type PickerRow =
  | { kind: "none"; key: "none"; label: string }
  | { kind: "option"; key: string; option: PickerOption }
  | { kind: "more"; key: "more" };

type RowsInput = {
  options: readonly PickerOption[];
  chosen: PickerOption | undefined;
  none: string | undefined;
  isTyping: boolean;
  hasMore: boolean;
};

/**
 * Builds the rows: the entries, before them (unless the user is typing) no choice and the chosen entry if it is not among
 * them, after them the row that loads more.
 */
export function buildRows({ options, chosen, none, isTyping, hasMore }: RowsInput): PickerRow[] {
  const rows: PickerRow[] = options.map(rowOf);
  if (!isTyping && chosen !== undefined && !options.some(({ id }) => id === chosen.id))
    rows.unshift(rowOf(chosen));
  if (!isTyping && none !== undefined && rows.length > 0)
    rows.unshift({ kind: "none", key: "none", label: none });
  if (hasMore) rows.push({ kind: "more", key: "more" });
  return rows;
}

const rowOf = (option: PickerOption): PickerRow => ({ kind: "option", key: `option-${option.id}`, option });

/** Active row of a list that the arrow keys opened before it was loaded. */
const FIRST = "first";
const LAST = "last";

/** Finds the active row. While the user types, the best match is active, so that Enter chooses it. */
export function findRow(
  rows: readonly PickerRow[],
  key: string | undefined,
  isTyping: boolean,
): PickerRow | undefined {
  if (key === FIRST) return rows[0];
  if (key === LAST) return rows.at(-1);
  return rows.find((row) => row.key === key) ?? (isTyping ? rows[0] : undefined);
}

const PAGE = 10;

type ListState = { rows: readonly PickerRow[]; active: PickerRow | undefined; isOpen: boolean };

/**
 * Returns the key of the row that a key press makes active; undefined if it moves nothing. The arrow keys wrap around at
 * the ends.
 */
export function targetOfKey(
  { key, ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">,
  { rows, active, isOpen }: ListState,
): string | undefined {
  if (ctrlKey || metaKey || shiftKey) return undefined;
  const last = rows.length - 1;
  const index = active === undefined ? -1 : rows.indexOf(active);
  const keyAt = (place: number) => rows[Math.min(last, Math.max(0, place))]?.key;
  switch (key) {
    case "ArrowDown":
      return isOpen && index >= 0 ? keyAt(index === last ? 0 : index + 1) : FIRST;
    case "ArrowUp":
      return isOpen && index >= 0 ? keyAt(index === 0 ? last : index - 1) : LAST;
    case "Home":
      return isOpen ? keyAt(0) : undefined;
    case "End":
      return isOpen ? keyAt(last) : undefined;
    case "PageUp":
      return isOpen ? keyAt(index - PAGE) : undefined;
    case "PageDown":
      return isOpen ? keyAt(index + PAGE) : undefined;
    default:
      return undefined;
  }
}
