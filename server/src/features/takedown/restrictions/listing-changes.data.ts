import { type Executor, sql } from "../../../platform/database/database.ts";

/** A wrap that a restriction took from the public, or that is as its publisher left it again. A trigger of `song` records it. */
export type ListingChange = {
  accountId: string;
  song_id: number;
  pretty_id: string;
  name: string;
  from: string;
  to: string;
  changedAt: string;
};

/** Takes recorded changes, oldest first: they are gone once the transaction commits. A concurrent call takes others. */
export async function takeListingChanges(tx: Executor, limit: number): Promise<ListingChange[]> {
  const { rows } = await sql<ListingChange>`
    with taken as (
      delete from listing_change
      where id in (select id from listing_change order by id limit ${limit} for update skip locked)
      returning *
    )
    select account_id as "accountId", song_id, pretty_id, name, from_status as "from", to_status as "to",
      changed_at as "changedAt"
    from taken order by id`.execute(tx);
  return rows;
}
