import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import type { WaitingOrder } from "@wrapsody/shared/experiences/participation.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { isKept, type ParticipantRow, participantColumns } from "../../public/campaigns.data.ts";
import type { CampaignStatus, OrderState } from "./transition.ts";

/** A reservation of a spot and what became of it (table `participation`), with columns of its campaign. */
export type OrderRow = {
  id: number;
  exposed_id: string;
  code_hash: Buffer;
  campaign_id: number;
  /** The phase in which it was made; null without phases. */
  phase_id: number | null;
  /** The code that it uses; null without one. */
  code_id: number | null;
  account_id: string | null;
  /** Null if the artwork is kept for its owner. */
  wallet: string | null;
  state: OrderState;
  total_cents: number;
  /** Discount of the code from the price, or from the minimum. */
  discount_cents: number;
  fee_cents: number;
  payee_id: string | null;
  expires_at: string | null;
  completed_at: string | null;
  /** Why the order ended; null unless it did. */
  failed_by: ErrorCode | null;
  /** When the money went back; null while the refund is pending, and if there is none. */
  refunded_at: string | null;
  /** When the reminder to add a photo was sent. */
  reminded_at: string | null;
  campaign: CampaignStatus;
  pretty_id: string;
  name: string;
  song_id: number;
  reward_points: number;
  /** The account that owns the wrap. */
  owner_id: string | null;
};

const columns = sql`
  p.id, p.exposed_id, p.code_hash, p.campaign_id, p.phase_id, p.code_id, p.account_id, p.wallet, p.state, p.total_cents, p.discount_cents,
  p.fee_cents, p.payee_id,
  p.expires_at, p.completed_at, p.failed_by, p.refunded_at, p.reminded_at, c.pretty_id, c.name, c.song_id, c.reward_points, a.owner_id,
  case when c.deleted_at is not null then 'DELETED' when c.state = 'COMPLETED' then 'CLOSED' else 'OPEN' end as campaign`;

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
 * Locks an order until the transaction ends, and returns it as it is then. Locks its account, then its campaign, then the
 * order: everybody takes these locks in this order, including the deletion of an account.
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
  // Reads again, because another transaction may have changed it before the lock was granted.
  return findOrder(tx, id);
}

export type OrderToInsert = Pick<
  OrderRow,
  | "exposed_id"
  | "code_hash"
  | "campaign_id"
  | "phase_id"
  | "code_id"
  | "wallet"
  | "total_cents"
  | "discount_cents"
  | "fee_cents"
  | "payee_id"
> & { accountId: string; now: Date; expiresAt: Date };

/** Inserts a reservation and returns its id; one with a price awaits its payment. */
export async function insertOrder(tx: Executor, order: OrderToInsert): Promise<number> {
  const state = order.total_cents > 0 ? "AWAITING_PAYMENT" : "RESERVED";
  const { rows } = await sql<{ id: number }>`
    insert into participation (exposed_id, code_hash, campaign_id, phase_id, code_id, account_id, wallet, state, total_cents,
      discount_cents, fee_cents, payee_id, created_at, expires_at)
    values (${order.exposed_id}, ${order.code_hash}, ${order.campaign_id}, ${order.phase_id}, ${order.code_id}, ${order.accountId},
      ${order.wallet}, ${state}, ${order.total_cents}, ${order.discount_cents}, ${order.fee_cents}, ${order.payee_id}, ${order.now}, ${order.expiresAt})
    returning id`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw new Error("order was not inserted");
  return added.id;
}

/** Returns an order of the account by its exposed id. */
export function findOwnOrder(
  db: Executor,
  { exposedId, accountId }: { exposedId: string; accountId: string },
): Promise<OrderRow | undefined> {
  return findWhere(db, sql`p.exposed_id = ${exposedId} and p.account_id = ${accountId}`);
}

export type OpenOrder = Pick<OrderRow, "id" | "wallet" | "state" | "expires_at" | "total_cents" | "code_id">;

