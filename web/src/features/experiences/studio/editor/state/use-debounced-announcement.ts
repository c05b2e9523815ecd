import { useEffect, useRef, useState } from "react";

/** Milliseconds without a key before it is told where a layer has come to. */
const DEBOUNCE_MS = 400;

/** Says, once a key was pressed and then none for a moment, what is true by then: not every pixel on the way. */
export function useDebouncedAnnouncement(now: string): { announcement: string; announce(): void } {
  const [announcement, setAnnouncement] = useState("");
  const [requests, setRequests] = useState(0);
  const newest = useRef(now);
  useEffect(() => {
    newest.current = now;
  });
  useEffect(() => {
    if (requests === 0) return;
    const timer = setTimeout(() => setAnnouncement(newest.current), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [requests]);
  return { announcement, announce: () => setRequests((count) => count + 1) };
}
