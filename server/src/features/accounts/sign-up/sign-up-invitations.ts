import { otherInviteeMessage } from "@wrapsody/shared/accounts/accounts.ts";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import {
  type getInvitation,
  invitedMemberMessage,
  type postSignUpInvitation,
  type SignUpInvitation,
} from "@wrapsody/shared/operations/site-settings.ts";
import * as z from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import type { Administrator } from "../admin/manage-users.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { lifetimes, signUpLink } from "../site-links.ts";
import { lockContactByEmail } from "../users/users.data.ts";
import {
  deleteInvitation,
  deleteInvitationOf,
  isSameAddress,
  lockInvitation,
  upsertInvitation,
} from "./sign-up-invitations.data.ts";

/**
 * Emails an invitation to sign up. It replaces an earlier one for the address.
 *
 * @throws Failure E0007 on `email` for an address that has an account
 */
export async function inviteToSignUp(
  context: Context,
  { body, session, device }: Administrator & { body: BodyOf<typeof postSignUpInvitation> },
): Promise<SignUpInvitation> {
  const { email, language } = body;
  const { accountId } = session;
  const now = context.clock.now();
  const code = makeToken();
  const lifetimeSeconds = lifetimes["sign-up-invited"];
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  return context.db.transaction().execute(async (tx) => {
    if (await lockContactByEmail(tx, email)) throw onEmail("E0007", invitedMemberMessage);
    const invitation = { email, language, codeHash: hashToken(code), invitedBy: accountId, now, expiresAt };
    const row = await upsertInvitation(tx, invitation);
    await recordEvent(context, tx, { accountId, kind: "sign-up-invited", device, detail: { by: accountId } });
    const recipient = { email, language, name: "" };
    const link = signUpLink(context, code);
    await notify(context, tx, "sign-up-invited", recipient, { link, lifetimeSeconds });
    return row;
  });
}

/** Revokes an invitation, also for a sign-up that is not confirmed yet. A repeat does nothing. */
export async function revokeInvitation(
  context: Context,
  { id, session, device }: Administrator & { id: string },
): Promise<void> {
  if (!z.guid().safeParse(id).success) return;
  const { accountId } = session;
  await context.db.transaction().execute(async (tx) => {
    if (!(await deleteInvitation(tx, id))) return;
    const event = { accountId, kind: "sign-up-invitation-revoked", device } as const;
    await recordEvent(context, tx, { ...event, detail: { by: accountId } });
  });
}

/** @throws Failure E0020 for a wrong, used, revoked or expired code */
export async function showInvitation(
  { db, clock }: Context,
  code: string,
): Promise<AnswerOf<typeof getInvitation>> {
  const invitation = await lockInvitation(db, hashToken(code), clock.now());
  if (invitation === undefined) throw new Failure("E0020");
  return { email: invitation.email };
}

/**
 * Checks that an address may sign up. Returns the invitation that allows it, if one is needed; it is used up when the
 * account is created.
 *
 * @throws Failure E0061 on `email` if sign-up is closed, E0060 on `email` without a valid invitation, E0007 on `email`
 *   for an invitation to another address
 */
export async function assertSignUpAllowed(
  { site, clock }: Context,
  tx: Executor,
  { email, invitation: code }: { email: string; invitation: string | undefined },
): Promise<string | undefined> {
  const { sign_up: mode } = await site.readIn(tx);
  if (mode === "open") return undefined;
  if (mode === "closed") throw onEmail("E0061");
  const invitation = code === undefined ? undefined : await lockInvitation(tx, hashToken(code), clock.now());
  if (invitation === undefined) throw onEmail("E0060");
  if (!(await isSameAddress(tx, email, invitation.email))) throw onEmail("E0007", otherInviteeMessage);
  return invitation.id;
}

/**
 * Checks that an identity of a streaming service may get a new account, and uses up the invitation of its address, which
 * the service has verified.
 *
 * @throws Failure E0061 if sign-up is closed, E0060 without an invitation
 */
export async function assertSocialSignUpAllowed(
  { site, clock }: Context,
  tx: Executor,
  email: string | null,
): Promise<void> {
  const { sign_up: mode } = await site.readIn(tx);
  if (mode === "closed") throw new Failure("E0061");
  const isInvited = email !== null && (await deleteInvitationOf(tx, email, clock.now()));
  if (mode === "invitation" && !isInvited) throw new Failure("E0060");
}

function onEmail(code: "E0007" | "E0060" | "E0061", message: string = errorCodes[code].message): Failure {
  return new Failure(code, { errors: [{ field: "email", message }] });
}
