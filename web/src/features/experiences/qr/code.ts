import { type SignatureFields, toSignatureFields } from "@wrapsody/shared/experiences/ownership-proof.ts";

/** Session storage key: the signature survives a reload of the tab and nothing else. */
const name = "wrapsody-qr";

type Signed = { code: Code; wallet: string };

const subjectOf = ({ code: { componentId, songId, nftId }, wallet }: Signed) =>
  [componentId, songId, nftId, wallet.toLowerCase()].join(" ");

/** Returns the signature that was sent for a code without receiving a response. */
export function readSignature(signed: Signed): SignatureFields | undefined {
  try {
    const [subject, signature, nonce = ""] = sessionStorage.getItem(name)?.split(":") ?? [];
    if (subject !== subjectOf(signed) || signature === undefined) return undefined;
    return toSignatureFields(signature, nonce);
  } catch {
    return undefined;
  }
}

export function storeSignature(signed: Signed, { signature, nonce = "" }: SignatureFields): void {
  try {
    sessionStorage.setItem(name, `${subjectOf(signed)}:${signature}:${nonce}`);
  } catch {
    // A browser that forbids storage requests another signature.
  }
}

export function clearSignature(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The payload of a secure QR code. */
export type Code = { componentId: number; songId: number; nftId: number };
