import { isAddress, zeroAddress } from "viem";

/**
 * What a text says of an account of a chain: its address in lower case, or why it is none. `CHECKSUM`: in mixed case its
 * letters tell what the digits have to be (EIP-55), and they are not. `ZERO`: nobody has that one.
 */
export type ParsedAddress =
  | { ok: true; address: string }
  | { ok: false; problem: "NO_ADDRESS" | "CHECKSUM" | "ZERO" };

/** Reads an address as somebody typed it; the space around it does not count. */
export function parseAddress(text: string): ParsedAddress {
  const given = text.trim();
  if (!/^0x[0-9a-f]{40}$/i.test(given)) return { ok: false, problem: "NO_ADDRESS" };
  const address = given.toLowerCase();
  if (address === zeroAddress) return { ok: false, problem: "ZERO" };
  const digits = given.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && !isAddress(given, { strict: true })) return { ok: false, problem: "CHECKSUM" };
  return { ok: true, address };
}

/** What whoever typed it is told. */
export const addressErrorMessages = {
  NO_ADDRESS: "Please enter a wallet address (0x and 40 digits).",
  CHECKSUM: "This address has a typing error: its capitals do not fit its digits.",
  ZERO: "This address is nobody's.",
} as const satisfies Record<Extract<ParsedAddress, { ok: false }>["problem"], string>;
