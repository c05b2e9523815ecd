import { type Executor, sql } from "../../platform/database/database.ts";

/** `since` in ISO 8601. */
export type Alarm = { network: string; kind: string; message: string; since: string };

export async function listActiveAlarms(db: Executor): Promise<Alarm[]> {
  const { rows } = await sql<Alarm>`
    select network, kind, message, since from chain_alarm where ended_at is null order by network, kind`.execute(
    db,
  );
  return rows;
}

/** Ends the active alarms of a network that are not among `activeKinds`. */
export async function endAlarms(
  db: Executor,
  { network, activeKinds, now }: { network: string; activeKinds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update chain_alarm set ended_at = ${now}
    where network = ${network} and ended_at is null and kind <> all(${[...activeKinds]}::text[])`.execute(db);
}

type RaisedAlarm = { kind: string; message: string };

/** Raises alarms. Returns the alarms last logged before `loggedBefore`, and marks them as logged. */
export async function raiseAlarms(
  db: Executor,
  {
    network,
    raised,
    now,
    loggedBefore,
  }: { network: string; raised: readonly RaisedAlarm[]; now: Date; loggedBefore: Date },
): Promise<RaisedAlarm[]> {
  if (raised.length === 0) return [];
  await sql`
    insert into chain_alarm (network, kind, message, since, logged_at)
    select ${network}, kind, message, ${now}, '-infinity'
    from unnest(${raised.map(({ kind }) => kind)}::text[], ${raised.map(({ message }) => message)}::text[]) r(kind, message)
    on conflict (network, kind) do update set message = excluded.message, ended_at = null,
      since = case when chain_alarm.ended_at is null then chain_alarm.since else excluded.since end`.execute(
    db,
  );
  const { rows } = await sql<RaisedAlarm>`
    update chain_alarm set logged_at = ${now}
    where network = ${network} and ended_at is null and logged_at <= ${loggedBefore} returning kind, message`.execute(
    db,
  );
  return rows;
}

/** `since` is when the oldest was requested or signed, in ISO 8601. */
export type Backlog = { network: string; of: "task" | "token" | "transaction"; count: number; since: string };

/** Counts the requests that wait to be signed and the open transactions, of each network that has any. */
export async function countBacklog(db: Executor): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select network, 'task' as of, count(*) as count, min(created_at) as since
    from chain_task where state = 'WAITING' group by network
    union all
    select network, 'token', count(*), min(created_at) from chain_mint where state = 'WAITING' group by network
    union all
    select network, 'transaction', count(*), min(created_at)
    from chain_transaction where status in ('SIGNED', 'SENT', 'MINED') group by network
    order by network, of`.execute(db);
  return rows;
}
