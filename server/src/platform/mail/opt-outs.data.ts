import type { MailTopic } from "@wrapsody/shared/accounts/mail-topics.ts";
import { type Executor, sql } from "../database/database.ts";

export async function listOptOuts(db: Executor, accountId: string): Promise<MailTopic[]> {
  const { rows } = await sql<{ topic: MailTopic }>`
    select topic from mail_opt_out where account_id = ${accountId} order by topic`.execute(db);
  return rows.map(({ topic }) => topic);
}

/** Turns mails on or off. Does nothing for an account that is gone. */
export async function writeOptOut(
  db: Executor,
  { accountId, topic, on, now }: { accountId: string; topic: MailTopic; on: boolean; now: Date },
): Promise<void> {
  if (on)
    await sql`delete from mail_opt_out where account_id = ${accountId} and topic = ${topic}`.execute(db);
  else
    await sql`
      insert into mail_opt_out (account_id, topic, created_at)
      select id, ${topic}, ${now} from account where id = ${accountId} for key share
      on conflict do nothing`.execute(db);
}
