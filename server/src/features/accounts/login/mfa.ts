import { randomInt, timingSafeEqual } from "node:crypto";
import {
  CODE_RESEND_S,
  codeDigits,
  type codeRequired,
  type User,
} from "@wrapsody/shared/accounts/accounts.ts";
import type { z } from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { requireFreshLogin } from "../sessions/sessions.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { lifetimes, settingsLink } from "../site-links.ts";
import { isSuspendedAccount, lockUser, type UserRow } from "../users/users.data.ts";
import { toUser } from "../users/users.ts";
import {
  closeChallenge,
  countChallenges,
  countCodeAttempt,
  deleteChallenge,
  deleteChallengesBefore,
  insertChallenge,
  readOpenChallenge,
  updateMfa,
} from "./mfa.data.ts";

const CODE_PURPOSE = "login-code";
/** Lifetime of a login code. */
const CODE_LIFETIME_SECONDS = lifetimes["login-code"];
const MAX_CODE_ATTEMPTS = 5;
/**
 * Codes sent to an account in an hour and not used: someone who knows the password cannot flood the mailbox.
 */
const MAX_UNUSED_CODES = 5;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Sends a login code and returns the token that has to come back with it. The caller holds the account's row
 * lock.
 *
 * @throws Failure E0010 if too many codes were sent and not used
 */
export async function sendLoginCode(
  context: Context,
  tx: Executor,
  { user, device }: { user: UserRow; device: Device },
): Promise<z.output<typeof codeRequired>> {
  const { id: accountId } = user;
  const now = context.clock.now();
  await assertCodeAllowance(tx, accountId, now);
  const token = makeToken();
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
  await insertChallenge(tx, {
    tokenHash: hashToken(token),
    accountId,
    codeMark: hmacCode(context, token, code),
    expiresAt: new Date(now.getTime() + CODE_LIFETIME_SECONDS * 1000),
  });
  await notify(
    context,
    tx,
    "login-code",
    { ...user, email: requireEmail(user) },
    {
      code,
      lifetimeSeconds: CODE_LIFETIME_SECONDS,
    },
  );
  await recordEvent(context, tx, { accountId, kind: "code-sent", device });
  return { session_token: token };
}

/**
 * Sends another code for a login. It replaces the former code, which the countdown in the browser and the limit of codes
 * per hour keep rare.
 *
 * @throws Failure E0015 for a token that is unknown, used, replaced or expired, E0010 if the last code was sent just now or
 * too many were sent, E0082 if the account is suspended
 */
export async function resendLoginCode(
  context: Context,
  { sessionToken = "", device }: { sessionToken: string | undefined; device: Device },
): Promise<z.output<typeof codeRequired>> {
  const challenge = { tokenHash: hashToken(sessionToken), maxAttempts: MAX_CODE_ATTEMPTS };
  const found = await readOpenChallenge(context.db, { ...challenge, now: context.clock.now() });
  if (found === undefined) throw new Failure("E0015");
  return context.db.transaction().execute(async (tx) => {
    const owner = await lockUser(tx, found.accountId);
    const now = context.clock.now();
    const open = await readOpenChallenge(tx, { ...challenge, now });
    if (owner === undefined || open === undefined) throw new Failure("E0015");
    if (await isSuspendedAccount(tx, found.accountId)) throw new Failure("E0082");
    const sentAt = Date.parse(open.expiresAt) - CODE_LIFETIME_SECONDS * 1000;
    const retryAfter = (sentAt - now.getTime()) / 1000 + CODE_RESEND_S;
    if (retryAfter > 0) throw new Failure("E0010", { retryAfter });
    const answer = await sendLoginCode(context, tx, { user: owner.user, device });
    await closeChallenge(tx, challenge);
    return answer;
  });
}

/**
 * Returns the account of a login that waits for its code.
 *
 * @throws Failure E0015 for a token that is unknown, used or expired
 */
export async function findChallengeAccount({ db, clock }: Context, sessionToken: string): Promise<string> {
  const challenge = { tokenHash: hashToken(sessionToken), maxAttempts: MAX_CODE_ATTEMPTS, now: clock.now() };
  const found = await readOpenChallenge(db, challenge);
  if (found === undefined) throw new Failure("E0015");
  return found.accountId;
}

