import type { Seal } from "../../../platform/seal.ts";

/** Where the sandbox streaming service is, below the public address. */
export const sandboxPath = "/sandbox/streaming";

/** The one client that the service knows: this program. */
export const sandboxClientId = "wrapsody";

/** Every node of the installation can tell it from the installation's own key. */
export function sandboxClientSecret(seal: Seal): string {
  return seal.mark("sandbox-streaming-client", sandboxClientId).toString("base64url");
}

export function sandboxIssuer(publicUrl: string): string {
  return `${publicUrl}${sandboxPath}`;
}
