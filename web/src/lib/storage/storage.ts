/** Names of what the browser keeps, each with the product's prefix. */
export const storageKeys = {
  token: "wrapsody-token",
  user: "wrapsody-user",
  userId: "wrapsody-userId",
  language: "wrapsody-language",
  source: "wrapsody-source",
  cache: "wrapsody-cache",
  visitor: "wrapsody-wrap-per",
  device: "wrapsody-device",
  sharer: "wrapsody-wrap-inc",
  theme: "wrapsody-theme",
  volume: "wrapsody-volume",
  shortcuts: "wrapsody-shortcuts",
  dismissed: "wrapsody-dismissed",
  wallet: "wrapsody-wallet",
  demoWallet: "wrapsody-demo-wallet",
} as const;

export type StorageKey = keyof typeof storageKeys;

/** Reads a kept text; a browser that forbids storage has kept nothing. */
export function readStored(name: StorageKey): string | undefined {
  try {
    return localStorage.getItem(storageKeys[name]) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or forgets it when it is undefined. */
export function store(name: StorageKey, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(storageKeys[name]);
    else localStorage.setItem(storageKeys[name], value);
  } catch {
    // A browser that forbids storage goes without.
  }
}
