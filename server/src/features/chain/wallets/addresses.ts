import { isAddress, zeroAddress } from "viem";

/**
 * An address in lower case, or why the text is not one. `CHECKSUM`: in mixed case the capitals are a checksum (EIP-55), and it does
 * not match.
 */
export type ParsedAddress =
  | { ok: true; address: string }
  | { ok: false; problem: "NO_ADDRESS" | "CHECKSUM" | "ZERO" };

/** Parses an address as a user typed it, ignoring surrounding space. */
export function parseAddress(text: string): ParsedAddress {
  const trimmed = text.trim();
  if (!/^0x[0-9a-f]{40}$/i.test(trimmed)) return { ok: false, problem: "NO_ADDRESS" };
  const address = trimmed.toLowerCase();
  if (address === zeroAddress) return { ok: false, problem: "ZERO" };
  const digits = trimmed.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && !isAddress(trimmed, { strict: true })) return { ok: false, problem: "CHECKSUM" };
  return { ok: true, address };
}

export const addressErrorMessages = {
  NO_ADDRESS: "Enter a wallet address: 0x followed by 40 hexadecimal characters.",
  CHECKSUM: "This address has a typo: its checksum doesn’t match.",
  ZERO: "This is the zero address (0x000…), which nobody owns.",
} as const satisfies Record<Extract<ParsedAddress, { ok: false }>["problem"], string>;
