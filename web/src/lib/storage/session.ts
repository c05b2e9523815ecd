import { useSyncExternalStore } from "react";
import { readStored, store } from "./storage.ts";

const watchers = new Set<() => void>();
const lossWatchers = new Set<() => void>();

/** Where a reader came to the log-in page from, where a name tells it. */
export const returnTargets = { you: "YOU", settings: "SETTINGS", companion: "COMPANION" } as const;

/** Whether a session is kept in this browser. False on the server and in the first render. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(watch, isSignedIn, () => false);
}

export function isSignedIn(): boolean {
  return readStored("token") !== undefined;
}

/** Keeps what a log-in answered. `userId` is the user's number as text. */
export function beginSession(session: { token: string; user: unknown; userId: string }): void {
  store("token", session.token);
  store("user", JSON.stringify(session.user));
  store("userId", session.userId);
  notifyWatchers();
}

/** Forgets the session, and the language that was chosen in it, as the specification has it. */
export function endSession(): void {
  for (const name of ["token", "user", "userId", "language"] as const) store(name, undefined);
  notifyWatchers();
}

/** Keeps the user as they are now, after a change. */
export function storeUser(user: unknown): void {
  store("user", JSON.stringify(user));
}

/** Whether the reader is an administrator, as far as the browser knows: it leads there, and the server decides. */
export function useIsAdministrator(): boolean {
  return useSyncExternalStore(watch, isAdministrator, () => false);
}

function isAdministrator(): boolean {
  const user = readStored("user");
  // Asked with every page of everybody, nearly all of whom are not.
  if (user === undefined || !user.includes("ADMIN")) return false;
  try {
    return (JSON.parse(user) as { role?: unknown } | null)?.role === "ADMIN";
  } catch {
    return false;
  }
}

/** Remembers where the reader goes after the next log-in: a name of `sources`, or a path of this site. */
export function storeReturnTo(source: string): void {
  store("source", source);
}

/** The token of the session, for calls that need one. */
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

/** Calls back whenever the server did not know the session; answers what ends that. */
export function onSessionLost(watcher: () => void): () => void {
  lossWatchers.add(watcher);
  return () => void lossWatchers.delete(watcher);
}

/** Calls back when a session begins or ends, here or in another tab; answers what ends that. */
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
