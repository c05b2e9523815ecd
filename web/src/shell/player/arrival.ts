import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { setArrival } from "./player.ts";

let first = true;

/** Tells the player, before a page's own effects run, whether the reader chose to come to it. */
export function useArrival(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    setArrival(key, type === NavigationType.Pop ? first && wasOpened() : true);
    first = false;
  }, [key, type]);
}

/** A link or an address opened the document; it was neither reloaded nor come back to. */
function wasOpened(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}
