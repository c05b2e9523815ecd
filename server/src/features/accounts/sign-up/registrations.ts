import { timingSafeEqual } from "node:crypto";
import type { UserType } from "@wrapsody/shared/accounts/accounts.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { z } from "zod";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { encryptedPayload } from "../encrypted-payload.ts";
import { hashPassword } from "../passwords/password-hash.ts";
import { assertStrongPassword } from "../passwords/password-strength.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { claimLink, lifetimes, loginLink, lostPasswordLink } from "../site-links.ts";
import { type Contact, lockContactByEmail } from "../users/users.data.ts";
import { insertUsedClaim } from "./account-claims.data.ts";
import { sendClaimLink } from "./invitations.ts";
import {
  countMails,
  createAccountFromRegistration,
  insertRegistration,
  lockEmail,
  lockRegistration,
  markMailed,
  type Registration,
} from "./registrations.data.ts";
import { deleteInvitation, deleteInvitationOf } from "./sign-up-invitations.data.ts";
import { assertSignUpAllowed } from "./sign-up-invitations.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Mails that sign-ups send to one address in an hour, so that no caller can flood a mailbox. */
const MAX_MAILS_PER_HOUR = { confirmations: 3, toOwner: 1 };

const registrationPayload = encryptedPayload(
  "registration",
  z.object({ id: z.string(), code: z.string(), returnTo: z.string().optional() }),
);

/** Purpose of the secret that stays in the browser of a sign-up. */
const SECRET_PURPOSE = "sign-up-browser";

/**
 * Registers a user; the account is created when the emailed link is opened. The job looks the address up, so
 * neither the response nor its duration reveals whether it has an account. Returns the id in the link, and the secret for the
 * caller's browser, which is derived from the code of the link, so nothing about it is stored.
 *
 * @throws Failure E0007 on `pw` for a common password; as `assertSignUpAllowed`
 */
export async function registerUser(
  context: Context,
  input: {
    email: string;
    name: string;
    pw: string;
    language: Language;
    userType: UserType;
    invitation: string | undefined;
    returnTo: string | undefined;
  },
): Promise<{ uid: string; secret: string }> {
  const { email, name, pw, language, userType, invitation, returnTo } = input;
  // Before the hash, which is expensive.
  await assertSignUpAllowed(context, context.db, { email, invitation });
  await assertStrongPassword("pw", pw, [email, name]);
  const passwordHash = await hashPassword(pw);
  const code = makeToken();
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + lifetimes["confirm-sign-up"] * 1000);
  const registration = {
    email,
    name,
    passwordHash,
    language,
    userType,
    codeHash: hashToken(code),
    now,
    expiresAt,
  };
  const uid = await context.db.transaction().execute(async (tx) => {
    const invitationId = await assertSignUpAllowed(context, tx, { email, invitation });
    const id = await insertRegistration(tx, { ...registration, invitationId });
    await context.queue.enqueue(
      tx,
      registrationMailJob,
      registrationPayload.encryptContent(context, { id, code, returnTo }),
    );
    return id;
  });
  return { uid, secret: context.encryption.hmac(SECRET_PURPOSE, code).toString("base64url") };
}

/** Whether a secret belongs to the browser that got it for the sign-up with this code. */
export function isSignUpSecret({ encryption }: Context, code: string, secret: string): boolean {
  const bytes = Buffer.from(secret, "base64url");
  return encryption
    .hmacs(SECRET_PURPOSE, code)
    .some((hmac) => hmac.length === bytes.length && timingSafeEqual(hmac, bytes));
}

/** Sends the mail of a sign-up: a link to confirm the address, or a notice that it has an account. */
export const registrationMailJob = job({
  name: "answer-registration",
  payload: registrationPayload.payload,
  tries: 16,
  priority: "urgent",
  run: (context, payload) => {
    const content = registrationPayload.decryptContent(context, payload);
    return context.db.transaction().execute((tx) => sendRegistrationMail(context, tx, content));
  },
});

async function sendRegistrationMail(
  context: Context,
  tx: Executor,
  { id, code, returnTo }: { id: string; code: string; returnTo?: string | undefined },
): Promise<void> {
  const now = context.clock.now();
  const registration = await lockRegistration(tx, id);
  if (registration === undefined || registration.mailedAt !== null || isExpired(registration, now)) return;
  const { email } = registration;
  await lockEmail(tx, email);
  const mails = await countMails(tx, email, new Date(now.getTime() - HOUR_MS));
  const owner = await lockContactByEmail(tx, email);
  if (mails >= (owner === undefined ? MAX_MAILS_PER_HOUR.confirmations : MAX_MAILS_PER_HOUR.toOwner)) return;
  await markMailed(tx, id, now);
  if (owner !== undefined) return notifyExistingOwner(context, tx, owner);
  await notify(context, tx, "confirm-sign-up", registration, {
    link: claimLink(context, { id, code, returnTo }),
    lifetimeSeconds: lifetimes["confirm-sign-up"],
  });
}

/**
 * Notifies the owner of an account that its address was used to sign up. Resends the claim link if the
 * account is not claimed yet.
 */
async function notifyExistingOwner(context: Context, tx: Executor, owner: Contact): Promise<void> {
  if (!owner.verified) return sendClaimLink(context, tx, owner);
  const links = { loginLink: loginLink(context), resetLink: lostPasswordLink(context) };
  await notify(context, tx, "already-registered", owner, links);
}

/**
 * Creates the account of a sign-up whose link was opened, and returns its address; undefined if there is no such sign-up.
 *
 * @throws Failure E0021 for a wrong or expired code, if the address has an account by now, and if its invitation was
 *   revoked
 */
export async function confirmRegistration(
  context: Context,
  tx: Executor,
  { id, code, device }: { id: string; code: string; device: Device },
): Promise<{ email: string } | undefined> {
  const now = context.clock.now();
  const registration = await lockRegistration(tx, id);
  if (registration === undefined) return undefined;
  const { codeHash } = registration;
  if (!timingSafeEqual(codeHash, hashToken(code)) || isExpired(registration, now)) throw new Failure("E0021");
  if (!(await createAccountFromRegistration(tx, id, now))) throw new Failure("E0021");
  const { email, invitationId } = registration;
  if (invitationId !== null && !(await deleteInvitation(tx, invitationId))) throw new Failure("E0021");
  await deleteInvitationOf(tx, email, now);
  await insertUsedClaim(tx, { accountId: id, codeHash, now });
  await recordEvent(context, tx, { accountId: id, kind: "signed-up", device });
  return { email };
}

function isExpired({ expiresAt }: Registration, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}
