import type { Membership } from "@wrapsody/shared/accounts/accounts.ts";
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./storage.ts";

const watchers = new Set<() => void>();
const lossWatchers = new Set<() => void>();

/** Named targets of the redirect after a login. */
export const returnTargets = { you: "YOU", settings: "SETTINGS", companion: "COMPANION" } as const;

/** Returns true if this browser stores a session. False on the server and in the first render. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isSignedIn, () => false);
}

export function isSignedIn(): boolean {
  return readStored("token") !== undefined;
}

/** Stores a new session. `userId` is the number of the user as text. */
export function beginSession(session: { token: string; user: unknown; userId: string }): void {
  writeStored("token", session.token);
  writeStored("user", JSON.stringify(session.user));
  writeStored("userId", session.userId);
  notifyWatchers();
}

/** Removes the session, what was heard last and, as the specification prescribes, the chosen language. */
export function endSession(): void {
  for (const name of ["token", "user", "userId", "account", "language", "heard"] as const)
    writeStored(name, undefined);
  acting = undefined;
  notifyWatchers();
}

/** Stores the user after a change. */
export function storeUser(user: unknown): void {
  writeStored("user", JSON.stringify(user));
  notifyWatchers();
}

/** Null: not read yet. */
let acting: (Membership & { userId: string | undefined }) | undefined | null = null;

/**
 * Returns the account that the reader works for in this tab; undefined for their own. It is read once, so that another choice in
 * another tab never changes for whom an open page acts.
 */
export function actingAccount(): Membership | undefined {
  if (acting === null) {
    try {
      acting = JSON.parse(readStored("account") ?? "") as NonNullable<typeof acting>;
    } catch {
      acting = undefined;
    }
  }
  return acting?.userId === readStored("userId") ? acting : undefined;
}

/** Like `actingAccount`. Undefined on the server and in the first render. */
export function useActingAccount(): Membership | undefined {
  return useSyncExternalStore(subscribe, actingAccount, () => undefined);
}

/** Loads `path` in an account that the reader works for, or in their own (undefined). Nothing of the former account stays in memory. */
export function workFor(account: Membership | undefined, path: string): void {
  const chosen = account && JSON.stringify({ ...account, userId: readStored("userId") });
  writeStored("account", chosen);
  window.location.assign(path);
}

/** Returns true if the stored user works for other accounts. */
export function useHasMemberships(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readStored("user")?.includes('"memberships":[{') ?? false,
    () => false,
  );
}

/** Returns true if the stored user is an administrator. For navigation only: the server enforces the role. */
export function useIsAdministrator(): boolean {
  return useSyncExternalStore(subscribe, isAdministrator, () => false);
}

/** Returns true if the stored user has the artist view, which shows the links to publish. */
export function useHasArtistView(): boolean {
  return useSyncExternalStore(subscribe, hasArtistView, () => false);
}

const isAdministrator = () => readUserField("role", "ADMIN");
const hasArtistView = () => readUserField("user_type", "artist");

/** Returns true if a field of the stored user has this value. */
function readUserField(field: "role" | "user_type", value: string): boolean {
  const user = readStored("user");
  // Runs on every page; avoids parsing for most users.
  if (user === undefined || !user.includes(value)) return false;
  try {
    return (JSON.parse(user) as Record<string, unknown> | null)?.[field] === value;
  } catch {
    return false;
  }
}

/** Returns the path of the current page with its query and fragment. */
export function currentPath(): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}

/** Stores the target of the redirect after the next login: a name of `returnTargets` or a path of this site. */
export function storeReturnTo(source: string): void {
  writeStored("source", source);
}

/** Returns the session token. */
export function sessionToken(): string | undefined {
  return readStored("token");
}

/**
 * Ends the session that the server no longer knows. Ignores a late response to a token that has been replaced since.
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
  return subscribe(watcher);
}

function subscribe(watcher: () => void): () => void {
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
