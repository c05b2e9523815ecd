import { useSyncExternalStore } from "react";
import { readStored, store } from "./storage.ts";

const watchers = new Set<() => void>();
const lossWatchers = new Set<() => void>();

/** Named targets of the redirect after a log-in. */
export const returnTargets = { you: "YOU", settings: "SETTINGS", companion: "COMPANION" } as const;

/** Whether a session is kept in this browser. False on the server and in the first render. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(watch, isSignedIn, () => false);
}

export function isSignedIn(): boolean {
  return readStored("token") !== undefined;
}

/** Stores a new session. `userId` is the number of the user as text. */
export function beginSession(session: { token: string; user: unknown; userId: string }): void {
  store("token", session.token);
  store("user", JSON.stringify(session.user));
  store("userId", session.userId);
  notifyWatchers();
}

/** Removes the session and, as the specification prescribes, the chosen language. */
export function endSession(): void {
  for (const name of ["token", "user", "userId", "language"] as const) store(name, undefined);
  notifyWatchers();
}

/** Stores the user after a change. */
export function storeUser(user: unknown): void {
  store("user", JSON.stringify(user));
}

/** Whether the reader is an administrator, as far as the browser knows: it leads there, and the server decides. */
export function useIsAdministrator(): boolean {
  return useSyncExternalStore(watch, isAdministrator, () => false);
}

function isAdministrator(): boolean {
  const user = readStored("user");
  // Runs on every page; avoids parsing for the many who are not administrators.
  if (user === undefined || !user.includes("ADMIN")) return false;
  try {
    return (JSON.parse(user) as { role?: unknown } | null)?.role === "ADMIN";
  } catch {
    return false;
  }
}

/** Stores the target of the redirect after the next log-in: a name of `returnTargets` or a path of this site. */
export function storeReturnTo(source: string): void {
  store("source", source);
}

/** Returns the session token. */
export function sessionToken(): string | undefined {
  return readStored("token");
}

/**
 * Ends the session that the server does not know any more. A late answer to a token that has been replaced in the
 * meantime ends nothing.
 */
export function dropSession(token: string | undefined): void {
  if (token === undefined || token !== sessionToken()) return;
  endSession();
  for (const watcher of lossWatchers) watcher();
}

/** Subscribes to sessions that the server no longer knows. Returns the unsubscribe function. */
export function onSessionLost(watcher: () => void): () => void {
  lossWatchers.add(watcher);
  return () => void lossWatchers.delete(watcher);
}

/** Subscribes to sessions that start or end, in any tab. Returns the unsubscribe function. */
export function onSessionChange(watcher: () => void): () => void {
  return watch(watcher);
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

function notifyWatchers(): void {
  for (const watcher of watchers) watcher();
}
