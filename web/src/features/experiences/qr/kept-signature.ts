import type { Code } from "./code.ts";

/** Kept for the tab, so that it outlives a page that is loaded anew, and nothing else. */
const name = "wrapsody-qr";

type Signed = { code: Code; wallet: string };

const subjectOf = ({ code: { componentId, songId, nftId }, wallet }: Signed) =>
  [componentId, songId, nftId, wallet.toLowerCase()].join(" ");

/** The signature that was sent for a code, and whose answer did not come. */
export function keptSignature(signed: Signed): string | undefined {
  try {
    const [subject, signature] = sessionStorage.getItem(name)?.split(":") ?? [];
    return subject === subjectOf(signed) ? signature : undefined;
  } catch {
    return undefined;
  }
}

export function keepSignature(signed: Signed, signature: string): void {
  try {
    sessionStorage.setItem(name, `${subjectOf(signed)}:${signature}`);
  } catch {
    // A browser that forbids storage asks for another signature.
  }
}

export function forgetSignature(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
