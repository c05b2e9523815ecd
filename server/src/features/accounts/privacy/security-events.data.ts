import { type Executor, sql } from "../../../platform/database/database.ts";

type EventRow = {
  accountId: string | undefined;
  kind: string;
  network: string;
  userAgent: string;
  detail: Readonly<Record<string, string | number>>;
  at: Date;
};

/** Inserts an event. The account is null if it has just been deleted. */
export async function insertEvent(db: Executor, event: EventRow): Promise<void> {
  await sql`
    insert into security_event (account_id, kind, network, user_agent, detail, at)
    values ((select id from account where id = ${event.accountId ?? null} for key share), ${event.kind}, ${event.network}, ${event.userAgent},
      ${JSON.stringify(event.detail)}::jsonb, ${event.at})`.execute(db);
}

/** Whether the account has logged in or had its password changed. */
export async function hasAuthenticated(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from security_event
    where account_id = ${accountId} and kind in ('logged-in', 'password-changed') limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the account has ever logged in. */
export async function hasLoggedIn(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from security_event where account_id = ${accountId} and kind = 'logged-in' limit 1`.execute(tx);
  return rows.length > 0;
}

/** Anonymizes the events of an account; their kind and time stay. */
export async function anonymizeEvents(tx: Executor, accountId: string): Promise<void> {
  await sql`
    update security_event set account_id = null, network = '', user_agent = '', detail = '{}'
    where account_id = ${accountId}`.execute(tx);
}

export async function deleteEventsBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from security_event where at < ${before}`.execute(db);
}
