import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { setArrival } from "./player.ts";

let first = true;

/** Tells the player, before the effects of a page run, whether the reader navigated to it. */
export function useArrival(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    setArrival(key, type === NavigationType.Pop ? first && wasOpened() : true);
    first = false;
  }, [key, type]);
}

/** Returns true if a link or URL opened the document, rather than a reload or the history. */
function wasOpened(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}
