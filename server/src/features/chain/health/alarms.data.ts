import { type Executor, sql } from "../../../platform/database/database.ts";

/** `since` as ISO 8601. */
export type Alarm = { network: string; kind: string; message: string; since: string };

/** What keeps work on chains from going on at this moment, for a metric or a page of the house's. */
export async function listActiveAlarms(db: Executor): Promise<Alarm[]> {
  const { rows } = await sql<Alarm>`
    select network, kind, message, since from chain_alarm where ended_at is null order by network, kind`.execute(
    db,
  );
  return rows;
}

export async function endAlarms(
  db: Executor,
  { network, but, now }: { network: string; but: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update chain_alarm set ended_at = ${now}
    where network = ${network} and ended_at is null and kind <> all(${[...but]}::text[])`.execute(db);
}

type RaisedAlarm = { kind: string; message: string };

/** Answers those that the log was not told of since `toldBefore`, and takes them as told. */
export async function raiseAlarms(
  db: Executor,
  given: { network: string; raised: readonly RaisedAlarm[]; now: Date; toldBefore: Date },
): Promise<RaisedAlarm[]> {
  const { network, raised, now, toldBefore } = given;
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
    where network = ${network} and ended_at is null and logged_at <= ${toldBefore} returning kind, message`.execute(
    db,
  );
  return rows;
}
