import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../../catalogue/index.ts";

export type PlayAccounts = {
  /** The given accounts that exist, locked against deletion. */
  accounts: ReadonlySet<string>;
  /** The account that owns the song's artist. */
  owner: string | null;
  /** When a listen of the song last earned the listener points. */
  lastListenAt: Date | undefined;
};

type PartiesRow = { account: string | null; owner: string | null; last_listen_at: string | null };

/**
 * Locks the accounts that may earn points for a play against deletion, ordered by id: deleting an account
 * locks the account before its points, and so does every award.
 */
export async function lockPlayAccounts(
  tx: Executor,
  { songId, listener, accounts }: { songId: number; listener: string | undefined; accounts: string[] },
): Promise<PlayAccounts> {
  const { rows } = await sql<PartiesRow>`
    with known as (select id from account where id = any(${accounts}::uuid[]) order by id for key share)
    select known.id as account, a.owner_id as owner, b.last_listen_at
    from song s join artist a on a.id = s.artist_id
    left join point_balance b on b.song_id = s.id and b.account_id = ${listener ?? null}::uuid
    left join known on true
    where s.id = ${songId}`.execute(tx);
  const last = rows[0]?.last_listen_at ?? null;
  return {
    accounts: new Set(rows.flatMap(({ account }) => account ?? [])),
    owner: rows[0]?.owner ?? null,
    lastListenAt: last === null ? undefined : new Date(last),
  };
}

/**
 * Whether a play is the first counted one of its song by this account and browser, and the sharer never
 * listened in this browser: a sharer who logs out and follows their own link is not a referral.
 */
export async function isNewReferral(
  db: Executor,
  { songId, streamId, accountId = null, visitor }: ReferredPlay,
  sharer: string,
): Promise<boolean> {
  const before = sql`song_id = ${songId} and id <> ${streamId} and counted_at is not null`;
  const { rows } = await sql<{ is_new: boolean }>`
    select not (exists (select from play where visitor = ${visitor}::text and account_id = ${sharer}::uuid)
      or exists (select from play where visitor = ${visitor}::text and ${before})
      or exists (select from play where account_id = ${accountId}::uuid and ${before})) as is_new`.execute(
    db,
  );
  return rows[0]?.is_new ?? false;
}

type ReferredPlay = {
  songId: number;
  streamId: string;
  accountId: string | null | undefined;
  visitor: string | null;
};

/**
 * Finds the points of an account for a public song, or for any song that it has points for; undefined for an
 * unknown song.
 */
export async function findPoints(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(b.points, 0) as points from song s
    left join point_balance b on b.song_id = s.id and b.account_id = ${accountId}
    where ${matchesReference("pretty_id", reference, "s.")} and (s.status = 'ACTIVE' or b.points > 0)`.execute(
    db,
  );
  return rows[0]?.points;
}