async function assertCodeAllowance(tx: Executor, accountId: string, now: Date): Promise<void> {
  const sentBefore = now.getTime() - HOUR_MS;
  const sent = await countChallenges(tx, accountId, new Date(sentBefore + CODE_LIFETIME_SECONDS * 1000));
  if (sent.count < MAX_UNUSED_CODES || sent.firstExpiresAt === null) return;
  const firstSent = Date.parse(sent.firstExpiresAt) - CODE_LIFETIME_SECONDS * 1000;
  throw new Failure("E0010", { retryAfter: Math.max(1, (firstSent - sentBefore) / 1000) });
}

/**
 * Returns the HMAC of a code, bound to its challenge: the same code has a different HMAC in every other
 * challenge.
 */
function hmacCode({ encryption }: Context, token: string, code: string): Buffer {
  return encryption.hmac(CODE_PURPOSE, `${token} ${code}`);
}

function requireEmail({ email }: UserRow): string {
  if (email === null) throw new Error("login codes are enabled for an account without an email address");
  return email;
}

/** A challenge whose code was typed correctly and that is not consumed yet. */
export type VerifiedChallenge = { accountId: string; tokenHash: Buffer };

/**
 * Compares the typed code with the one that was sent. Every attempt counts, concurrent ones too.
 *
 * @throws Failure E0014 for a wrong code, E0015 if no further attempt is allowed
 */
export async function verifyCode(
  context: Context,
  input: { sessionToken: string | undefined; code: string; device: Device },
): Promise<VerifiedChallenge> {
  const { sessionToken = "", device } = input;
  const tokenHash = hashToken(sessionToken);
  const challenge = await countCodeAttempt(context.db, tokenHash, {
    now: context.clock.now(),
    maxAttempts: MAX_CODE_ATTEMPTS,
  });
  if (challenge === undefined) throw new Failure("E0015");
  const { accountId, codeMark, tries } = challenge;
  // Copied codes may contain the space that mail clients display.
  const code = input.code.replaceAll(/\s/g, "");
  const marks = context.encryption.hmacs(CODE_PURPOSE, `${sessionToken} ${code}`);
  if (marks.some((mark) => timingSafeEqual(codeMark, mark))) return { accountId, tokenHash };
  await recordEvent(context, context.db, { accountId, kind: "code-failed", device });
  throw new Failure(tries < MAX_CODE_ATTEMPTS ? "E0014" : "E0015");
}

/**
 * Consumes a challenge, once.
 *
 * @throws Failure E0015 if it was consumed concurrently
 */
export async function consumeChallenge(tx: Executor, { tokenHash }: VerifiedChallenge): Promise<void> {
  if (!(await deleteChallenge(tx, tokenHash))) throw new Failure("E0015");
}

/** Deletes expired challenges. They count towards the hourly limit, so they are kept for an hour. */
export async function deleteOldChallenges({ db, clock }: Context): Promise<void> {
  await deleteChallengesBefore(db, new Date(clock.now().getTime() - HOUR_MS));
}

/**
 * Toggles login codes and notifies the owner by email.
 *
 * @throws Failure E0000 if the account has no confirmed email address, E0018 if codes are switched off
 * without a fresh login
 */
export async function toggleMfa(
  context: Context,
  { session, device }: { session: Session; device: Device },
): Promise<User> {
  const { accountId } = session;
  return context.db.transaction().execute(async (tx) => {
    const found = await lockUser(tx, accountId);
    if (found === undefined) throw new Failure("E0003");
    const { mfa_enabled: wasOn, email } = found.user;
    if (wasOn) await requireFreshLogin(context, tx, session);
    if (email === null || !found.verified) throw new Failure("E0000", { message: noEmailMessage });
    const kind = wasOn ? "codes-switched-off" : "codes-switched-on";
    const user = await updateMfa(tx, accountId, !wasOn);
    await recordEvent(context, tx, { accountId, kind, device });
    await notify(context, tx, kind, found.user, { link: settingsLink(context) });
    return toUser(context, tx, user);
  });
}

const noEmailMessage = "Login codes are sent by email, but this account has no confirmed email address.";
