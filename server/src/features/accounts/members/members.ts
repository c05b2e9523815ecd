import type { MemberRole } from "@wrapsody/shared/accounts/accounts.ts";
import type { getMembers, Member } from "@wrapsody/shared/accounts/members.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import * as z from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { settingsLink } from "../site-links.ts";
import { readContact } from "../users/users.data.ts";
import {
  deleteInvitationsBy,
  deleteMemberRow,
  listInvitations,
  listMembers,
  lockAccountOfMembers,
  readActing,
  readMember,
  updateRole,
} from "./members.data.ts";

/** An owner, or the account itself, who changes its members. */
export type Owner = { session: Session; device: Device };

/** Returns the session of a member who works for another account; undefined if they are not its member now. */
export async function findMemberSession(
  { db }: Pick<Context, "db">,
  session: Session,
  accountId: string,
): Promise<Session | undefined> {
  // API keys act for their own account only.
  if (session.sessionId === undefined || !z.guid().safeParse(accountId).success) return undefined;
  const acting = await readActing(db, { accountId, memberId: session.accountId });
  if (acting === undefined) return undefined;
  const { role, userType } = acting;
  const member = { accountId: session.accountId, role };
  // Whatever the account itself may administer, its members may not.
  return { accountId, member, role: "PROVIDER", userType, sessionId: session.sessionId };
}

export async function showMembers(
  { db }: Context,
  { accountId }: Session,
): Promise<AnswerOf<typeof getMembers>> {
  const [members, invitations] = await Promise.all([
    listMembers(db, accountId),
    listInvitations(db, accountId),
  ]);
  return { members, invitations };
}

/**
 * Locks the account and checks that the caller is still one of its owners: of two owners who remove each other at the same instant, the
 * second is no owner any more.
 *
 * @throws Failure E0003 if the account has just been deleted, E0074 and E0075 if the caller has just been removed or lost the role
 */
export async function lockAsOwner(
  tx: Executor,
  { accountId, member }: Session,
): Promise<{ name: string; email: string | null }> {
  const account = await lockAccountOfMembers(tx, accountId);
  if (account === undefined) throw new Failure(member === undefined ? "E0003" : "E0074");
  if (member === undefined) return account;
  const acting = await readActing(tx, { accountId, memberId: member.accountId });
  if (acting === undefined) throw new Failure("E0074");
  if (acting.role !== "OWNER") throw new Failure("E0075");
  return account;
}

/** The account's own login is an owner for ever, so an account never lacks one. */
function assertNotHolder({ accountId }: Session, id: string): void {
  if (id !== accountId) return;
  throw new Failure("E0004", { message: "The account’s own login always stays its owner." });
}

/**
 * Changes the role of a member. Who is no owner any more loses the invitations that they sent.
 *
 * @throws Failure E0001 for someone who is no member, E0004 for the account's own login
 */
export async function changeRole(
  context: Context,
  { session, device, id, role }: Owner & { id: string; role: MemberRole },
): Promise<Member> {
  const { accountId } = session;
  assertNotHolder(session, id);
  if (!z.guid().safeParse(id).success) throw notFound();
  const pair = { accountId, memberId: id };
  return context.db.transaction().execute(async (tx) => {
    await lockAsOwner(tx, session);
    const member = await readMember(tx, pair);
    if (member === undefined) throw notFound();
    if (member.role === role) return member;
    await updateRole(tx, pair, role);
    if (role !== "OWNER") await deleteInvitationsBy(tx, pair);
    const detail = { member: id, role };
    await recordEvent(context, tx, { accountId, kind: "member-role-changed", device, detail });
    return { ...member, role };
  });
}

/**
 * Removes a member with the invitations that they sent. A repeat does nothing.
 *
 * @throws Failure E0004 for the account's own login
 */
export async function removeMember(
  context: Context,
  { session, device, id }: Owner & { id: string },
): Promise<void> {
  assertNotHolder(session, id);
  if (!z.guid().safeParse(id).success) return;
  const { accountId } = session;
  await context.db.transaction().execute(async (tx) => {
    const { name } = await lockAsOwner(tx, session);
    if (!(await endMembership(context, tx, { accountId, memberId: id, device }))) return;
    const former = await readContact(tx, id);
    await notify(context, tx, "member-removed", former, { account: name, link: settingsLink(context) });
  });
}

/** Ends the caller's own membership. A repeat does nothing. */
export async function leaveAccount(
  context: Context,
  { session, device, id: accountId }: Owner & { id: string },
): Promise<void> {
  if (!z.guid().safeParse(accountId).success) return;
  const by = { ...device, memberId: session.accountId };
  await context.db.transaction().execute(async (tx) => {
    if ((await lockAccountOfMembers(tx, accountId)) === undefined) return;
    await endMembership(context, tx, { accountId, memberId: session.accountId, device: by });
  });
}

/** Returns whether there was one. */
async function endMembership(
  context: Context,
  tx: Executor,
  { accountId, memberId, device }: { accountId: string; memberId: string; device: Device },
): Promise<boolean> {
  const pair = { accountId, memberId };
  if (!(await deleteMemberRow(tx, pair))) return false;
  await deleteInvitationsBy(tx, pair);
  const detail = { member: memberId };
  await recordEvent(context, tx, { accountId, kind: "member-removed", device, detail });
  return true;
}
