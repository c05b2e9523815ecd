import { useSyncExternalStore } from "react";
import { keep, readKept } from "./storage.ts";

const watchers = new Set<() => void>();

/** Whether a session is kept in this browser. False on the server and in the first render. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(watch, isSignedIn, () => false);
}

export function isSignedIn(): boolean {
  return readKept("token") !== undefined;
}

/** Keeps what a log-in answered. `userId` is the user's number as text. */
export function beginSession(session: { token: string; user: unknown; userId: string }): void {
  keep("token", session.token);
  keep("user", JSON.stringify(session.user));
  keep("userId", session.userId);
  tellWatchers();
}

/** Forgets the session, and the language that was chosen in it, as the specification has it. */
export function endSession(): void {
  for (const name of ["token", "user", "userId", "language"] as const) keep(name, undefined);
  tellWatchers();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  // Another tab may log in or out.
  window.addEventListener("storage", watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", watcher);
  };
}

function tellWatchers(): void {
  for (const watcher of watchers) watcher();
}
