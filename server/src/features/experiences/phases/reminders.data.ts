import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../../catalogue/index.ts";
import { isKept, isShown } from "../public/campaigns.data.ts";

/** A phase of a public experience that has not opened. */
export type UpcomingPhase = {
  id: number;
  name: string;
  campaign: { id: number; pretty_id: string; name: string };
};

type Reference = { reference: string; phaseId: number; now: Date };

const isUpcoming = ({ reference, phaseId, now }: Reference) => sql`
  f.id = ${phaseId} and f.starts_at > ${now} and c.state <> 'COMPLETED' and ${isKept} and ${isShown} and s.status = 'ACTIVE'
    and ${matchesReference("pretty_id", reference, "c.")}`;
const upcomingTables = sql`
  campaign_phase f join campaign c on c.id = f.campaign_id join song s on s.id = c.song_id`;

/** Locks a phase that has not opened against a change, so that the mails about it include what the transaction adds. */
export async function lockUpcomingPhase(
  tx: Executor,
  reference: Reference,
): Promise<UpcomingPhase | undefined> {
  const { rows } = await sql<UpcomingPhase>`
    select f.id, f.name, json_build_object('id', c.id, 'pretty_id', c.pretty_id, 'name', c.name) as campaign
    from ${upcomingTables} where ${isUpcoming(reference)} for key share of f`.execute(tx);
  return rows[0];
}

type NewReminder = { phaseId: number; language: Language; now: Date };

/** Does nothing if the account has a reminder. */
export async function insertAccountReminder(
  tx: Executor,
  { phaseId, accountId, language, now }: NewReminder & { accountId: string },
): Promise<void> {
  await sql`
    insert into phase_reminder (phase_id, account_id, language, confirmed_at, created_at)
    values (${phaseId}, ${accountId}, ${language}, ${now}, ${now})
    on conflict (phase_id, account_id) where account_id is not null do nothing`.execute(tx);
}

/**
 * Stores an address that has to be confirmed. Returns the id of its reminder if the mail with the link is due: not for a confirmed
 * address, nor within `pauseMs` of the last mail.
 */
export async function insertAddressReminder(
  tx: Executor,
  { phaseId, email, language, now, pauseMs }: NewReminder & { email: string; pauseMs: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into phase_reminder as r (phase_id, email, language, mailed_at, created_at)
    values (${phaseId}, ${email}, ${language}, ${now}, ${now})
    on conflict (phase_id, lower(email)) where email is not null do update
      set mailed_at = excluded.mailed_at, created_at = excluded.created_at, language = excluded.language
      where r.confirmed_at is null and r.mailed_at <= ${new Date(now.getTime() - pauseMs)}
    returning id`.execute(tx);
  const [row] = rows;
  return row && String(row.id);
}

/** Counts the unconfirmed reminders of an address that were mailed since a time. */
export async function countUnconfirmed(tx: Executor, email: string, since: Date): Promise<number> {
  const { rows } = await sql<{ unconfirmed: number }>`
    select count(*) as unconfirmed from phase_reminder
    where lower(email) = lower(${email}) and confirmed_at is null and mailed_at > ${since}`.execute(tx);
  return rows[0]?.unconfirmed ?? 0;
}

/** Confirms the address of a reminder for a phase that has not opened. Returns the name of its experience; undefined if there is none any more. */
export async function confirmReminder(
  tx: Executor,
  id: string,
  { requestedAfter, now }: { requestedAfter: Date; now: Date },
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    update phase_reminder r set confirmed_at = coalesce(r.confirmed_at, ${now})
    from campaign_phase f join campaign c on c.id = f.campaign_id
    where r.id = ${id}::bigint and r.email is not null and f.id = r.phase_id and f.starts_at > ${now} and c.deleted_at is null
      and (r.confirmed_at is not null or r.created_at > ${requestedAfter})
    returning c.name`.execute(tx);
  return rows[0];
}

/** Returns whether the account gets a mail about a phase that has not opened; undefined if there is no such phase. */
export async function readAccountReminder(
  db: Executor,
  { accountId, ...reference }: Reference & { accountId: string },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ on: boolean }>`
    select exists (select from phase_reminder r where r.phase_id = f.id and r.account_id = ${accountId})
      and not exists (select from mail_opt_out o where o.account_id = ${accountId} and o.topic = 'RELEASES') as "on"
    from ${upcomingTables} where ${isUpcoming(reference)}`.execute(db);
  return rows[0]?.on;
}

