import { useEffect, useEffectEvent } from "react";
import { useFileDrop } from "../../../../../ui/forms/file-input.tsx";

type KeyActions = { undo(): void; redo(): void; remove(): void; clear(): void; save(): void };

/**
 * F6 and Shift+F6 move between the panes, Ctrl+S saves. Ctrl+Z undoes; Ctrl+Shift+Z and Ctrl+Y redo: in a text field the
 * browser handles these keys. Escape clears the selection.
 * Delete and Backspace delete the selected components while the focus is on one.
 */
export function useEditorKeys({ undo, redo, remove, clear, save }: KeyActions, fixed: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isControl = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || event.altKey || isOutside(event.target)) return;
    if (key === "f6" && !isControl) focusPane(event.shiftKey ? -1 : 1);
    else if (isControl && key === "s" && !fixed) save();
    else if (isText(event.target)) return;
    else if (key === "escape") clear();
    else if (fixed) return;
    else if (isControl && key === "z" && !event.shiftKey) undo();
    else if (isControl && (key === "y" || key === "z")) redo();
    else if (["delete", "backspace"].includes(key) && isOnComponent(event.target)) remove();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => handle(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
}

/** Moves the focus to the next or previous pane of the editor, in a circle. */
function focusPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(".editor [data-pane]")];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at === -1 && by === -1 ? 0 : at;
  panes.at((from + by) % panes.length)?.focus();
}

function isOnComponent(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-part], [data-order]") !== null;
}

/** Keys in dialogs and in the navigation are not for the editor. Without a focus they are. */
function isOutside(target: EventTarget | null): boolean {
  return target instanceof Element && target !== document.body && target.closest(".editor") === null;
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && ["text", "url", "number"].includes(target.type);
}

/**
 * Accepts images dropped or pasted anywhere on the page, with the slot under the pointer if any. Returns true while files
 * are dragged over the page.
 */
export function useOfferedPictures(
  fixed: boolean,
  take: (files: readonly File[], slot: number | undefined) => void,
): boolean {
  const drop = useFileDrop((files, target) => take(files, slotUnder(target)), {
    page: true,
    disabled: fixed,
  });
  return drop.over;
}

function slotUnder(target: EventTarget | null): number | undefined {
  const slot = target instanceof Element ? target.closest<HTMLElement>("[data-slot]") : null;
  return slot === null ? undefined : Number(slot.dataset.slot);
}
