import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { WebhookDelivery } from "@wrapsody/shared/operations/webhooks.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  countUpTo,
  type Rows,
} from "../../../platform/database/list-query.ts";

type NewMessage = { accountId: string; type: string; payload: object; now: Date };

/** Inserts an event with a delivery to each enabled endpoint that subscribes to it. Returns the deliveries; none if no endpoint does. */
export async function insertMessage(tx: Executor, message: NewMessage): Promise<string[]> {
  const { accountId, type, payload, now } = message;
  const { rows } = await sql<{ id: string }>`
    with receiver as (
      select id from webhook_endpoint
      where account_id = ${accountId} and disabled_at is null and ${type} = any(events)
    ), message as (
      insert into webhook_message (account_id, type, payload, created_at)
      select ${accountId}, ${type}, ${JSON.stringify(payload)}::jsonb, ${now} where exists (select from receiver)
      returning id
    )
    insert into webhook_delivery (endpoint_id, message_id, state, created_at, next_attempt_at)
    select receiver.id, message.id, 'PENDING', ${now}, ${now} from receiver, message
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Inserts an event for one endpoint. Returns its delivery. */
export async function insertMessageTo(
  tx: Executor,
  endpointId: string,
  { accountId, type, payload, now }: NewMessage,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with message as (
      insert into webhook_message (account_id, type, payload, created_at)
      values (${accountId}, ${type}, ${JSON.stringify(payload)}::jsonb, ${now}) returning id
    )
    insert into webhook_delivery (endpoint_id, message_id, state, created_at, next_attempt_at)
    select ${endpointId}, id, 'PENDING', ${now}, ${now} from message returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("the webhook message was not inserted");
  return row.id;
}

export type PendingDelivery = {
  endpointId: string;
  accountId: string;
  messageId: string;
  url: string;
  secret: Buffer;
  /** Undefined once it no longer signs. */
  previousSecret: Buffer | null;
  previousUntil: string | null;
  type: string;
  payload: object;
  attempts: number;
  isDisabled: boolean;
};

/** Reads a delivery that is to be sent; undefined if it was sent, given up or deleted. */
export async function findPendingDelivery(db: Executor, id: string): Promise<PendingDelivery | undefined> {
  const { rows } = await sql<PendingDelivery>`
    select e.id as "endpointId", e.account_id as "accountId", m.id as "messageId", e.url, e.secret_sealed as secret,
      e.previous_sealed as "previousSecret", e.previous_until as "previousUntil", m.type, m.payload,
      d.attempts, e.disabled_at is not null as "isDisabled"
    from webhook_delivery d
    join webhook_endpoint e on e.id = d.endpoint_id
    join webhook_message m on m.id = d.message_id
    where d.id = ${id} and d.state = 'PENDING'`.execute(db);
  return rows[0];
}

type Attempt = {
  state: WebhookDelivery["state"];
  attempts: number;
  status: number | null;
  problem: string | null;
  now: Date;
  nextAttemptAt: Date | null;
};

/** Records an attempt of a pending delivery. Returns false if another attempt ended it meanwhile. */
export async function recordAttempt(tx: Executor, id: string, attempt: Attempt): Promise<boolean> {
  const { rows } = await sql`
    update webhook_delivery set state = ${attempt.state}, attempts = ${attempt.attempts}, status = ${attempt.status},
      problem = ${attempt.problem}, last_attempted_at = ${attempt.now}, next_attempt_at = ${attempt.nextAttemptAt}
    where id = ${id} and state = 'PENDING' returning 1`.execute(tx);
  return rows.length > 0;
}

const deliveryColumns = sql`
  d.id, d.message_id, m.type, d.state, d.attempts, d.status, d.problem, d.created_at, d.last_attempted_at, d.next_attempt_at`;
const deliveryTables = sql`webhook_delivery d join webhook_message m on m.id = d.message_id`;

/** Resets a delivery to an endpoint, so that it is sent at once and retried like a new one. Returns whether there is one. */
export async function resetDelivery(
  tx: Executor,
  { endpointId, id, now }: { endpointId: string; id: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_delivery set state = 'PENDING', attempts = 0, next_attempt_at = ${now}
    where id = ${id} and endpoint_id = ${endpointId} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function readDelivery(db: Executor, id: string): Promise<WebhookDelivery | undefined> {
  const { rows } = await sql<WebhookDelivery>`
    select ${deliveryColumns} from ${deliveryTables} where d.id = ${id}`.execute(db);
  return rows[0];
}

const keys: Columns = {
  state: sql`d.state`,
  type: sql`(select type from webhook_message where id = d.message_id)`,
  created_at: sql`d.created_at`,
};

export async function listDeliveries(
  db: Executor,
  endpointId: string,
  list: ListQuery,
): Promise<Rows<WebhookDelivery>> {
  const where = sql`d.endpoint_id = ${endpointId} and ${buildWhere(list.filters, keys)}`;
  const { rows } = await sql<WebhookDelivery & { total: number }>`
    select counted.total, page.* from (select ${countUpTo(sql`select from webhook_delivery d where ${where}`)} as total) counted
    left join lateral (
      select ${deliveryColumns} from ${deliveryTables} where ${where}
      order by ${buildOrderBy(list, keys, sql`d.id`)} limit ${list.limit} offset ${list.offset}
    ) page on true`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}

/** Deletes events before a time, with their deliveries. */
export async function deleteMessagesBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from webhook_message where created_at < ${before}`.execute(db);
}
