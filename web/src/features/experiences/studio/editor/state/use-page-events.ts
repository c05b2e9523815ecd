import { useEffect, useEffectEvent, useState } from "react";
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
 * Accepts images dropped anywhere on the page, with the slot under the pointer if any. Returns true while files are
 * dragged over the page.
 */
export function useOfferedPictures(
  fixed: boolean,
  take: (files: readonly File[], slot: number | undefined) => void,
): boolean {
  const [over, setOver] = useState(false);
  const offer = useEffectEvent((event: DragEvent) => {
    setOver(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (fixed || files.length === 0) return;
    event.preventDefault();
    take(files, slotUnder(event.target));
  });
  const hold = useEffectEvent((event: DragEvent) => {
    if (fixed || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    setOver(true);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("dragover", (event) => hold(event), { signal });
    document.addEventListener("drop", (event) => offer(event), { signal });
    document.documentElement.addEventListener(
      "dragleave",
      ({ relatedTarget }) => {
        if (relatedTarget === null) setOver(false);
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
  return over;
}

function slotUnder(target: EventTarget | null): number | undefined {
  const slot = target instanceof Element ? target.closest<HTMLElement>("[data-slot]") : null;
  return slot === null ? undefined : Number(slot.dataset.slot);
}