/** Lists an account's unfinished orders of a campaign, oldest first. */
export async function listOpenOrders(
  db: Executor,
  { campaignId, accountId }: { campaignId: number; accountId: string },
): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select id, wallet, state, expires_at, total_cents, code_id from participation
    where account_id = ${accountId} and campaign_id = ${campaignId}
      and state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL')
    order by id`.execute(db);
  return rows;
}

/** Lists all unfinished orders of an account. */
export async function listOpenOrdersOfAccount(
  db: Executor,
  accountId: string,
): Promise<Pick<OrderRow, "id" | "state">[]> {
  const { rows } = await sql<Pick<OrderRow, "id" | "state">>`
    select id, state from participation
    where account_id = ${accountId} and state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL')
    order by id`.execute(db);
  return rows;
}

/** Lists an account's open orders of experiences with a public page, newest first. */
export async function listOpenOrderRows(
  db: Executor,
  { accountId, now }: { accountId: string; now: Date },
): Promise<(Omit<WaitingOrder, "total"> & { total_cents: number })[]> {
  const { rows } = await sql<Omit<WaitingOrder, "total"> & { total_cents: number }>`
    select o.exposed_id, o.state, o.total_cents, o.expires_at,
      json_build_object('pretty_id', c.pretty_id, 'name', c.name) as campaign
    from participation o join campaign c on c.id = o.campaign_id join song s on s.id = c.song_id
    where o.account_id = ${accountId} and o.state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL')
      and (o.expires_at is null or o.expires_at > ${now}) and ${isKept} and s.status = 'ACTIVE'
    order by o.id desc`.execute(db);
  return rows;
}

export type OwnOrderRow = Pick<
  OrderRow,
  "wallet" | "total_cents" | "discount_cents" | "exposed_id" | "expires_at" | "failed_by" | "refunded_at"
> & {
  state: Exclude<OrderState, "EXPIRED">;
  created_at: string;
};

/** Lists an account's unfinished orders, then up to `finished` fulfilled or refunded ones; each newest first. */
export async function listOwnOrderRows(
  db: Executor,
  { campaignId, accountId, finished }: { campaignId: number; accountId: string; finished: number },
): Promise<OwnOrderRow[]> {
  const ownColumns = sql`
    state, wallet, total_cents, discount_cents, exposed_id, created_at, expires_at, failed_by, refunded_at, id`;
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

/** Writes a new state. Called by `applyOrderEvent` only. */
export async function updateOrderState(
  tx: Executor,
  id: number,
  order: { state: OrderState; failedBy: ErrorCode | null; expiresAt: Date | null; now: Date },
): Promise<void> {
  const { state, failedBy, expiresAt, now } = order;
  await sql`
    update participation set state = ${state}, failed_by = ${failedBy}, expires_at = ${expiresAt},
      completed_at = case when ${state} = 'FULFILLED' then ${now}::timestamptz else completed_at end
    where id = ${id}`.execute(tx);
}

/** Deletes the photos of an order that ended. */
export async function deletePhotos(tx: Executor, id: number): Promise<void> {
  await sql`delete from participation_photo where participation_id = ${id}`.execute(tx);
}

export async function markRefunded(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`update participation set refunded_at = ${now} where id = ${id} and refunded_at is null`.execute(
    tx,
  );
}

export async function markReminded(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`update participation set reminded_at = ${now} where id = ${id}`.execute(tx);
}

/** Moves the deadline of an unpaid order, so that the next run skips it. */
export async function postponeExpiry(db: Executor, id: number, until: Date): Promise<void> {
  await sql`
    update participation set expires_at = ${until} where id = ${id} and state = 'AWAITING_PAYMENT'`.execute(
    db,
  );
}

export type OverdueOrder = Pick<OrderRow, "id" | "state">;

/** Lists open orders whose deadline is over, longest overdue first. */
export async function listOverdueOrders(
  db: Executor,
  { now, limit }: { now: Date; limit: number },
): Promise<OverdueOrder[]> {
  const { rows } = await sql<OverdueOrder>`
    select id, state from participation
    where state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL') and expires_at <= ${now}
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Lists the orders of a campaign that wait for their buyer; the provider decides the others. */
export async function listOrdersAwaitingBuyer(
  db: Executor,
  campaignId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from participation where campaign_id = ${campaignId} and state in ('RESERVED', 'NEEDS_MATERIAL')
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

type OrderKey = { campaignId: number; orderId: number };

/** Returns the participant that was drawn for an order. */
export async function findParticipantOfOrder(
  db: Executor,
  { campaignId, orderId }: OrderKey,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select ${participantColumns} from participant p left join image i on i.id = p.rendered_image_id
    where p.campaign_id = ${campaignId} and p.participation_id = ${orderId}`.execute(db);
  return rows[0];
}

/** Returns whether the artwork of an order could not be rendered or minted. */
export async function hasFailedArtwork(db: Executor, { campaignId, orderId }: OrderKey): Promise<boolean> {
  const { rows } = await sql`
    select from participant
    where campaign_id = ${campaignId} and participation_id = ${orderId} and state = 'FAILED'`.execute(db);
  return rows.length > 0;
}
