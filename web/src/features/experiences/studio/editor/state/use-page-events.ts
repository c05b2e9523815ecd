import { useEffect, useEffectEvent } from "react";
import { useFileDrop } from "../../../../../ui/forms/file-input.tsx";
import type { EditorComponents } from "./use-components.ts";

/** Ctrl+Z undoes; Ctrl+Shift+Z and Ctrl+Y redo. In a text field the browser handles these keys. */
export function useStepKeys({ undo, redo }: Pick<EditorComponents, "undo" | "redo">, fixed: boolean): void {
  const step = useEffectEvent((event: KeyboardEvent) => {
    if (fixed || event.altKey || !(event.ctrlKey || event.metaKey) || isText(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => step(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
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
