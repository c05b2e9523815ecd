import type { Filter, ListQuery } from "@wrapsody/shared/api/page.ts";
import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  isRanked,
  namesWithText,
  type Rows,
  similarNames,
  type TextSearch,
} from "../../../../platform/database/list-query.ts";
import { matchesReference } from "../../../catalogue/index.ts";
import { type CampaignRow, campaignColumns, isKept, isShown } from "../../public/campaigns.data.ts";
import { collectedArtworks } from "../../public/collection.data.ts";

/** A campaign with the fields that only its publisher sees. */
export type OwnCampaignRow = CampaignRow &
  Pick<OwnCampaign, "activation_problem" | "reward_level"> & {
    song_status: string;
    /** The publisher's linked wallets that work on the network, first linked first. */
    wallets: string[];
  };

const ownColumns = sql`
  ${campaignColumns}, c.activation_problem, c.reward_level, s.status as song_status,
  wallets_of_account((select owner_id from artist where id = s.artist_id), c.network) as wallets`;
const ownTables = sql`
  campaign c join song s on s.id = c.song_id and s.status <> 'DELETED' left join image i on i.id = c.promo_image_id`;
const isNotDeleted = sql`c.deleted_at is null`;

function isOwn(accountId: string): RawBuilder<unknown> {
  return sql`s.artist_id = any(array(select id from artist where owner_id = ${accountId}))`;
}

/** Selects the public experiences in which an account has an artwork, or an order that keeps its spot. */
function isJoined(accountId: string): RawBuilder<unknown> {
  return sql`s.status = 'ACTIVE' and ${isKept} and ${isShown} and c.id = any(array(
    select campaign_id from participation where account_id = ${accountId} and state in ('NEEDS_MATERIAL', 'FULFILLED')
    union select campaign_id from (${collectedArtworks(accountId)}) artwork))`;
}

/** Returns whether the account has an artist. */
export async function isPublisher(db: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from artist where owner_id = ${accountId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Finds an account's campaign by id or pretty id, unless it is deleted. */
export async function findOwnCampaign(
  db: Executor,
  accountId: string,
  reference: string | number,
): Promise<OwnCampaignRow | undefined> {
  const which = matchesReference("pretty_id", String(reference), "c.");
  const { rows } = await sql<OwnCampaignRow>`
    select ${ownColumns} from ${ownTables} where ${isNotDeleted} and ${isOwn(accountId)} and ${which}`.execute(
    db,
  );
  return rows[0];
}

/** As `findOwnCampaign`, and locks the campaign until the transaction ends. */
export async function findOwnCampaignForUpdate(
  tx: Executor,
  accountId: string,
  reference: string,
): Promise<OwnCampaignRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from ${ownTables} where ${isNotDeleted} and ${isOwn(accountId)} and ${matchesReference("pretty_id", reference, "c.")}
    for no key update of c`.execute(tx);
  const [locked] = rows;
  // Reads again, because another transaction may have changed it before the lock was granted.
  return locked === undefined ? undefined : findOwnCampaign(tx, accountId, locked.id);
}

const COLUMNS: Columns = {
  song_id: sql`c.song_id`,
  stage: sql`c.state`,
  is_public_mintable: sql`c.is_public_mintable`,
  name: sql`c.name collate "unicode"`,
  created_at: sql`c.created_at`,
  is_active: sql`c.is_active`,
};

/**
 * Lists the experiences of an account's wraps, except deleted ones. A text that no name contains finds similar names. A
 * search without a requested order returns names that equal the text first.
 */
export function listOwnCampaigns(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OwnCampaignRow>> {
  return searchCampaigns(db, isOwn(accountId), list);
}

/** As `listOwnCampaigns`, for the public experiences that the account takes part in. */
export function listJoinedCampaigns(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OwnCampaignRow>> {
  return searchCampaigns(db, isJoined(accountId), list);
}

async function searchCampaigns(
  db: Executor,
  isListed: RawBuilder<unknown>,
  list: ListQuery,
): Promise<Rows<OwnCampaignRow>> {
  const found = await listMatching(db, isListed, list, namesWithText(sql`c.name`, sql`c.name_folded`));
  if (found.total > 0 || !list.filters.some(isNameSearch)) return found;
  return listMatching(db, isListed, list, similarNames(sql`c.name_folded`));
}

const isNameSearch = ({ key, operator }: Filter) => key === "name" && operator === "~~";

/** The materialized step makes PostgreSQL use the index of the condition, so that only the listed rows are read. */
async function listMatching(
  db: Executor,
  isListed: RawBuilder<unknown>,
  list: ListQuery,
  { matches, rank }: TextSearch,
): Promise<Rows<OwnCampaignRow>> {
  const texts = list.filters.filter(isNameSearch).map(({ value }) => value);
  const exact = list.filters.filter((filter) => !isNameSearch(filter));
  const where = sql.join(
    [isNotDeleted, isListed, buildWhere(exact, COLUMNS), ...texts.map(matches)],
    sql` and `,
  );
  const ranks = isRanked(list) ? texts.map((typed) => sql`${rank(typed)} desc`) : [];
  const order = sql.join([...ranks, buildOrderBy(list, COLUMNS, sql`c.id`)], sql`, `);
  const { rows } = await sql<OwnCampaignRow & { total: number }>`
    with own as materialized (
      select c.id, c.song_id, c.name, c.name_folded, c.created_at, c.is_active
      from song s join campaign c on c.song_id = s.id and s.status <> 'DELETED' where ${where}
    ), page as (
      select c.id, row_number() over (order by ${order}) as place
      from own c order by place limit ${list.limit} offset ${list.offset}
    )
    select counted.total, ${ownColumns}
    from (select count(*) as total from own) counted
    left join (page join (${ownTables}) on c.id = page.id) on true
    order by page.place`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}

/** Finds the id of the account's wrap by id or pretty id. */
export async function findOwnSongId(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from song s
    where s.status <> 'DELETED' and ${isOwn(accountId)} and ${matchesReference("pretty_id", reference, "s.")}`.execute(
    db,
  );
  return rows[0]?.id;
}
