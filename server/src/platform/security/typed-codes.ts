import { randomInt } from "node:crypto";
import { codeAlphabet } from "@wrapsody/shared/accounts/typed-codes.ts";

/** Returns a random code that people can type, with five bits for each character. */
export function createTypedCode(length: number): string {
  return Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
}
