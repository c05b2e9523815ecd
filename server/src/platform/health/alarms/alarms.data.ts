import type { Alarm } from "@wrapsody/shared/operations/alarms.ts";
import { type Executor, sql } from "../../database/database.ts";

/**
 * Locks the check of alarms until the transaction ends. Returns false if another node checks, or checked less than
 * `intervalMs` ago by the database's clock.
 */
export async function claimAlarmCheck(tx: Executor, intervalMs: number): Promise<boolean> {
  const { rows } = await sql`
    update alarm_check set checked_at = clock_timestamp()
    where is_only_row = (
      select is_only_row from alarm_check
      where checked_at <= clock_timestamp() - ${intervalMs} * interval '1 millisecond' for update skip locked)
    returning 1`.execute(tx);
  return rows.length > 0;
}

export type ActiveAlarm = {
  id: number;
  part: string;
  kind: string;
  instance: string;
  of: string;
  since: string;
  missing_since: string | null;
};

export async function listActiveAlarms(db: Executor): Promise<ActiveAlarm[]> {
  const { rows } = await sql<ActiveAlarm>`
    select id, part, kind, instance, "of", since, missing_since from alarm where ended_at is null`.execute(
    db,
  );
  return rows;
}

export async function insertAlarm(
  tx: Executor,
  alarm: Omit<ActiveAlarm, "id" | "missing_since">,
): Promise<void> {
  const { part, kind, instance, of, since } = alarm;
  await sql`
    insert into alarm (part, kind, instance, "of", since) values (${part}, ${kind}, ${instance}, ${of}, ${since})`.execute(
    tx,
  );
}

/** Stores whether an active alarm is still found, and what it affects now. */
export async function updateAlarm(
  tx: Executor,
  { id, of, missingSince }: { id: number; of: string; missingSince: Date | null },
): Promise<void> {
  await sql`update alarm set "of" = ${of}, missing_since = ${missingSince} where id = ${id}`.execute(tx);
}

export async function endAlarm(tx: Executor, { id, now }: { id: number; now: Date }): Promise<void> {
  await sql`update alarm set ended_at = ${now} where id = ${id}`.execute(tx);
}

export async function deleteAlarmsEndedBefore(tx: Executor, before: Date): Promise<void> {
  await sql`delete from alarm where ended_at < ${before}`.execute(tx);
}

/** Lists active alarms, longest first, and alarms that ended after `after`, latest first. */
export async function listAlarms(db: Executor, after: Date): Promise<Alarm[]> {
  const { rows } = await sql<Alarm>`
    select part, "of", kind, since, ended_at from alarm where ended_at is null or ended_at > ${after}
    order by ended_at desc nulls first, since`.execute(db);
  return rows;
}
