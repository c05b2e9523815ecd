import { useEffect } from "react";

/** Between two reads of an experience whose phase should have changed by now; doubled up to the maximum, in case the reader's clock is ahead. */
const RETRY_MS = { first: 1_000, most: 30_000 };
/** Spreads the first reads of all who wait. */
const SPREAD_MS = 800;

/** Calls `read`, a stable function, again and again while the phase of an experience is due to change. */
export function useReread(isDue: boolean, read: () => void): void {
  useEffect(() => {
    if (!isDue) return;
    let pauseMs = RETRY_MS.first;
    let timer: ReturnType<typeof setTimeout>;
    const readAgain = () => {
      read();
      timer = setTimeout(readAgain, pauseMs);
      pauseMs = Math.min(RETRY_MS.most, pauseMs * 2);
    };
    timer = setTimeout(readAgain, Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [isDue, read]);
}
