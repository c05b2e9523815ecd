import { timingSafeEqual } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { StoredMaster } from "./masters.data.ts";

/** Long enough to start, pause and continue the download of the largest master. */
const LINK_TTL_MS = 60 * 60 * 1000;
const PURPOSE = "master download";

/**
 * Returns the path of a master for its owner, which needs no session and expires. The signature covers file and owner, so the
 * path ends with either of them, too.
 */
export function signMasterPath(
  { encryption, clock }: Pick<Context, "encryption" | "clock">,
  master: StoredMaster,
): { uri: string; expires_at: string } {
  const expiresAt = clock.now().getTime() + LINK_TTL_MS;
  const signature = encryption.hmac(PURPOSE, signedText(master, expiresAt)).toString("base64url");
  return {
    uri: `/masters/${master.songId}/${expiresAt}/${signature}`,
    expires_at: new Date(expiresAt).toISOString(),
  };
}

export function isValidSignature(
  { encryption, clock }: Pick<Context, "encryption" | "clock">,
  master: StoredMaster,
  { expiresAt, signature }: { expiresAt: number; signature: string },
): boolean {
  if (expiresAt < clock.now().getTime()) return false;
  const actual = Buffer.from(signature, "base64url");
  return encryption
    .hmacs(PURPOSE, signedText(master, expiresAt))
    .some((valid) => actual.length === valid.length && timingSafeEqual(actual, valid));
}

function signedText({ songId, ownerId, key }: StoredMaster, expiresAt: number): string {
  return [songId, ownerId, key, expiresAt].join(" ");
}
