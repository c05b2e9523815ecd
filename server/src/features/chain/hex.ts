import { type Address, type Hex, isHex } from "viem";

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
