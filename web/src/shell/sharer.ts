import { useEffect } from "react";
import { useLocation } from "react-router";
import { readStored, writeStored } from "../lib/storage/storage.ts";
import { visitorId } from "../lib/storage/visitor.ts";

/**
 * Identifies the visitor from the first visit, stores the referrer (`inc`), and adds it to URLs without one, so that a
 * copied URL keeps it. Replaces the history entry, so that back works as usual.
 */
export function useReferrer(): void {
  const { key, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has its own key
  useEffect(() => {
    visitorId();
    const address = new URL(window.location.href);
    const referrer = address.searchParams.get("inc");
    if (referrer !== null && isReferrerId(referrer)) {
      writeStored("sharer", referrer);
      return;
    }
    const referrerId = readStored("sharer");
    if (referrerId === undefined) return;
    address.searchParams.set("inc", referrerId);
    window.history.replaceState(window.history.state, "", address);
  }, [key, search]);
}

/** Accepts a user number or a visitor id. Anything else in the URL is dropped. */
function isReferrerId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}
