import type { MemberRole, Membership } from "@wrapsody/shared/accounts/accounts.ts";
import type { Member, MemberInvitation } from "@wrapsody/shared/accounts/members.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { isSuspended } from "../users/users.data.ts";

type Pair = { accountId: string; memberId: string };

/** Session of a member in an account. */
type Acting = { role: MemberRole; userType: "provider" | "artist" };

/** Reads what a member acts with in an account now. Nobody acts for a suspended account. */
export async function readActing(db: Executor, { accountId, memberId }: Pair): Promise<Acting | undefined> {
  const { rows } = await sql<Acting>`
    select m.role, a.user_type as "userType" from account_member m join account a on a.id = m.account_id
    where m.account_id = ${accountId} and m.member_id = ${memberId} and not ${isSuspended}`.execute(db);
  return rows[0];
}

/** Reads the role of a member in an account now. */
export async function readMemberRole(db: Executor, pair: Pair): Promise<MemberRole | undefined> {
  return (await readActing(db, pair))?.role;
}

/** Lists the other accounts that a person works for. */
export async function listMemberships(db: Executor, memberId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select a.id as account_id, a.name, m.role from account_member m join account a on a.id = m.account_id
    where m.member_id = ${memberId} order by lower(a.name), a.id`.execute(db);
  return rows;
}

/**
 * Locks the account, so that changes of its members happen one after the other. Every such change locks it before any row of members
 * and invitations. Returns undefined if it has just been deleted.
 */
export async function lockAccountOfMembers(
  tx: Executor,
  accountId: string,
): Promise<{ name: string; email: string | null } | undefined> {
  const { rows } = await sql<{ name: string; email: string | null }>`
    select name, email from account where id = ${accountId} for no key update`.execute(tx);
  return rows[0];
}

const memberColumns = sql`m.member_id as id, a.name, a.email, m.role, false as is_holder, m.invited_at, m.accepted_at`;

/** Lists the members of an account, its own login first. */
export async function listMembers(db: Executor, accountId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, name, email, 'OWNER' as role, true as is_holder, null as invited_at, null as accepted_at
    from account where id = ${accountId}
    union all
    (select ${memberColumns} from account_member m join account a on a.id = m.member_id
    where m.account_id = ${accountId} order by m.accepted_at, m.member_id)`.execute(db);
  return rows;
}

export async function readMember(db: Executor, { accountId, memberId }: Pair): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${memberColumns} from account_member m join account a on a.id = m.member_id
    where m.account_id = ${accountId} and m.member_id = ${memberId}`.execute(db);
  return rows[0];
}

export async function updateRole(
  tx: Executor,
  { accountId, memberId }: Pair,
  role: MemberRole,
): Promise<void> {
  await sql`
    update account_member set role = ${role}
    where account_id = ${accountId} and member_id = ${memberId}`.execute(tx);
}

/** Deletes a membership. Returns whether it existed. */
export async function deleteMemberRow(tx: Executor, { accountId, memberId }: Pair): Promise<boolean> {
  const { rows } = await sql`
    delete from account_member where account_id = ${accountId} and member_id = ${memberId} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Deletes the open invitations to an account that one of its owners sent. */
export async function deleteInvitationsBy(tx: Executor, { accountId, memberId }: Pair): Promise<void> {
  await sql`
    delete from member_invitation where account_id = ${accountId} and invited_by = ${memberId}`.execute(tx);
}

export async function insertMember(
  tx: Executor,
  { accountId, memberId, role, invitedAt, now }: Pair & { role: MemberRole; invitedAt: string; now: Date },
): Promise<void> {
  await sql`
    insert into account_member (account_id, member_id, role, invited_at, accepted_at)
    values (${accountId}, ${memberId}, ${role}, ${invitedAt}, ${now})`.execute(tx);
}

