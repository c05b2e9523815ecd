import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../../platform/database/database.ts";

export type OrderState =
  | "RESERVED"
  | "AWAITING_PAYMENT"
  | "NEEDS_MATERIAL"
  | "FULFILLED"
  | "EXPIRED"
  | "REFUNDED";

/** An order for a place, with what is needed of its campaign. */
export type OrderRow = {
  id: number;
  exposed_id: string;
  code_hash: Buffer;
  campaign_id: number;
  account_id: string | null;
  wallet: string;
  state: OrderState;
  total_cents: number;
  fee_cents: number;
  payee_id: string | null;
  expires_at: string | null;
  completed_at: string | null;
  /** Why it came to nothing. */
  failed_by: ErrorCode | null;
  /** When what was paid went back; null for what was not, or is on its way. */
  refunded_at: string | null;
  /** When a photo was asked for again. */
  reminded_at: string | null;
  isDeleted: boolean;
  pretty_id: string;
  name: string;
  song_id: number;
  reward_points: number;
  /** Whose wrap it is. */
  owner_id: string | null;
};

const columns = sql`
  p.id, p.exposed_id, p.code_hash, p.campaign_id, p.account_id, p.wallet, p.state, p.total_cents, p.fee_cents, p.payee_id,
  p.expires_at, p.completed_at, p.failed_by, p.refunded_at, p.reminded_at, c.deleted_at is not null as "isDeleted", c.pretty_id, c.name, c.song_id,
  c.reward_points, a.owner_id`;

async function findWhere(db: Executor, where: RawBuilder<unknown>): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from participation p join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
      left join artist a on a.id = s.artist_id
    where ${where}`.execute(db);
  return rows[0];
}

export function findOrder(db: Executor, id: number): Promise<OrderRow | undefined> {
  return findWhere(db, sql`p.id = ${id}`);
}

export function findOrderByExposedId(db: Executor, exposedId: string): Promise<OrderRow | undefined> {
  return findWhere(db, sql`p.exposed_id = ${exposedId}`);
}

/**
 * An order that nobody else changes until the transaction ends, nor the places of its campaign. Held are its account,
 * then its campaign, then itself, which is the order in which everybody holds them: a deletion of an account begins
 * there, too.
 */
export async function lockOrder(tx: Executor, id: number): Promise<OrderRow | undefined> {
  await sql`
    select from account where id = (select account_id from participation where id = ${id}) for key share`.execute(
    tx,
  );
  await sql`
    select from campaign where id = (select campaign_id from participation where id = ${id}) for no key update`.execute(
    tx,
  );
  await sql`select from participation where id = ${id} for no key update`.execute(tx);
  // Read again: it may have changed while somebody else held it.
  return findOrder(tx, id);
}

export type OrderToInsert = Pick<
  OrderRow,
  "exposed_id" | "code_hash" | "campaign_id" | "wallet" | "total_cents" | "fee_cents" | "payee_id"
> & { accountId: string; now: Date; expiresAt: Date };

/** Paid ones wait for their payment. Answers its number. */
export async function insertOrder(tx: Executor, order: OrderToInsert): Promise<number> {
  const state = order.total_cents > 0 ? "AWAITING_PAYMENT" : "RESERVED";
  const { rows } = await sql<{ id: number }>`
    insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, fee_cents,
      payee_id, created_at, expires_at)
    values (${order.exposed_id}, ${order.code_hash}, ${order.campaign_id}, ${order.accountId}, ${order.wallet}, ${state},
      ${order.total_cents}, ${order.fee_cents}, ${order.payee_id}, ${order.now}, ${order.expiresAt})
    returning id`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw new Error("an order was not added");
  return added.id;
}

/** The account's own, by what the order is called outside. */
export function findOwnOrder(
  db: Executor,
  { exposedId, accountId }: { exposedId: string; accountId: string },
): Promise<OrderRow | undefined> {
  return findWhere(db, sql`p.exposed_id = ${exposedId} and p.account_id = ${accountId}`);
}

/** The orders of an account for a campaign that are not finished, the oldest first. */
export async function listOpenOrders(
  db: Executor,
  { campaignId, accountId }: { campaignId: number; accountId: string },
): Promise<Pick<OrderRow, "id" | "wallet" | "state" | "expires_at">[]> {
  const { rows } = await sql<Pick<OrderRow, "id" | "wallet" | "state" | "expires_at">>`
    select id, wallet, state, expires_at from participation
    where account_id = ${accountId} and campaign_id = ${campaignId}
      and state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL')
    order by id`.execute(db);
  return rows;
}

export type OwnOrderRow = Pick<
  OrderRow,
  "wallet" | "total_cents" | "exposed_id" | "expires_at" | "failed_by" | "refunded_at"
> & {
  state: Exclude<OrderState, "EXPIRED">;
  created_at: string;
};

/** Those of an account that are not finished, and so many of those that are or were paid back; the latest first in both. */
export async function listOwnOrderRows(
  db: Executor,
  { campaignId, accountId, finished }: { campaignId: number; accountId: string; finished: number },
): Promise<OwnOrderRow[]> {
  const ownColumns = sql`
    state, wallet, total_cents, exposed_id, created_at, expires_at, failed_by, refunded_at, id`;
  const own = sql`account_id = ${accountId} and campaign_id = ${campaignId}`;
  const { rows } = await sql<OwnOrderRow>`
    (select ${ownColumns}, false as is_finished from participation
      where ${own} and state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL'))
    union all
    (select ${ownColumns}, true from participation
      where ${own} and state in ('FULFILLED', 'REFUNDED') order by created_at desc, id desc limit ${finished})
    order by is_finished, created_at desc, id desc`.execute(db);
  return rows;
}

/** Its place was paid for, or is free; `until` is null where it waits as long as it takes. */
export async function markNeedsMaterial(tx: Executor, id: number, until: Date | null): Promise<void> {
  await sql`
    update participation set state = 'NEEDS_MATERIAL', expires_at = ${until}, failed_by = null where id = ${id}`.execute(
    tx,
  );
}

export async function markFulfilled(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`
    update participation set state = 'FULFILLED', completed_at = ${now}, expires_at = null, failed_by = null
    where id = ${id}`.execute(tx);
}

/** It came to nothing; photos that were given for it are forgotten. */
export async function markEnded(
  tx: Executor,
  id: number,
  { state, failedBy }: { state: "EXPIRED" | "REFUNDED"; failedBy: ErrorCode },
): Promise<void> {
  await sql`
    update participation set state = ${state}, failed_by = ${failedBy}, expires_at = null where id = ${id}`.execute(
    tx,
  );
  await sql`delete from participation_photo where participation_id = ${id}`.execute(tx);
}

/** Answers whether that was not known before. */
export async function markRefunded(tx: Executor, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update participation set refunded_at = ${now} where id = ${id} and refunded_at is null returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function markReminded(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`update participation set reminded_at = ${now} where id = ${id}`.execute(tx);
}

/** Looks at a place again later. */
export async function postponeExpiry(db: Executor, id: number, until: Date): Promise<void> {
  await sql`
    update participation set expires_at = ${until} where id = ${id} and state = 'AWAITING_PAYMENT'`.execute(
    db,
  );
}
