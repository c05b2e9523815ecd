import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../studio/ownership.data.ts";

/** A scheduled wrap that is not listed before `tx` ends. */
export type ScheduledSong = {
  id: number;
  pretty_id: string;
  name: string;
  artist: string;
  listed_from: string;
};

/** Locks a scheduled wrap against being listed, so that its release mails include what the transaction adds. */
export async function lockScheduledSong(tx: Executor, reference: string): Promise<ScheduledSong | undefined> {
  const { rows } = await sql<ScheduledSong>`
    select id, pretty_id, name, artist, listed_from from song
    where status = 'SCHEDULED' and ${matchesReference("pretty_id", reference)} for key share`.execute(tx);
  return rows[0];
}

type NewReminder = { songId: number; language: Language; now: Date };

/** Does nothing if the account has a reminder. */
export async function insertAccountReminder(
  tx: Executor,
  { songId, accountId, language, now }: NewReminder & { accountId: string },
): Promise<void> {
  await sql`
    insert into release_reminder (song_id, account_id, language, confirmed_at, created_at)
    values (${songId}, ${accountId}, ${language}, ${now}, ${now})
    on conflict (song_id, account_id) where account_id is not null do nothing`.execute(tx);
}

/**
 * Stores an address that has to be confirmed. Returns the id of its reminder if the mail with the link is due: not for a confirmed
 * address, nor within `pauseMs` of the last mail.
 */
export async function insertAddressReminder(
  tx: Executor,
  { songId, email, language, now, pauseMs }: NewReminder & { email: string; pauseMs: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into release_reminder as r (song_id, email, language, mailed_at, created_at)
    values (${songId}, ${email}, ${language}, ${now}, ${now})
    on conflict (song_id, lower(email)) where email is not null do update
      set mailed_at = excluded.mailed_at, created_at = excluded.created_at, language = excluded.language
      where r.confirmed_at is null and r.mailed_at <= ${new Date(now.getTime() - pauseMs)}
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Counts the unconfirmed reminders of an address that were mailed since a time. */
export async function countUnconfirmed(tx: Executor, email: string, since: Date): Promise<number> {
  const { rows } = await sql<{ unconfirmed: number }>`
    select count(*)::int as unconfirmed from release_reminder
    where lower(email) = lower(${email}) and confirmed_at is null and mailed_at > ${since}`.execute(tx);
  return rows[0]?.unconfirmed ?? 0;
}

/** Confirms the address of a reminder for a scheduled wrap. Returns the wrap; undefined if there is no such reminder any more. */
export async function confirmReminder(
  tx: Executor,
  id: string,
  { requestedAfter, now }: { requestedAfter: Date; now: Date },
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    update release_reminder r set confirmed_at = coalesce(r.confirmed_at, ${now})
    from song s
    where r.id = ${id}::bigint and r.email is not null and s.id = r.song_id and s.status = 'SCHEDULED'
      and (r.confirmed_at is not null or r.created_at > ${requestedAfter})
    returning s.name`.execute(tx);
  return rows[0];
}

/** Returns whether the account gets a mail about a scheduled wrap; undefined if there is no such wrap. */
export async function readAccountReminder(
  db: Executor,
  reference: string,
  accountId: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ on: boolean }>`
    select exists (select from release_reminder r where r.song_id = s.id and r.account_id = ${accountId})
      and not exists (select from mail_opt_out o where o.account_id = ${accountId} and o.topic = 'RELEASES') as "on"
    from song s where s.status = 'SCHEDULED' and ${matchesReference("pretty_id", reference, "s.")}`.execute(
    db,
  );
  return rows[0]?.on;
}

export async function deleteAccountReminder(
  db: Executor,
  reference: string,
  accountId: string,
): Promise<void> {
  await sql`
    delete from release_reminder r using song s
    where s.id = r.song_id and r.account_id = ${accountId} and ${matchesReference("pretty_id", reference, "s.")}`.execute(
    db,
  );
}

/** Deletes every reminder of a deleted wrap. */
export async function deleteReminders(tx: Executor, songId: number): Promise<void> {
  await sql`delete from release_reminder where song_id = ${songId}`.execute(tx);
}

/** Deletes the reminders of an address, of every wrap. */
export async function deleteAddressReminders(db: Executor, address: string): Promise<void> {
  await sql`delete from release_reminder where lower(email) = lower(${address})`.execute(db);
}

/** Deletes the reminders of an account's own address, before the account is deleted. */
export async function deleteOwnAddressReminders(tx: Executor, accountId: string): Promise<void> {
  await sql`
    delete from release_reminder
    where lower(email) = (select lower(email) from account where id = ${accountId})`.execute(tx);
}

/** Deletes reminders that nobody confirmed, and those of wraps without a date. */
export async function deleteStaleReminders(
  db: Executor,
  { unconfirmedBefore, unscheduledBefore }: { unconfirmedBefore: Date; unscheduledBefore: Date },
): Promise<void> {
  await sql`
    delete from release_reminder r using song s
    where s.id = r.song_id and (
      (r.confirmed_at is null and r.created_at <= ${unconfirmedBefore})
      or (s.listed_from is null and s.updated_at <= ${unscheduledBefore} and r.created_at <= ${unscheduledBefore}))`.execute(
    db,
  );
}

export async function hasReminders(tx: Executor, songId: number): Promise<boolean> {
  const { rows } = await sql`select from release_reminder where song_id = ${songId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes unconfirmed addresses, and addresses of accounts that get the mail anyway. */
export async function deleteUnneededReminders(db: Executor, songId: number): Promise<void> {
  await sql`
    delete from release_reminder r
    where r.song_id = ${songId} and r.email is not null and (r.confirmed_at is null or exists (
      select from release_reminder o join account a on a.id = o.account_id
      where o.song_id = ${songId} and lower(a.email) = lower(r.email)))`.execute(db);
}

/** The song's name and artist, and who gets its mail. */
export type ReleaseMail = {
  song: { pretty_id: string; name: string; artist: string };
  account_id: string | null;
  email: string | null;
  language: Language;
};

/**
 * Deletes a batch of the confirmed reminders of a public wrap, and returns what their mails need. Rows that a concurrent
 * transaction deletes are skipped.
 */
export async function takeReminders(tx: Executor, songId: number, limit: number): Promise<ReleaseMail[]> {
  const { rows } = await sql<ReleaseMail>`
    delete from release_reminder r using song s
    where s.id = r.song_id and s.status = 'ACTIVE' and r.id in (
      select id from release_reminder where song_id = ${songId} and confirmed_at is not null
      order by id limit ${limit} for update skip locked)
    returning json_build_object('pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist) as song, r.account_id, r.email,
      r.language`.execute(tx);
  return rows;
}
