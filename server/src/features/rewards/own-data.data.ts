import { type Executor, sql } from "../../platform/database.ts";

/** An entry of the ledger. The song's name is null where it is not kept any more. */
export type OwnEntry = {
  song_id: number;
  song: string | null;
  key: string;
  kind: string;
  points: number;
  created_at: string;
};

export async function listOwnEntries(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnEntry | undefined },
): Promise<OwnEntry[]> {
  const further =
    after === undefined
      ? sql`true`
      : sql`e.created_at <= ${after.created_at}
          and (e.created_at, e.song_id, e.key) < (${after.created_at}, ${after.song_id}, ${after.key})`;
  const { rows } = await sql<OwnEntry>`
    select e.song_id, s.name as song, e.key, e.kind, e.points, e.created_at
    from point_entry e left join song s on s.id = e.song_id
    where e.account_id = ${accountId} and ${further}
    order by e.created_at desc, e.song_id desc, e.key desc limit ${limit}`.execute(db);
  return rows;
}

export type OwnBalance = {
  song_id: number;
  song: string | null;
  points: number;
  last_listen_at: string | null;
};

export async function listOwnBalances(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnBalance | undefined },
): Promise<OwnBalance[]> {
  const { rows } = await sql<OwnBalance>`
    select b.song_id, s.name as song, b.points, b.last_listen_at
    from point_balance b left join song s on s.id = b.song_id
    where b.account_id = ${accountId} and b.song_id > ${after?.song_id ?? 0}
    order by b.song_id limit ${limit}`.execute(db);
  return rows;
}
