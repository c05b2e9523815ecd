import { timingSafeEqual } from "node:crypto";
import type { getClaim, getClaimState, postClaimSession } from "@wrapsody/shared/accounts/accounts.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import * as z from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { startSessionOrSendCode } from "../login/login.ts";
import { sendFirstPasswordLink } from "../passwords/password-reset.ts";
import { accountPorts } from "../ports.ts";
import { hasAuthenticated } from "../privacy/security-events.data.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken } from "../sessions/tokens.ts";
import { type Contact, lockContact, lockUser } from "../users/users.data.ts";
import { markClaimed, popClaimArtists, readClaim } from "./account-claims.data.ts";
import { readRegistrationLink } from "./registrations.data.ts";
import { confirmRegistration, isSignUpSecret } from "./registrations.ts";

type Claim = { id: string; code: string; device: Device };

/**
 * Confirms a sign-up, or claims an account that was created for its owner: the link proves the address.
 * Starts no session. Opening the same link again, also concurrently, does nothing. Returns the confirmed address, and
 * whether the account has a password.
 *
 * @throws Failure E0021 in every other case, with the same message
 */
export async function claimAccount(context: Context, claim: Claim): Promise<AnswerOf<typeof getClaim>> {
  if (!z.guid().safeParse(claim.id).success) throw new Failure("E0021");
  return context.db.transaction().execute(async (tx) => {
    const confirmed = await confirmRegistration(context, tx, claim);
    if (confirmed !== undefined) return { email: confirmed.email, has_password: true };
    const { email, hasPassword } = await claimInvitedAccount(context, tx, claim);
    return { email, has_password: hasPassword };
  });
}

/**
 * Returns whether the link of a sign-up or a claim was used. Reads only, because mail filters open links.
 *
 * @throws Failure E0021 if `claimAccount` would refuse the link
 */
export async function readClaimState(
  { db, clock }: Context,
  { id, code }: Omit<Claim, "device">,
): Promise<AnswerOf<typeof getClaimState>> {
  if (!z.guid().safeParse(id).success) throw new Failure("E0021");
  const claim = await readClaim(db, id);
  const link = claim ?? (await readRegistrationLink(db, id));
  if (link === undefined || !timingSafeEqual(link.codeHash, hashToken(code))) throw new Failure("E0021");
  const isUsed = claim !== undefined && claim.claimedAt !== null;
  if (!isUsed && Date.parse(link.expiresAt) <= clock.now().getTime()) throw new Failure("E0021");
  return { is_used: isUsed };
}

/** Time after the link was opened in which the browser of the sign-up may log in with it. */
const FIRST_LOGIN_MS = 60 * 60 * 1000;

/**
 * Starts the first session of an account in the browser that signed up: it has the secret of the sign-up, and the emailed
 * link its code. Works once, because the session that it starts is a login.
 *
 * @throws Failure E0020 for a wrong code or secret, too late, or after another login; E0082 if the account is suspended
 */
export async function logInAfterSignUp(
  context: Context,
  { id, code, secret, device, session }: Claim & { secret: string; session: Session | undefined },
): Promise<AnswerOf<typeof postClaimSession>> {
  if (!z.guid().safeParse(id).success || !isSignUpSecret(context, code, secret)) throw new Failure("E0020");
  return context.db.transaction().execute(async (tx) => {
    const found = await lockUser(tx, id);
    const claim = await readClaim(tx, id);
    if (found === undefined || claim === undefined || claim.claimedAt === null) throw new Failure("E0020");
    const isLate = context.clock.now().getTime() - Date.parse(claim.claimedAt) > FIRST_LOGIN_MS;
    const isOwn = timingSafeEqual(claim.codeHash, hashToken(code));
    if (isLate || !isOwn || (await hasAuthenticated(tx, id))) throw new Failure("E0020");
    return startSessionOrSendCode(context, tx, { user: found.user, device, session, by: "sign-up" });
  });
}

async function claimInvitedAccount(
  context: Context,
  tx: Executor,
  { id, code, device }: Claim,
): Promise<Contact> {
  const now = context.clock.now();
  const contact = await lockContact(tx, id);
  const claim = await readClaim(tx, id);
  if (contact === undefined || claim === undefined) throw new Failure("E0021");
  if (!timingSafeEqual(claim.codeHash, hashToken(code))) throw new Failure("E0021");
  if (claim.claimedAt !== null) return contact;
  if (Date.parse(claim.expiresAt) <= now.getTime()) throw new Failure("E0021");
  await markClaimed(tx, id, now);
  await recordEvent(context, tx, { accountId: id, kind: "claimed", device });
  await completeClaim(context, tx, contact);
  return contact;
}

/** Assigns the artists of a claimed account and sends the link to choose a first password. */
async function completeClaim(context: Context, tx: Executor, contact: Contact): Promise<void> {
  const { id: accountId, hasPassword } = contact;
  for (const artistId of await popClaimArtists(tx, accountId)) {
    await accountPorts().catalogue.assignArtist(tx, { artistId, accountId });
  }
  if (!hasPassword) await sendFirstPasswordLink(context, tx, contact);
}
