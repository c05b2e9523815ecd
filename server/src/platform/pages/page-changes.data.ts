import { CompiledQuery } from "kysely";
import { type Database, type Executor, sql } from "../database/database.ts";
import { CURRENT_POSITION } from "../database/wal-position.data.ts";

/** Also the channel of versions that notify in each transaction, without a position and entities. */
export const CHANNEL = "pages_changed";
/** The entity of a change that may affect every page. */
export const ANYTHING = "*";
/** The entity of a change of the site settings, and the payload of its notification. */
export const SETTINGS = "settings";

/** Inserts changes and returns their ids. */
export async function insertChanges(tx: Executor, entities: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into page_change (entity) select unnest(${entities}::text[]) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Bytes. PostgreSQL limits a payload to 8,000; one that would be longer names no entities. */
const MAX_ENTITIES_BYTES = 7_000;

/**
 * Sends one notification of all changes that match the condition, and deletes them. Its position is read after the changes
 * became visible, so it covers them.
 */
const sendWhere = (condition: string) => `
  with sent as (delete from page_change where ${condition} returning entity),
    batch as (select array_agg(distinct entity order by entity) as entities from sent having count(*) > 0)
  select pg_notify('${CHANNEL}', case when '${SETTINGS}' = any(entities) then '${SETTINGS}'
    else json_build_object('position', (${CURRENT_POSITION})::text, 'entities',
      case when '${ANYTHING}' = any(entities) or octet_length(array_to_json(entities)::text) > ${MAX_ENTITIES_BYTES}
        then null else array_to_json(entities) end)::text end)
  from batch`;

const SEND = sendWhere("id = any($1::bigint[])");

/** Sends changes of this process, unless another one has already found and sent them. */
export async function sendChanges(db: Database, ids: readonly number[]): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(SEND, [ids]));
}

/** Sends the changes of processes that died or lost their connection after the commit. */
export const SEND_MISSED = sendWhere(`id in (
  select id from page_change where changed_at < clock_timestamp() - interval '1 second'
  order by id limit 1000 for update skip locked)`);
