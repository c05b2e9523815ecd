import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { sendFirstPasswordLink } from "../passwords/password-reset.ts";
import { accountPorts } from "../ports.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken } from "../sessions/tokens.ts";
import { type Contact, lockContact } from "../users/users.data.ts";
import { markClaimed, popClaimArtists, readClaim } from "./account-claims.data.ts";
import { confirmRegistration } from "./registrations.ts";

type Claim = { id: string; code: string; device: Device };

/**
 * Confirms a sign-up, or claims an account that was created for its owner: the link proves the address.
 * Starts no session. Opening the same link again, also concurrently, does nothing.
 *
 * @throws Failure E0021 in every other case, with the same message
 */
export async function claimAccount(context: Context, claim: Claim): Promise<void> {
  if (!z.guid().safeParse(claim.id).success) throw new Failure("E0021");
  await context.db.transaction().execute(async (tx) => {
    if (await confirmRegistration(context, tx, claim)) return;
    await claimInvitedAccount(context, tx, claim);
  });
}

async function claimInvitedAccount(
  context: Context,
  tx: Executor,
  { id, code, device }: Claim,
): Promise<void> {
  const now = context.clock.now();
  const contact = await lockContact(tx, id);
  const claim = await readClaim(tx, id);
  if (contact === undefined || claim === undefined) throw new Failure("E0021");
  if (!timingSafeEqual(claim.codeHash, hashToken(code))) throw new Failure("E0021");
  if (claim.claimedAt !== null) return;
  if (Date.parse(claim.expiresAt) <= now.getTime()) throw new Failure("E0021");
  await markClaimed(tx, id, now);
  await recordEvent(context, tx, { accountId: id, kind: "claimed", device });
  await completeClaim(context, tx, contact);
}

/** Assigns the artists of a claimed account and sends the link to choose a first password. */
async function completeClaim(context: Context, tx: Executor, contact: Contact): Promise<void> {
  const { id: accountId, hasPassword } = contact;
  for (const artistId of await popClaimArtists(tx, accountId)) {
    await accountPorts().catalogue.assignArtist(tx, { artistId, accountId });
  }
  if (!hasPassword) await sendFirstPasswordLink(context, tx, contact);
}