/** Whether an address, in any letter case, belongs to the account's own login or to one of its members. */
export async function isMemberAddress(tx: Executor, accountId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from account a where lower(a.email) = lower(${email}) and (a.id = ${accountId} or exists (
      select from account_member m where m.account_id = ${accountId} and m.member_id = a.id))`.execute(tx);
  return rows.length > 0;
}

/** Counts the members and invitations of an account, except an invitation to `email`. */
export async function countMembers(tx: Executor, accountId: string, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from account_member where account_id = ${accountId}) +
      (select count(*) from member_invitation
      where account_id = ${accountId} and lower(email) <> lower(${email})))::int as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

const invitationColumns = sql`i.id, i.email, i.role, i.language, b.name as invited_by, i.created_at, i.expires_at`;

export async function listInvitations(db: Executor, accountId: string): Promise<MemberInvitation[]> {
  const { rows } = await sql<MemberInvitation>`
    select ${invitationColumns} from member_invitation i join account b on b.id = i.invited_by
    where i.account_id = ${accountId} order by i.created_at desc, i.id`.execute(db);
  return rows;
}

export type NewInvitation = {
  accountId: string;
  email: string;
  role: MemberRole;
  language: Language;
  codeHash: Buffer;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
};

/** Inserts an invitation, which replaces an earlier one of the account for the address. */
export async function upsertInvitation(tx: Executor, invitation: NewInvitation): Promise<MemberInvitation> {
  const { accountId, email, role, language, codeHash, invitedBy, now, expiresAt } = invitation;
  const { rows } = await sql<MemberInvitation>`
    with i as (
      insert into member_invitation (account_id, email, role, language, code_hash, invited_by, created_at, expires_at)
      values (${accountId}, ${email}, ${role}, ${language}, ${codeHash}, ${invitedBy}, ${now}, ${expiresAt})
      on conflict (account_id, lower(email)) do update set email = excluded.email, role = excluded.role,
        language = excluded.language, code_hash = excluded.code_hash, invited_by = excluded.invited_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      returning *
    )
    select ${invitationColumns} from i join account b on b.id = i.invited_by`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("invitation was not inserted");
  return row;
}

type InvitationKey = { accountId: string; id: string };

export async function readInvitation(
  tx: Executor,
  { accountId, id }: InvitationKey,
): Promise<MemberInvitation | undefined> {
  const { rows } = await sql<MemberInvitation>`
    select ${invitationColumns} from member_invitation i join account b on b.id = i.invited_by
    where i.account_id = ${accountId} and i.id = ${id}`.execute(tx);
  return rows[0];
}

/** Deletes an invitation. Returns whether it existed. */
export async function deleteInvitation(tx: Executor, { accountId, id }: InvitationKey): Promise<boolean> {
  const { rows } = await sql`
    delete from member_invitation where account_id = ${accountId} and id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

type FoundInvitation = {
  id: string;
  accountId: string;
  account: string;
  email: string;
  role: MemberRole;
  createdAt: string;
  expiresAt: string;
};

/** Finds the valid invitation of a code. */
export async function findInvitation(
  db: Executor,
  codeHash: Buffer,
  now: Date,
): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    select i.id, i.account_id as "accountId", a.name as account, i.email, i.role, i.created_at as "createdAt",
      i.expires_at as "expiresAt"
    from member_invitation i join account a on a.id = i.account_id
    where i.code_hash = ${codeHash} and i.expires_at > ${now}`.execute(db);
  return rows[0];
}

export async function deleteInvitationsExpiredBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from member_invitation where expires_at <= ${before}`.execute(db);
}

/** Lists the members of an account for its data export. */
export async function listOwnMembers(db: Executor, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select m.member_id, a.name, a.email, m.role, m.invited_at, m.accepted_at
    from account_member m join account a on a.id = m.member_id
    where m.account_id = ${accountId} order by m.accepted_at, m.member_id`.execute(db);
  return rows;
}

/** Lists the accounts that a person works for, for their data export. */
export async function listOwnMemberships(db: Executor, memberId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select m.account_id, a.name as account, m.role, m.invited_at, m.accepted_at
    from account_member m join account a on a.id = m.account_id
    where m.member_id = ${memberId} order by m.accepted_at, m.account_id`.execute(db);
  return rows;
}

/** Lists the invitations to an account, by it, and to the address of its login, for its data export. */
export async function listOwnInvitations(db: Executor, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select i.account_id, a.name as account, i.email, i.role, i.language, i.created_at, i.expires_at
    from member_invitation i join account a on a.id = i.account_id
    where i.account_id = ${accountId} or i.invited_by = ${accountId}
      or lower(i.email) = (select lower(email) from account where id = ${accountId})
    order by i.created_at, i.id`.execute(db);
  return rows;
}
