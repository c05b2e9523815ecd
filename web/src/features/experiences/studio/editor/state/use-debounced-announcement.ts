import { useEffect, useRef, useState } from "react";

/** Milliseconds without a key before it is told where a layer has come to. */
const DEBOUNCE_MS = 400;

/** Says, once a key was pressed and then none for a moment, what is true by then: not every pixel on the way. */
export function useDebouncedAnnouncement(now: string): { said: string; say(): void } {
  const [said, setSaid] = useState("");
  const [asked, setAsked] = useState(0);
  const newest = useRef(now);
  useEffect(() => {
    newest.current = now;
  });
  useEffect(() => {
    if (asked === 0) return;
    const timer = setTimeout(() => setSaid(newest.current), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return { said, say: () => setAsked((count) => count + 1) };
}
