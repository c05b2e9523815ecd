import type { Encryption } from "../../../platform/security/encryption.ts";

/** Path of the sandbox streaming service below the public address. */
export const sandboxPath = "/sandbox/streaming";

/** The only client of the service. */
export const sandboxClientId = "wrapsody";

/** Derives the secret from the installation's key, so that every node knows it. */
export function sandboxClientSecret(encryption: Encryption): string {
  return encryption.hmac("sandbox-streaming-client", sandboxClientId).toString("base64url");
}

export function sandboxIssuer(publicUrl: string): string {
  return `${publicUrl}${sandboxPath}`;
}
