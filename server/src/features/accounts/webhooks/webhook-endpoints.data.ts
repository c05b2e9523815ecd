import type { WebhookEndpoint } from "@wrapsody/shared/operations/webhooks.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

const columns = sql`id, url, events, created_at, disabled_at`;

export async function listEndpoints(db: Executor, accountId: string): Promise<WebhookEndpoint[]> {
  const { rows } = await sql<WebhookEndpoint>`
    select ${columns} from webhook_endpoint where account_id = ${accountId} order by id desc`.execute(db);
  return rows;
}

export async function findOwnEndpoint(
  db: Executor,
  { accountId, id }: { accountId: string; id: string },
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    select ${columns} from webhook_endpoint where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** Counts an account's endpoints, and makes concurrent calls wait for each other. */
export async function lockAndCountEndpoints(tx: Executor, accountId: string): Promise<number> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhook_endpoint where account_id = ${accountId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertEndpoint(
  tx: Executor,
  endpoint: {
    id: string;
    accountId: string;
    url: string;
    events: readonly string[];
    secret: Buffer;
    now: Date;
  },
): Promise<WebhookEndpoint> {
  const { rows } = await sql<WebhookEndpoint>`
    insert into webhook_endpoint (id, account_id, url, events, secret_sealed, created_at)
    values (${endpoint.id}, ${endpoint.accountId}, ${endpoint.url}, ${endpoint.events}, ${endpoint.secret}, ${endpoint.now})
    returning ${columns}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("the webhook endpoint was not inserted");
  return row;
}

/** Undefined fields stay unchanged. Returns undefined if the account has no such endpoint. */
export async function updateEndpoint(
  tx: Executor,
  { accountId, id }: { accountId: string; id: string },
  changes: { url: string | undefined; events: readonly string[] | undefined; enabled: boolean },
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    update webhook_endpoint set url = coalesce(${changes.url ?? null}, url),
      events = coalesce(${changes.events ?? null}::text[], events),
      disabled_at = case when ${changes.enabled} then null else disabled_at end
    where id = ${id} and account_id = ${accountId} returning ${columns}`.execute(tx);
  return rows[0];
}

/** Replaces the secret. The previous one stays valid until `previousUntil`. */
export async function replaceSecret(
  tx: Executor,
  { accountId, id }: { accountId: string; id: string },
  { secret, previousUntil }: { secret: Buffer; previousUntil: Date },
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    update webhook_endpoint set previous_sealed = secret_sealed, previous_until = ${previousUntil}, secret_sealed = ${secret}
    where id = ${id} and account_id = ${accountId} returning ${columns}`.execute(tx);
  return rows[0];
}

export async function deleteEndpointRow(
  tx: Executor,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from webhook_endpoint where id = ${id} and account_id = ${accountId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Disables an endpoint. Returns false if it was disabled before. */
export async function disableEndpoint(tx: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_endpoint set disabled_at = ${now} where id = ${id} and disabled_at is null returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}
