/** Session storage keys with the prefix of the product: what a tab keeps across reloads. */
export const tabStorageKeys = { queue: "wrapsody-queue" } as const;

export type TabStorageKey = keyof typeof tabStorageKeys;

/** Reads a text of this tab. Returns undefined if the browser forbids storage. */
export function readTabStored(name: TabStorageKey): string | undefined {
  try {
    return sessionStorage.getItem(tabStorageKeys[name]) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text for this tab, or removes it if undefined. */
export function writeTabStored(name: TabStorageKey, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(tabStorageKeys[name]);
    else sessionStorage.setItem(tabStorageKeys[name], value);
  } catch {
    // The browser may forbid storage, or it is full.
  }
}
