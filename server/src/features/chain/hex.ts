import { type Address, type Hex, isHex } from "viem";

/** Addresses are compared as texts, so there is one way to write each. */
export function toAddress(address: string): Address {
  const small = address.toLowerCase();
  if (!isLowerCaseAddress(small)) throw new Error(`${JSON.stringify(address)} is no address`);
  return small;
}

/** That of viem checks capitals as well, and takes a hundred times as long for an address that it has not met. */
const isLowerCaseAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/.test(text);

export function parseHex(text: string): Hex {
  if (!isHex(text)) throw new Error("not hexadecimal");
  return text;
}
