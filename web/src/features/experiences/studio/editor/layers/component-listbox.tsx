import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { EditorComponent } from "../state/components.ts";
import { selectAll, selectionModeOf } from "../state/selection.ts";
import type { EditorComponents } from "../state/use-components.ts";

type ComponentListboxProps = {
  label: string;
  /** Id of an element with further keys. */
  describedBy: string | undefined;
  /** The components in the order of the list. */
  order: readonly EditorComponent[];
  parts: EditorComponents;
  /** Clicks toggle, for screens without modifier keys. */
  several: boolean;
  isHorizontal?: boolean;
  optionClass: string;
  children(part: EditorComponent): ReactNode;
  /** Handles a key on an option. Returns true if it did. */
  onOptionKey?(event: KeyboardEvent, part: EditorComponent): boolean;
};

/**
 * A list in which several components can be selected. Arrow keys move the selection, with Shift they extend it, with Control
 * they move the focus only; Space toggles, Control+A selects all. Clicks with Shift and Control do the same.
 */
export function ComponentListbox({
  label,
  describedBy,
  order,
  parts,
  several,
  isHorizontal = false,
  optionClass,
  children,
  onOptionKey,
}: ComponentListboxProps) {
  const list = useRef<HTMLDivElement>(null);
  const { selection, selected } = parts;
  // One option is in the tab order, so that a list of any length is one stop.
  const stop = selected !== undefined && order.includes(selected) ? selected : order[0];
  useKeptFocus(list, order);
  const focusOption = (part: EditorComponent) =>
    list.current?.querySelector<HTMLElement>(`[data-order="${part.id}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent, part: EditorComponent) => {
    if (event.altKey || onOptionKey?.(event, part) === true) return;
    const isControl = event.ctrlKey || event.metaKey;
    const target = targetOf(event.key, order, { from: order.indexOf(part), isHorizontal });
    if (target !== undefined) {
      if (event.shiftKey) parts.selectIn(order, target, "extend");
      else if (!isControl) parts.select(target);
      focusOption(target);
    } else if (event.key === " " || event.key === "Enter")
      parts.selectIn(order, part, selectionModeOf(event, several || event.key === " "));
    else if (isControl && event.key.toLowerCase() === "a")
      parts.setSelection(
        selectAll(
          order.map(({ id }) => id),
          part.id,
        ),
      );
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      className="options"
      role="listbox"
      aria-label={label}
      aria-describedby={describedBy}
      aria-multiselectable="true"
      aria-orientation={isHorizontal ? "horizontal" : "vertical"}
    >
      {order.map((part) => (
        <div
          key={part.id}
          className={optionClass}
          role="option"
          tabIndex={part === stop ? 0 : -1}
          data-order={part.id}
          aria-selected={selection.includes(part)}
          onClick={(event) => parts.selectIn(order, part, selectionModeOf(event, several))}
          onKeyDown={(event) => onKeyDown(event, part)}
        >
          {children(part)}
        </div>
      ))}
    </div>
  );
}

type Position = { from: number; isHorizontal: boolean };

/** Returns the component that an arrow key, Home or End leads to. */
function targetOf(
  key: string,
  order: readonly EditorComponent[],
  { from, isHorizontal }: Position,
): EditorComponent | undefined {
  const [back, forward] = isHorizontal ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  if (key === back) return order[Math.max(0, from - 1)];
  if (key === forward) return order[Math.min(order.length - 1, from + 1)];
  if (key === "Home") return order[0];
  return key === "End" ? order.at(-1) : undefined;
}

/** Keeps the focus in the list if its option moves, or is deleted. */
function useKeptFocus(
  list: { readonly current: HTMLDivElement | null },
  order: readonly EditorComponent[],
): void {
  const focused = useRef<string>(undefined);
  const ids = order.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the order changes
  useEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return;
    const option =
      list.current?.querySelector<HTMLElement>(`[data-order="${focused.current}"]`) ??
      list.current?.querySelector<HTMLElement>("[tabindex='0']");
    option?.focus();
  }, [ids]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener(
      "focusin",
      ({ target }) => {
        focused.current = target instanceof HTMLElement ? target.dataset.order : undefined;
      },
      { signal },
    );
    // Leaving the list on purpose, as opposed to the removal of the focused option.
    element.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (relatedTarget !== null) focused.current = undefined;
      },
      { signal },
    );
    return () => listening.abort();
  }, [list]);
}
