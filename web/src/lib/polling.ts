import { useQueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { useEffect } from "react";
import { invalidateQueries } from "./api/invalidate.ts";

/**
 * Invalidates the responses of these calls whenever the user returns to the page, by the back button or from another
 * tab, where they may have changed. `endpoints` must be the same array in every render.
 */
export function useRefetchOnReturn(endpoints: readonly Endpoint[]): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      if (canRefetch()) invalidateQueries(client, ...endpoints);
    };
    const ends = [
      onPageRestored(refresh),
      addListener(window, "focus", refresh),
      addListener(document, "visibilitychange", refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, endpoints]);
}

/** Poll intervals: for data that is about to change, and for data that may change at any time. */
const POLL_INTERVAL_MS = 10_000;
const IDLE_POLL_INTERVAL_MS = 25_000;

/** Refetches on return and, while the page is visible, at the idle interval: other users may change the data at any time. */
export function usePolling(endpoints: readonly Endpoint[]): void {
  useRefetchOnReturn(endpoints);
  usePollingWhile(true, endpoints, IDLE_POLL_INTERVAL_MS);
}

/** Polls these calls while `waiting` is true and the page is visible. */
export function usePollingWhile(
  waiting: boolean,
  endpoints: readonly Endpoint[],
  pause = POLL_INTERVAL_MS,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!waiting) return;
    const timer = window.setInterval(() => {
      if (canRefetch()) invalidateQueries(client, ...endpoints);
    }, pause);
    return () => window.clearInterval(timer);
  }, [waiting, client, endpoints, pause]);
}

/**
 * Returns true if the page is visible and shows no dialog: a refetch could remove the row that the dialog is about,
 * along with its input.
 */
function canRefetch(): boolean {
  return document.visibilityState === "visible" && document.querySelector("[role=alertdialog]") === null;
}

/** Calls back when the browser restores the page from its back/forward cache. */
export function onPageRestored(back: () => void): () => void {
  return addListener(window, "pageshow", (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) back();
  });
}

function addListener(target: EventTarget, name: string, listener: (event: Event) => void): () => void {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}
