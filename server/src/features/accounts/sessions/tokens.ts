import { createHash, randomBytes } from "node:crypto";

/** A secret that opens something: 256 random bits, in letters that need no escaping anywhere. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. It has too many random bits for a plain hash to be searched back. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
