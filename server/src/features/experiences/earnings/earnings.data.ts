import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { EarnedOrder, StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import type { Split } from "./split.ts";

type Amounts = Pick<StatementLine, "gross" | "provider_fee" | "platform_fee">;

/** The splits of an order. `rest_splits` divide its rest once the publisher has assigned it. */
export type OrderSplits = { splits: Split[]; rest_splits: Split[] | null };

/** Orders of an experience and month with identical amounts and splits. */
export type OrderGroup = Amounts &
  OrderSplits & {
    month: string;
    kind: EarnedOrder["kind"];
    campaign: StatementLine["campaign"];
    orders: number;
  };

/** Whose statement it is: the payments of a publisher, or those whose splits name an owner. */
export type StatementReader = { publisherId: string } | { ownerId: string };

/** The platform fee of a part of the amount that was refunded; the full refund takes what is left of the fee. */
const refundedFee = (cents: string) =>
  sql`(y.platform_fee_cents::bigint * ${sql.ref(cents)} / y.amount_cents)::integer`;

/** Whether an owner `o` is the account: by the account itself or by its confirmed address. */
const isAccount = (accountId: string) => sql`
  (o.account_id = ${accountId} or (o.account_id is null and lower(o.email)
    = (select lower(email) from account where id = ${accountId} and verified_at is not null)))`;

/** The revisions that name an account as an owner. An array, because a subquery is expected to find many and then all payments are read. */
const revisionsNaming = (accountId: string) =>
  sql`array(select o.revision_id from song_split o where ${isAccount(accountId)})`;

const paidColumns = sql`
  y.id, y.reference, y.paid_at, y.refunded_at, y.amount_cents, y.part_refunded_cents, y.provider_fee_cents,
  y.platform_fee_cents, y.destination, y.split_revision_id, y.split_assignment_id`;

/** A `union` instead of an `or`, so that each condition uses its index. */
const paymentsOf = (reader: StatementReader) =>
  "publisherId" in reader
    ? sql`
      select ${paidColumns} from payment y
      where y.payee_id = ${reader.publisherId} and y.kind = 'PARTICIPATION' and y.paid_at is not null`
    : sql`
      select ${paidColumns} from payment y
      where y.split_revision_id = any(${revisionsNaming(reader.ownerId)}) and y.paid_at is not null
      union
      select ${paidColumns} from payment y join split_assignment n on n.id = y.split_assignment_id
      where n.revision_id = any(${revisionsNaming(reader.ownerId)}) and y.paid_at is not null`;

/**
 * Selects payments and their full and partial refunds, and as ASSIGNED each of them whose rest was assigned later. The platform
 * pays the provider's fee of payments that went to the payee's connected account.
 */
export const ledgerEntries = (reader: StatementReader) => sql`(
  with paid as (${paymentsOf(reader)}),
  entry as (
    select y.id as payment_id, y.destination is not null as is_transferred, y.reference::bigint as participation_id, 'PAID' as kind,
      y.paid_at as at, y.amount_cents as gross,
      case when y.destination is null then coalesce(y.provider_fee_cents, 0) else 0 end as provider_fee,
      y.platform_fee_cents as platform_fee, y.split_revision_id, y.split_assignment_id
    from paid y
    union all
    select y.id, y.destination is not null, y.reference::bigint, 'REFUNDED', y.refunded_at, y.part_refunded_cents - y.amount_cents,
      case when y.destination is null then -coalesce(y.provider_fee_cents, 0) else 0 end, ${refundedFee("y.part_refunded_cents")} - y.platform_fee_cents,
      y.split_revision_id, y.split_assignment_id
    from paid y where y.refunded_at is not null
    union all
    select y.id, y.destination is not null, y.reference::bigint, 'REFUNDED', r.refunded_at, r.from_cents - r.until_cents, 0,
      ${refundedFee("r.from_cents")} - ${refundedFee("r.until_cents")}, y.split_revision_id, y.split_assignment_id
    from paid y join payment_partial_refund r on r.payment_id = y.id
  )
  select e.payment_id, e.is_transferred, e.kind as payment_kind, e.participation_id, e.kind, e.at, e.gross, e.provider_fee,
    e.platform_fee, e.split_revision_id,
    case when e.at > n.assigned_at then n.revision_id end as rest_revision_id
  from entry e left join split_assignment n on n.id = e.split_assignment_id
  union all
  select e.payment_id, e.is_transferred, e.kind, e.participation_id, 'ASSIGNED', n.assigned_at, e.gross, e.provider_fee, e.platform_fee, e.split_revision_id, n.revision_id
  from entry e join split_assignment n on n.id = e.split_assignment_id where e.at <= n.assigned_at)`;

export const monthOf = sql`to_char(e.at at time zone 'UTC', 'YYYY-MM')`;
export const campaignOf = sql`
  json_build_object('id', c.id, 'pretty_id', c.pretty_id, 'name', c.name,
    'song', json_build_object('id', s.id, 'name', s.name, 'artist', s.artist))`;
const splitsOf = (revision: string, reader: StatementReader) => sql`
  coalesce((select json_agg(json_build_object('name', o.name, 'email', o.email, 'points', o.royalty_points,
      'is_reader', ${"ownerId" in reader ? sql`coalesce(${isAccount(reader.ownerId)}, false)` : sql`false`}) order by o.position)
    from song_split o where o.revision_id = ${sql.ref(revision)}), '[]')`;
export const splitColumns = (reader: StatementReader) => sql`
  ${splitsOf("g.split_revision_id", reader)} as splits,
  case when g.rest_revision_id is not null then ${splitsOf("g.rest_revision_id", reader)} end as rest_splits`;

/** Lists groups in `[from, until)`. */
export async function listGroups(
  db: Executor,
  reader: StatementReader,
  { from, until }: { from: Date; until: Date },
): Promise<OrderGroup[]> {
  const { rows } = await sql<OrderGroup>`
    select g.month, g.kind, g.gross, g.provider_fee, g.platform_fee, g.orders, ${campaignOf} as campaign,
      ${splitColumns(reader)}
    from (
      select ${monthOf} as month, e.kind, p.campaign_id, e.gross, e.provider_fee, e.platform_fee, e.split_revision_id,
        e.rest_revision_id, count(*)::int as orders
      from ${ledgerEntries(reader)} e join participation p on p.id = e.participation_id
      where e.at >= ${from} and e.at < ${until} group by 1, 2, 3, 4, 5, 6, 7, 8
    ) g join campaign c on c.id = g.campaign_id join song s on s.id = c.song_id
    order by g.month desc, c.name, c.id, g.kind = 'ASSIGNED', g.split_revision_id desc nulls last, g.kind, g.gross,
      g.rest_revision_id`.execute(db);
  return rows;
}

export type OrderRow = Amounts & OrderSplits & Pick<EarnedOrder, "order" | "kind" | "at" | "campaign">;

const keys: Columns = {
  campaign_id: sql`(select campaign_id from participation where id = e.participation_id)`,
  month: monthOf,
  created_at: sql`e.at`,
};

/** Lists the orders of an account. Sorts their entries without what is shown of them, because an account may have many. */
export async function listOrderRows(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OrderRow>> {
  const reader = { publisherId: accountId };
  const from = sql`${ledgerEntries(reader)} e where ${buildWhere(list.filters, keys)}`;
  // Entries of an order at the same instant, such as a partial and a full refund, differ by their amounts.
  const order = sql`${buildOrderBy(list, keys, sql`e.participation_id`)}, e.kind, e.gross, e.provider_fee, e.platform_fee`;
  return readListPage(db, list, {
    rows: sql<OrderRow>`
      with page as (select e.* from ${from} order by ${order} limit ${list.limit} offset ${list.offset}),
        g as (select e.*, row_number() over (order by ${order}) as place from page e)
      select p.exposed_id as "order", g.kind, g.at, g.gross, g.provider_fee, g.platform_fee, ${campaignOf} as campaign,
        ${splitColumns(reader)}
      from g join participation p on p.id = g.participation_id join campaign c on c.id = p.campaign_id
      join song s on s.id = c.song_id order by g.place`,
    counted: sql`select from ${from}`,
  });
}

/** The royalties of a revision, in basis points. */
const royaltyPoints = sql`(select coalesce(sum(o.royalty_points), 0) from song_split o where o.revision_id = r.id)`;

/** Lists the confirmed revisions in force of wraps whose royalties add up to 100 %, by wrap. */
export async function listCompleteRevisions(
  db: Executor,
  songIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; song_id: number }>`
    select r.id, r.song_id from song_split_revision r
    where r.song_id = any(${songIds}::int[]) and r.state in ('DRAFT', 'CONFIRMED') and ${royaltyPoints} = 10000`.execute(
    db,
  );
  return new Map(rows.map(({ id, song_id }) => [song_id, id]));
}

/** Returns the wrap of a revision. */
export async function findSongOfRevision(db: Executor, revisionId: number): Promise<number | undefined> {
  const { rows } = await sql<{ song_id: number }>`
    select song_id from song_split_revision where id = ${revisionId}`.execute(db);
  return rows[0]?.song_id;
}

/**
 * Assigns the rest of the payee's paid orders of a wrap to a revision, unless it was assigned before. Returns the number of
 * orders. Of concurrent calls, one gets each order.
 */
export async function assignRest(
  tx: Executor,
  assignment: { songId: number; revisionId: number; accountId: string; now: Date },
): Promise<number> {
  const { songId, revisionId, accountId, now } = assignment;
  const { rows } = await sql<{ id: number }>`
    insert into split_assignment (revision_id, assigned_by, assigned_at) values (${revisionId}, ${accountId}, ${now})
    returning id`.execute(tx);
  const { numAffectedRows } = await sql`
    update payment y set split_assignment_id = ${rows[0]?.id ?? 0}
    from participation p join campaign c on c.id = p.campaign_id
    where c.song_id = ${songId} and y.kind = 'PARTICIPATION' and y.reference = p.id::text and y.payee_id = ${accountId}
      and y.paid_at is not null and y.split_assignment_id is null
      and (y.split_revision_id is null
        or (select coalesce(sum(o.royalty_points), 0) from song_split o where o.revision_id = y.split_revision_id) < 10000)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
