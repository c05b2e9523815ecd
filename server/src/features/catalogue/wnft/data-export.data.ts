import { type Executor, sql } from "../../../platform/database/database.ts";

/** A token that an account requested. */
type OwnIssue = {
  song_id: number;
  network: string;
  state: string;
  owner: string;
  use_ipfs: boolean;
  metadata_cid: string | null;
  asked_at: string;
  ended_at: string | null;
};

export async function listOwnIssues(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnIssue | undefined },
): Promise<OwnIssue[]> {
  const { rows } = await sql<OwnIssue>`
    select song_id, network, state, owner, use_ipfs, metadata_cid, asked_at, ended_at from wrap_token
    where account_id = ${accountId} and song_id > ${after?.song_id ?? 0} order by song_id limit ${limit}`.execute(
    db,
  );
  return rows;
}
