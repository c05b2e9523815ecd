/** Names of what the browser keeps, each with the product's prefix. */
export const kept = {
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

export type Kept = keyof typeof kept;

/** Reads a kept text; a browser that forbids storage has kept nothing. */
export function readKept(name: Kept): string | undefined {
  try {
    return localStorage.getItem(kept[name]) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or forgets it when it is undefined. */
export function keep(name: Kept, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(kept[name]);
    else localStorage.setItem(kept[name], value);
  } catch {
    // A browser that forbids storage goes without.
  }
}
