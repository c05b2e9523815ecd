import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { AccountEntry } from "@wrapsody/shared/rewards/corrections.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";

const keys: Columns = { song_id: sql`e.song_id`, created_at: sql`e.created_at` };

/** Lists the ledger entries of an account and whether each can be revoked. */
export async function listAccountEntries(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<AccountEntry>> {
  const where = sql`e.account_id = ${accountId} and ${buildWhere(list.filters, keys)}`;
  return readListPage(db, list, {
    rows: sql<AccountEntry>`
      select e.key, e.kind, e.points, e.created_at, e.reason,
        json_build_object('id', e.song_id, 'name', s.name, 'artist', s.artist) as song,
        e.points > 0 and e.kind <> 'REVERSAL' and not exists (
          select from point_entry r
          where r.account_id = e.account_id and r.song_id = e.song_id and r.key = 'reversal ' || e.key) as can_be_taken_back
      from point_entry e left join song s on s.id = e.song_id
      where ${where} order by ${buildOrderBy(list, keys, sql`e.key`)}
      limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from point_entry e where ${where}`,
  });
}
