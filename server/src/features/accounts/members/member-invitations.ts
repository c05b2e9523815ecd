import { type Membership, otherInviteeMessage } from "@wrapsody/shared/accounts/accounts.ts";
import {
  existingMemberMessage,
  type getMemberInvitation,
  MAX_MEMBERS,
  type MemberInvitation,
  type postMemberInvitation,
  tooManyMembersMessage,
} from "@wrapsody/shared/accounts/members.ts";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import * as z from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { isSameAddress } from "../sign-up/sign-up-invitations.data.ts";
import { lifetimes, memberInvitationLink, settingsLink } from "../site-links.ts";
import { readContact } from "../users/users.data.ts";
import {
  countMembers,
  deleteInvitation,
  deleteInvitationsExpiredBefore,
  findInvitation,
  insertMember,
  isMemberAddress,
  lockAccountOfMembers,
  readInvitation,
  readMember,
  upsertInvitation,
} from "./members.data.ts";
import { lockAsOwner, type Owner } from "./members.ts";

type Invitee = BodyOf<typeof postMemberInvitation>;

/**
 * Emails an invitation to work for the account. It replaces an earlier one for the address.
 *
 * @throws Failure E0007 on `email` for a member, and if the account has too many
 */
export async function inviteMember(
  context: Context,
  { session, device, body }: Owner & { body: Invitee },
): Promise<MemberInvitation> {
  return context.db.transaction().execute(async (tx) => {
    const { name } = await lockAsOwner(tx, session);
    return sendInvitation(context, tx, { session, device, account: name, invitee: body });
  });
}

/**
 * Emails an invitation again with a new code; the former one stops working.
 *
 * @throws Failure E0001 if it was accepted or revoked
 */
export async function resendInvitation(
  context: Context,
  { session, device, id }: Owner & { id: string },
): Promise<MemberInvitation> {
  if (!z.guid().safeParse(id).success) throw notFound();
  return context.db.transaction().execute(async (tx) => {
    const { name } = await lockAsOwner(tx, session);
    const invitee = await readInvitation(tx, { accountId: session.accountId, id });
    if (invitee === undefined) throw notFound();
    return sendInvitation(context, tx, { session, device, account: name, invitee });
  });
}

async function sendInvitation(
  context: Context,
  tx: Executor,
  { session, device, account, invitee }: Owner & { account: string; invitee: Invitee },
): Promise<MemberInvitation> {
  const { accountId, member } = session;
  const { email, role, language } = invitee;
  if (await isMemberAddress(tx, accountId, email)) throw onEmail(existingMemberMessage);
  if ((await countMembers(tx, accountId, email)) >= MAX_MEMBERS) throw onEmail(tooManyMembersMessage);
  const now = context.clock.now();
  const code = makeToken();
  const lifetimeSeconds = lifetimes["member-invited"];
  const invitation = await upsertInvitation(tx, {
    accountId,
    email,
    role,
    language,
    codeHash: hashToken(code),
    invitedBy: member?.accountId ?? accountId,
    now,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
  });
  await recordEvent(context, tx, { accountId, kind: "member-invited", device, detail: { role } });
  const link = memberInvitationLink(context, code);
  await notify(
    context,
    tx,
    "member-invited",
    { email, language, name: "" },
    { account, role, link, lifetimeSeconds },
  );
  return invitation;
}

/** Revokes an invitation. A repeat does nothing. */
export async function revokeInvitation(
  context: Context,
  { session, device, id }: Owner & { id: string },
): Promise<void> {
  if (!z.guid().safeParse(id).success) return;
  const { accountId } = session;
  await context.db.transaction().execute(async (tx) => {
    await lockAsOwner(tx, session);
    if (!(await deleteInvitation(tx, { accountId, id }))) return;
    await recordEvent(context, tx, { accountId, kind: "member-invitation-revoked", device });
  });
}

type Invited = { session: Session; code: string };

/**
 * Returns the invitation of a code to the person with its address.
 *
 * @throws Failure E0020 for a wrong, used, revoked or expired code, E0007 on `code` for another address
 */
export async function showMemberInvitation(
  context: Context,
  invited: Invited,
): Promise<AnswerOf<typeof getMemberInvitation>> {
  const { account, role, expiresAt } = await findOwnInvitation(context, context.db, invited);
  return { account, role, expires_at: expiresAt };
}

/**
 * Makes the caller a member, once. The former role of a member stays.
 *
 * @throws Failure E0020 for a wrong, used, revoked or expired code, E0007 on `code` for another address
 */
export async function acceptInvitation(
  context: Context,
  { device, ...invited }: Invited & { device: Device },
): Promise<Membership> {
  return context.db.transaction().execute(async (tx) => {
    const { id, accountId, account, role, createdAt } = await findOwnInvitation(context, tx, invited);
    await lockAccountOfMembers(tx, accountId);
    if (!(await deleteInvitation(tx, { accountId, id }))) throw new Failure("E0020");
    const memberId = invited.session.accountId;
    const now = context.clock.now();
    const isMember = (await readMember(tx, { accountId, memberId })) !== undefined;
    // The address moved to a member, or to the account itself, after the invitation.
    if (isMember || accountId === memberId) throw new Failure("E0020");
    await insertMember(tx, { accountId, memberId, role, invitedAt: createdAt, now });
    const by = { ...device, memberId };
    await recordEvent(context, tx, {
      accountId,
      kind: "member-joined",
      device: by,
      detail: { member: memberId, role },
    });
    await notifyHolder(context, tx, { accountId, memberId, role });
    return { account_id: accountId, name: account, role };
  });
}

/**
 * Deletes an invitation to the caller.
 *
 * @throws Failure E0020 for a wrong, used, revoked or expired code, E0007 on `code` for another address
 */
export async function declineInvitation(
  context: Context,
  { device, ...invited }: Invited & { device: Device },
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { id, accountId } = await findOwnInvitation(context, tx, invited);
    await lockAccountOfMembers(tx, accountId);
    if (!(await deleteInvitation(tx, { accountId, id }))) throw new Failure("E0020");
    const by = { ...device, memberId: invited.session.accountId };
    await recordEvent(context, tx, { accountId, kind: "member-invitation-declined", device: by });
  });
}

async function notifyHolder(
  context: Context,
  tx: Executor,
  { accountId, memberId, role }: { accountId: string; memberId: string; role: Membership["role"] },
): Promise<void> {
  const [holder, member] = [await readContact(tx, accountId), await readContact(tx, memberId)];
  const email = member?.email ?? "";
  await notify(context, tx, "member-joined", holder, { member: email, role, link: settingsLink(context) });
}

async function findOwnInvitation({ clock }: Context, db: Executor, { session, code }: Invited) {
  const invitation = await findInvitation(db, hashToken(code), clock.now());
  if (invitation === undefined) throw new Failure("E0020");
  const caller = await readContact(db, session.accountId);
  if (caller === undefined || !(await isSameAddress(db, caller.email, invitation.email)))
    throw new Failure("E0007", { errors: [{ field: "code", message: otherInviteeMessage }] });
  return invitation;
}

function onEmail(message: string): Failure {
  return new Failure("E0007", { errors: [{ field: "email", message }] });
}

/** Expired invitations can be sent again for this time, then they are deleted. */
const EXPIRED_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

export function deleteOldMemberInvitations({ db, clock }: Context): Promise<void> {
  return deleteInvitationsExpiredBefore(db, new Date(clock.now().getTime() - EXPIRED_RETENTION_MS));
}
