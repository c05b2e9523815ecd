import { type Executor, sql } from "../../../platform/database/database.ts";
import { stretchTimeout } from "../../../platform/timeouts.ts";
import type { StoredResponse } from "./requests.ts";
import type { ObjectKind, ObjectRow } from "./rows.ts";

/** Keeps a request from waiting longer than its caller does. */
const LOCK_TIMEOUT_MS = 8_000;
const LOCK_KEY = 7_229_417;

/** A row whose return URLs are encrypted, in base64. */
export type SealedRow = ObjectRow<string>;

/** Lets one transaction at a time use the simulator, on every process of this installation. */
export async function lockSimulator(tx: Executor): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(stretchTimeout(LOCK_TIMEOUT_MS))}, true)`.execute(tx);
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
}

/** Lists all objects of a kind since a time in seconds. */
export type ObjectListing = { kind: ObjectKind; since: number };

/** Reads the objects with these ids or payment intents and those of a listing, each with all objects of its owner. */
export async function readObjects(
  tx: Executor,
  { ids, listing }: { ids: readonly string[]; listing: ObjectListing | undefined },
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    with found as (
      select owner from stripe_simulator_object where id = any(${ids}::text[])
      union select owner from stripe_simulator_object where intent = any(${ids}::text[])
      union select owner from stripe_simulator_object where kind = ${listing?.kind ?? null} and created >= ${listing?.since ?? 0}
      union select 'counter')
    select id, owner, intent, created, kind, data from stripe_simulator_object where owner in (select owner from found)
    order by seq`.execute(tx);
  return rows;
}

export async function writeObject(tx: Executor, row: SealedRow): Promise<void> {
  await sql`
    insert into stripe_simulator_object (id, kind, owner, intent, created, data)
    values (${row.id}, ${row.kind}, ${row.owner}, ${row.intent}, ${row.created}, ${JSON.stringify(row.data)}::jsonb)
    on conflict (id) do update set owner = excluded.owner, intent = excluded.intent, data = excluded.data`.execute(
    tx,
  );
}

/** Returns undefined if the key was not used in the last day. */
export async function readResponse(
  tx: Executor,
  key: string,
  since: Date,
): Promise<{ fingerprint: string; response: Buffer } | undefined> {
  const { rows } = await sql<{ fingerprint: string; response: Buffer }>`
    select fingerprint, response from stripe_simulator_response where key = ${key} and created_at > ${since}`.execute(
    tx,
  );
  return rows[0];
}

/** Stores a response and deletes those from before `since`. */
export async function writeResponse(
  tx: Executor,
  {
    key,
    fingerprint,
    response,
    since,
    now,
  }: Omit<StoredResponse, "response"> & { key: string; response: Buffer; since: Date; now: Date },
): Promise<void> {
  await sql`delete from stripe_simulator_response where created_at <= ${since}`.execute(tx);
  await sql`
    insert into stripe_simulator_response (key, fingerprint, response, created_at)
    values (${key}, ${fingerprint}, ${response}, ${now})`.execute(tx);
}
