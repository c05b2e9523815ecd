import { useEffect, useRef, useState } from "react";

/** Debounce of the announcement while keys are pressed. */
const DEBOUNCE_MS = 400;

/** Announces the value of `now` after a pause in key presses, instead of every intermediate position. */
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
