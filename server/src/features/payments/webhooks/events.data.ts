import { type Executor, sql } from "../../../platform/database/database.ts";
import type { ProviderName } from "../payments.data.ts";
import type { ProviderEvent } from "../provider.ts";

/** Inserts an event and returns its id; undefined for a duplicate. */
export async function insertEvent(
  tx: Executor,
  { provider, event, now }: { provider: ProviderName; event: ProviderEvent; now: Date },
): Promise<number | undefined> {
  const { id, type, createdAt, references } = event;
  const { rows } = await sql<{ id: number }>`
    insert into payment_event (provider, event_id, type, told, created_at, received_at)
    values (${provider}, ${id}, ${type}, ${JSON.stringify(references)}, ${createdAt}, ${now})
    on conflict (provider, event_id) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export type PendingEvent = { provider: ProviderName; type: string; references: ProviderEvent["references"] };

/** Returns undefined if the event was processed. */
export async function findPendingEvent(db: Executor, id: number): Promise<PendingEvent | undefined> {
  const { rows } = await sql<PendingEvent>`
    select provider, type, told as "references" from payment_event where id = ${id} and done_at is null`.execute(
    db,
  );
  return rows[0];
}

export async function markEventProcessed(db: Executor, id: number, now: Date): Promise<void> {
  await sql`update payment_event set done_at = ${now} where id = ${id}`.execute(db);
}

/** Lists events that were received before `before` and not processed: their jobs died. */
export async function listStaleEvents(db: Executor, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_event where done_at is null and received_at < ${before} order by received_at limit 500`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function deleteEventsBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from payment_event where received_at < ${before} and done_at is not null`.execute(db);
}