export async function deleteAccountReminder(db: Executor, phaseId: number, accountId: string): Promise<void> {
  await sql`delete from phase_reminder where phase_id = ${phaseId} and account_id = ${accountId}`.execute(db);
}

/** Deletes the reminders of an address, of every phase. */
export async function deleteAddressPhaseReminders(db: Executor, address: string): Promise<void> {
  await sql`delete from phase_reminder where lower(email) = lower(${address})`.execute(db);
}

/** Deletes the reminders of an account's own address, and the address from the lists of phases, before the account is deleted. */
export async function deleteOwnAddress(tx: Executor, accountId: string): Promise<void> {
  const address = sql`(select lower(email) from account where id = ${accountId})`;
  await sql`delete from phase_reminder where lower(email) = ${address}`.execute(tx);
  await sql`delete from campaign_phase_entry where entry = ${address}`.execute(tx);
}

/** Deletes reminders that nobody confirmed in time, and those of phases that never opened. */
export async function deleteStaleReminders(
  db: Executor,
  { unconfirmedBefore, openedBefore }: { unconfirmedBefore: Date; openedBefore: Date },
): Promise<void> {
  await sql`
    delete from phase_reminder r using campaign_phase f
    where f.id = r.phase_id and ((r.confirmed_at is null and r.created_at <= ${unconfirmedBefore})
      or f.starts_at <= ${openedBefore})`.execute(db);
}

/** Deletes the lists of phases whose experience is deleted, or was completed before a time. */
export async function deleteStaleLists(db: Executor, completedBefore: Date): Promise<void> {
  await sql`
    delete from campaign_phase_entry e using campaign_phase f, campaign c
    where f.id = e.phase_id and c.id = f.campaign_id
      and (c.deleted_at is not null or (c.state = 'COMPLETED' and c.closed_at <= ${completedBefore}))`.execute(
    db,
  );
}

/** A phase that has opened, of which there may be reminders. */
export type OpenedPhase = { id: number; name: string; campaign: string; pretty_id: string };

/** Lists phases with reminders that are open: the first to start first. */
export async function listOpenedPhases(db: Executor, now: Date): Promise<OpenedPhase[]> {
  const { rows } = await sql<OpenedPhase>`
    select f.id, f.name, c.name as campaign, c.pretty_id
    from campaign_phase f join campaign c on c.id = f.campaign_id join song s on s.id = c.song_id
      cross join lateral (select from phase_reminder where phase_id = f.id limit 1) r
    where f.starts_at <= ${now} and (f.ends_at is null or f.ends_at > ${now}) and c.state = 'ACTIVE' and ${isKept}
      and s.status = 'ACTIVE'
    order by f.starts_at, f.id`.execute(db);
  return rows;
}

/** Deletes unconfirmed addresses, and addresses of accounts that get the mail anyway. */
export async function deleteUnneededReminders(db: Executor, phaseId: number): Promise<void> {
  await sql`
    delete from phase_reminder r
    where r.phase_id = ${phaseId} and r.email is not null and (r.confirmed_at is null or exists (
      select from phase_reminder o join account a on a.id = o.account_id
      where o.phase_id = ${phaseId} and lower(a.email) = lower(r.email)))`.execute(db);
}

export type PhaseMail = { account_id: string | null; email: string | null; language: Language };

/**
 * Deletes a batch of the confirmed reminders of a phase that has opened, and returns who gets its mail. Rows that a concurrent transaction
 * deletes are skipped.
 */
export async function takeReminders(
  tx: Executor,
  { phaseId, limit, now }: { phaseId: number; limit: number; now: Date },
): Promise<PhaseMail[]> {
  const { rows } = await sql<PhaseMail>`
    delete from phase_reminder r using campaign_phase f
    where f.id = r.phase_id and f.starts_at <= ${now} and r.id in (
      select id from phase_reminder where phase_id = ${phaseId} and confirmed_at is not null
      order by id limit ${limit} for update skip locked)
    returning r.account_id, r.email, r.language`.execute(tx);
  return rows;
}
