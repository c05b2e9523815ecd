import { createHash, randomBytes } from "node:crypto";

/** Returns a random 256-bit secret in URL-safe characters. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a token for storage. A plain hash suffices: 256 random bits cannot be searched. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
