/** Local storage keys with the prefix of the product. */
export const storageKeys = {
  token: "wrapsody-token",
  user: "wrapsody-user",
  userId: "wrapsody-userId",
  account: "wrapsody-account",
  language: "wrapsody-language",
  source: "wrapsody-source",
  signUp: "wrapsody-signUp",
  cache: "wrapsody-cache",
  visitor: "wrapsody-wrap-per",
  device: "wrapsody-device",
  sharer: "wrapsody-wrap-inc",
  theme: "wrapsody-theme",
  volume: "wrapsody-volume",
  /** `pretty_id` of the song that was played last. */
  heard: "wrapsody-heard",
  shortcuts: "wrapsody-shortcuts",
  dismissed: "wrapsody-dismissed",
  revealed: "wrapsody-revealed",
  checklist: "wrapsody-checklist",
  wallet: "wrapsody-wallet",
  demoWallet: "wrapsody-demo-wallet",
} as const;

export type StorageKey = keyof typeof storageKeys;

/** Reads a stored text. Returns undefined if the browser forbids storage. */
export function readStored(name: StorageKey): string | undefined {
  try {
    return localStorage.getItem(storageKeys[name]) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text, or removes it if undefined. */
export function writeStored(name: StorageKey, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(storageKeys[name]);
    else localStorage.setItem(storageKeys[name], value);
  } catch {
    // The browser may forbid storage.
  }
}
