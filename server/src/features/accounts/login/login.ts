import type { codeRequired, SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import type { z } from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { dummyHash, verifyPassword } from "../passwords/password-hash.ts";
import { hasLoggedIn } from "../privacy/security-events.data.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { deleteSession } from "../sessions/sessions.data.ts";
import { createSession } from "../sessions/sessions.ts";
import { isSuspendedAccount, lockUser, readCredentials, type UserRow } from "../users/users.data.ts";
import { toUser } from "../users/users.ts";
import { checkLoginThrottle, recordLoginSuccess } from "./login-throttle.ts";
import { consumeChallenge, sendLoginCode, verifyCode } from "./mfa.ts";

export type LoginInput = {
  /** Email address of the account, in any letter case. */
  username: string;
  password: string;
  device: Device;
  /** The caller's previous session; the new one replaces it. */
  session: Session | undefined;
};

/**
 * Logs in with a password: starts a session, or sends a login code if the account has codes enabled. A wrong
 * password, an unknown username and an account without a password fail with the same message, status and
 * duration.
 *
 * @throws Failure E0013 if the credentials are wrong, E0010 if there were too many attempts
 */
export async function logIn(
  context: Context,
  { username, password, device, session }: LoginInput,
): Promise<SignedIn | z.output<typeof codeRequired>> {
  const loginTry = await checkLoginThrottle(context, {
    username: username.toLowerCase(),
    address: device.address,
  });
  const credentials = await readCredentials(context.db, username);
  const matches = await verifyPassword(password, credentials?.passwordHash ?? dummyHash);
  if (credentials === undefined || !matches) {
    await recordEvent(context, context.db, { accountId: credentials?.user.id, kind: "login-failed", device });
    throw new Failure("E0013");
  }
  await recordLoginSuccess(context, loginTry);
  return context.db.transaction().execute(async (tx) => {
    const current = await lockUser(tx, credentials.user.id);
    // A password change ends all sessions. A login with the old password must not survive it.
    if (current === undefined || current.passwordHash !== credentials.passwordHash)
      throw new Failure("E0013");
    return startSessionOrSendCode(context, tx, { user: current.user, device, session, by: "password" });
  });
}

/**
 * Completes a login with the code sent by email.
 *
 * @throws Failure E0014 for a wrong code, E0015 if the login has to start over
 */
export async function completeMfaLogin(
  context: Context,
  input: { sessionToken: string | undefined; code: string; device: Device; session: Session | undefined },
): Promise<SignedIn> {
  const { device, session } = input;
  const challenge = await verifyCode(context, input);
  return context.db.transaction().execute(async (tx) => {
    const row = await lockUser(tx, challenge.accountId);
    if (row === undefined) throw new Failure("E0015");
    await consumeChallenge(tx, challenge);
    return startSession(context, tx, { user: row.user, device, session, by: "code" });
  });
}

/** A user whose identity is verified, and how it was verified. */
export type VerifiedUser = {
  user: UserRow;
  device: Device;
  session: Session | undefined;
  by: "password" | "code" | "network" | "sign-up" | "passkey";
};

/**
 * Starts a session for a verified user, or sends a login code first if the account has codes enabled. The
 * caller holds the account's row lock.
 *
 * @throws Failure E0010 if too many codes were sent and not used, E0082 if the account is suspended
 */
export async function startSessionOrSendCode(
  context: Context,
  tx: Executor,
  arrival: VerifiedUser,
): Promise<SignedIn | z.output<typeof codeRequired>> {
  const { user, device } = arrival;
  await assertNotSuspended(tx, user);
  return user.mfa_enabled ? sendLoginCode(context, tx, { user, device }) : startSession(context, tx, arrival);
}

/** Starts a session for a verified user and ends the previous one. @throws Failure E0082 if the account is suspended */
export async function startSession(
  context: Context,
  tx: Executor,
  { user, device, session, by }: VerifiedUser,
): Promise<SignedIn> {
  const { id: accountId } = user;
  await assertNotSuspended(tx, user);
  await endPreviousSession(tx, session);
  const isFirst = !(await hasLoggedIn(tx, accountId));
  await recordEvent(context, tx, { accountId, kind: "logged-in", device, detail: { by } });
  const token = await createSession(context, tx, { accountId, device });
  return { token, user: await toUser(context, tx, user), first_login: isFirst };
}

/** Called once the user has proved who they are, so that the error tells nobody else. */
async function assertNotSuspended(tx: Executor, { id }: UserRow): Promise<void> {
  if (await isSuspendedAccount(tx, id)) throw new Failure("E0082");
}

async function endPreviousSession(tx: Executor, session: Session | undefined): Promise<void> {
  if (session?.sessionId !== undefined) await deleteSession(tx, session.accountId, session.sessionId);
}
