import { useCallback, useEffect, useRef } from "react";

/** Saves the draft after this time without a key press. */
const SAVE_DEBOUNCE_MS = 400;

export type DebouncedSave = {
  /** Saves after the next pause. */
  schedule(): void;
  /** Saves what is scheduled now. */
  flush(): void;
  /** Forgets what is scheduled. */
  cancel(): void;
};

/** Calls `save` after each pause in typing, and immediately when the page is hidden or the form disappears. */
export function useDebouncedSave(save: () => void): DebouncedSave {
  const latest = useRef(save);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    latest.current = save;
  });
  const cancel = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const flush = useCallback(() => {
    if (timer.current === undefined) return;
    cancel();
    latest.current();
  }, [cancel]);
  const schedule = useCallback(() => {
    cancel();
    timer.current = window.setTimeout(flush, SAVE_DEBOUNCE_MS);
  }, [cancel, flush]);
  useEffect(() => {
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      flush();
    };
  }, [flush]);
  return { schedule, flush, cancel };
}
