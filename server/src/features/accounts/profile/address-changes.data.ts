import { type Executor, sql } from "../../../platform/database/database.ts";

type NewChange = {
  accountId: string;
  former: string | null;
  email: string;
  codeHash: Buffer;
  now: Date;
  expiresAt: Date;
};

/** Inserts a request, which replaces a pending one of the account. The caller holds the account's row lock. */
export async function replacePendingChange(tx: Executor, change: NewChange): Promise<void> {
  await deletePendingChange(tx, change.accountId);
  await sql`
    insert into address_change (account_id, former, email, code_hash, requested_at, expires_at)
    values (${change.accountId}, ${change.former}, ${change.email}, ${change.codeHash}, ${change.now}, ${change.expiresAt})`.execute(
    tx,
  );
}

/** Deletes the pending request of an account. Returns whether there was one. */
export async function deletePendingChange(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from address_change where account_id = ${accountId} and confirmed_at is null returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function readPendingChange(
  db: Executor,
  accountId: string,
  now: Date,
): Promise<{ email: string; expires_at: string } | undefined> {
  const { rows } = await sql<{ email: string; expires_at: string }>`
    select email, expires_at from address_change
    where account_id = ${accountId} and confirmed_at is null and expires_at > ${now}`.execute(db);
  return rows[0];
}

export type AddressChange = {
  id: string;
  accountId: string;
  former: string | null;
  email: string;
  requestedAt: string;
  confirmedAt: string | null;
};

const columns = sql`id, account_id as "accountId", former, email, requested_at as "requestedAt",
  confirmed_at as "confirmedAt"`;

/** Finds the change that a link confirms, also one that it has confirmed. */
export async function findChangeByCode(
  db: Executor,
  codeHash: Buffer,
  now: Date,
): Promise<AddressChange | undefined> {
  const { rows } = await sql<AddressChange>`
    select ${columns} from address_change
    where code_hash = ${codeHash} and undone_at is null and expires_at > ${now}`.execute(db);
  return rows[0];
}

/** Finds the change that a link undoes. */
export async function findChangeByUndoCode(
  db: Executor,
  undoHash: Buffer,
  now: Date,
): Promise<(AddressChange & { former: string }) | undefined> {
  const { rows } = await sql<AddressChange & { former: string }>`
    select ${columns} from address_change
    where undo_hash = ${undoHash} and undone_at is null and expires_at > ${now}`.execute(db);
  return rows[0];
}

export async function markConfirmed(
  tx: Executor,
  { id, undoHash, now, expiresAt }: { id: string; undoHash: Buffer | null; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    update address_change set confirmed_at = ${now}, undo_hash = ${undoHash}, expires_at = ${expiresAt}
    where id = ${id}`.execute(tx);
}

/** Marks a change and all later ones of its account as undone, and deletes the pending one. */
export async function markUndoneFrom(tx: Executor, change: AddressChange, now: Date): Promise<void> {
  await deletePendingChange(tx, change.accountId);
  await sql`
    update address_change set undone_at = ${now}
    where account_id = ${change.accountId} and id >= ${change.id} and undone_at is null`.execute(tx);
}

/**
 * Sets the confirmed address of an account.
 *
 * @throws a unique violation if another account has it
 */
export async function updateAddress(
  tx: Executor,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<void> {
  await sql`update account set email = ${email}, verified_at = ${now} where id = ${accountId}`.execute(tx);
}

/** Whether an account other than `accountId` has the address, in any letter case. */
export async function isTakenAddress(tx: Executor, accountId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where lower(email) = lower(${email}) and id <> ${accountId}`.execute(tx);
  return rows.length > 0;
}

/** Deletes the codes that were emailed to the former address: of password resets and of logins. */
export async function deleteEmailedCodes(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from password_reset where account_id = ${accountId}`.execute(tx);
  await sql`delete from mfa_challenge where account_id = ${accountId}`.execute(tx);
}

/** Removes the password, and the streaming services that were linked since a time. */
export async function revokeLogins(tx: Executor, accountId: string, since: string): Promise<void> {
  await sql`update account set password_hash = null where id = ${accountId}`.execute(tx);
  await sql`delete from social_login where account_id = ${accountId} and created_at >= ${since}`.execute(tx);
}

type OwnChange = {
  former: string | null;
  email: string;
  requested_at: string;
  expires_at: string;
  confirmed_at: string | null;
  undone_at: string | null;
};

/** Lists the changes of an account for its data export, latest first. */
export async function listOwnAddressChanges(db: Executor, accountId: string): Promise<OwnChange[]> {
  const { rows } = await sql<OwnChange>`
    select former, email, requested_at, expires_at, confirmed_at, undone_at from address_change
    where account_id = ${accountId} order by id desc`.execute(db);
  return rows;
}

/** Deletes changes that nobody can confirm or undo any more. */
export async function deleteExpiredAddressChanges(db: Executor, now: Date): Promise<void> {
  await sql`delete from address_change where expires_at <= ${now}`.execute(db);
}
