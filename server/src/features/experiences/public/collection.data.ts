import { type ListQuery, MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import type { CollectedArtwork } from "@wrapsody/shared/experiences/experiences.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import { isRestricted } from "../../catalogue/index.ts";
import { isKept, type ParticipantRow, participantColumns } from "./campaigns.data.ts";

type CollectedRow = ParticipantRow & Pick<CollectedArtwork, "campaign">;

const SORT_COLUMNS: Columns = { created_at: sql`p.created_at` };
const FILTER_COLUMNS: Columns = {
  kept: sql`(p.owner_wallet_address is null)`,
  song_campaign_id: sql`p.campaign_id`,
  song_id: sql`(select song_id from campaign where id = p.campaign_id)`,
};

/**
 * Selects the artworks of an account: those of its orders that have not moved since they were minted, and those in its linked
 * wallets. `part` limits each branch, so that both are read in the order of their indexes.
 */
export function collectedArtworks(accountId: string, part: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`
    (select p.id, p.campaign_id, p.created_at from participant p where p.account_id = ${accountId} and p.moved_at is null ${part})
    union all
    select minted.id, minted.campaign_id, minted.created_at from (
      select distinct address from wallet where account_id = ${accountId}) w
    cross join lateral (
      select p.id, p.campaign_id, p.created_at from participant p join campaign c on c.id = p.campaign_id
      where lower(p.owner_wallet_address) = w.address and (p.account_id is distinct from ${accountId} or p.moved_at is not null)
        and account_of_wallet(w.address, coalesce(c.contract_network, c.network)) = ${accountId} ${part}) minted`;
}

/** Lists an account's artworks, including those of experiences that are no longer public. Restricted ones have no image. */
export async function listCollected(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<CollectedRow>> {
  const order = buildOrderBy(list, SORT_COLUMNS, sql`p.id`);
  const where = sql`and ${buildWhere(list.filters, FILTER_COLUMNS)}`;
  const first = sql`${where} order by ${order} limit ${list.limit + list.offset}`;
  return readListPage(db, list, {
    rows: sql<CollectedRow>`
      select ${participantColumns},
        json_build_object('id', c.id, 'pretty_id', c.pretty_id, 'name', c.name,
          'network', coalesce(c.contract_network, c.network),
          'is_public', ${isKept} and s.status = 'ACTIVE',
          'song', json_build_object('pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist)) as campaign
      from (select p.* from (${collectedArtworks(accountId, first)}) p
        order by ${order} limit ${list.limit} offset ${list.offset}) page
      join participant p on p.campaign_id = page.campaign_id and p.id = page.id
      join campaign c on c.id = p.campaign_id
      join song s on s.id = c.song_id
      left join image i on i.id = p.rendered_image_id and s.status <> 'RESTRICTED'
        and not ${isRestricted("experience", sql`c.id::text`)} and not ${isRestricted("artwork", sql`c.id || '-' || p.id`)}
      order by ${order}`,
    counted: collectedArtworks(accountId, sql`${where} limit ${sql.lit(MAX_COUNTED)}`),
  });
}
