import { type Address, type Hex, isAddress, isHex, zeroAddress } from "viem";

/** Parses an address into lower case, because addresses are compared as strings. @throws Error if it is not an address */
export function toAddress(text: string): Address {
  const address = text.toLowerCase();
  if (!isLowerCaseAddress(address)) throw new Error(`${JSON.stringify(text)} is not an address`);
  return address;
}

/** viem's `isAddress` also verifies checksums, which takes a hundred times as long for an address it has not cached. */
const isLowerCaseAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/.test(text);

export function parseHex(text: string): Hex {
  if (!isHex(text)) throw new Error("not hexadecimal");
  return text;
}

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
