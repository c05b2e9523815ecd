import { type PastedAddress, parsePastedAddress } from "@wrapsody/shared/text/pasted-address.ts";
import { type Address, type Hex, isAddress, isHex } from "viem";

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

/** Parses an address as a user typed or pasted it, into lower case. */
export function parseAddress(text: string): PastedAddress {
  const pasted = parsePastedAddress(text);
  if (!pasted.ok) return pasted;
  const { address } = pasted;
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && !isAddress(address, { strict: true })) return { ok: false, problem: "CHECKSUM" };
  return { ok: true, address: address.toLowerCase() };
}
