import { type Executor, sql } from "../../database/database.ts";
import type { Email } from "../mailer.ts";

/** Inserts an email once, even if it was sent twice. */
export async function insertEmail(db: Executor, email: Email, sentAt: Date): Promise<void> {
  const { id, to, subject, html, text } = email;
  await sql`
    insert into outbox (id, to_address, subject, html, text, sent_at)
    values (${id}, ${to}, ${subject}, ${html}, ${text}, ${sentAt})
    on conflict (id) do nothing`.execute(db);
}

/** Deletes all but the newest `kept` emails. */
export async function deleteOldEmails(db: Executor, limit: number): Promise<void> {
  await sql`
    delete from outbox where id in (select id from outbox order by sent_at desc, id desc offset ${limit})`.execute(
    db,
  );
}

/** An email in the list of the outbox. */
export type EmailSummary = { id: string; to: string; subject: string; sentAt: string };

/** Lists the emails, newest first. */
export async function listEmails(db: Executor): Promise<EmailSummary[]> {
  const { rows } = await sql<EmailSummary>`
    select id, to_address as "to", subject, sent_at as "sentAt" from outbox order by sent_at desc, id desc`.execute(
    db,
  );
  return rows;
}

export type StoredEmail = Email & { sentAt: string };

export async function findEmail(db: Executor, id: string): Promise<StoredEmail | undefined> {
  const { rows } = await sql<StoredEmail>`
    select id, to_address as "to", subject, html, text, sent_at as "sentAt" from outbox where id = ${id}`.execute(
    db,
  );
  return rows[0];
}
