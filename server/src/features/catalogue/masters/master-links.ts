import { timingSafeEqual } from "node:crypto";
import { mayCall } from "@wrapsody/shared/accounts/permissions.ts";
import { getSongMaster } from "@wrapsody/shared/studio/masters.ts";
import type { Context } from "../../../platform/context.ts";
import { readMemberRole } from "../../accounts/index.ts";
import type { StoredMaster } from "./masters.data.ts";

/** Long enough to start, pause and continue the download of the largest master. */
const LINK_TTL_MS = 60 * 60 * 1000;
const PURPOSE = "master download";

/**
 * Returns the path of a master, which needs no session and expires. The signature covers file, owner and, if a member of the owner's
 * account asked for it, that member, so the path ends with any of them, too.
 */
export function signMasterPath(
  { encryption, clock }: Pick<Context, "encryption" | "clock">,
  master: StoredMaster,
  memberId: string | undefined,
): { uri: string; expires_at: string } {
  const expiresAt = clock.now().getTime() + LINK_TTL_MS;
  const signature = encryption
    .hmac(PURPOSE, signedText(master, { expiresAt, memberId }))
    .toString("base64url");
  const query = memberId === undefined ? "" : `?member=${memberId}`;
  return {
    uri: `/masters/${master.songId}/${expiresAt}/${signature}${query}`,
    expires_at: new Date(expiresAt).toISOString(),
  };
}

type MasterLink = { expiresAt: number; memberId: string | undefined };

/** Whether the link gives access to the master now: a member's link ends with the membership, or with a role that allows it. */
export async function isValidLink(
  { db, encryption, clock }: Pick<Context, "db" | "encryption" | "clock">,
  master: StoredMaster,
  { signature, ...link }: MasterLink & { signature: string },
): Promise<boolean> {
  const { expiresAt, memberId } = link;
  if (expiresAt < clock.now().getTime()) return false;
  const actual = Buffer.from(signature, "base64url");
  const isSigned = encryption
    .hmacs(PURPOSE, signedText(master, link))
    .some((valid) => actual.length === valid.length && timingSafeEqual(actual, valid));
  if (!isSigned || memberId === undefined) return isSigned;
  const role = await readMemberRole(db, { accountId: master.ownerId, memberId });
  return role !== undefined && mayCall(role, getSongMaster);
}

function signedText({ songId, ownerId, key }: StoredMaster, { expiresAt, memberId }: MasterLink): string {
  return [songId, ownerId, key, expiresAt, ...(memberId === undefined ? [] : [memberId])].join(" ");
}
