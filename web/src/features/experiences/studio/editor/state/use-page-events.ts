import { useEffect, useEffectEvent } from "react";
import { useFileDrop } from "../../../../../ui/forms/file-input.tsx";

type KeyActions = { undo(): void; redo(): void; remove(): void; clear(): void };

/**
 * Ctrl+Z undoes; Ctrl+Shift+Z and Ctrl+Y redo. In a text field the browser handles these keys. Escape clears the selection.
 * Delete and Backspace delete the selected components while the focus is on one.
 */
export function useEditorKeys({ undo, redo, remove, clear }: KeyActions, fixed: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isText(event.target) || isOutside(event.target)) return;
    const key = event.key.toLowerCase();
    const isControl = event.ctrlKey || event.metaKey;
    if (key === "escape") clear();
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
