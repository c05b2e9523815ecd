import type { Follow, FollowedArtist, FollowerCounts } from "@wrapsody/shared/accounts/followers.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import { isPublicArtist, matchesReference } from "../../catalogue/index.ts";

type Key = { accountId: string; artistId: number };

/** Returns the id of a public artist. */
export async function findPublicArtistId(db: Executor, reference: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select a.id from artist a where ${isPublicArtist} and ${matchesReference("artist_clean_id", reference, "a.")}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Returns the id of an artist of the account. */
export async function findOwnArtistId(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from artist where owner_id = ${accountId} and ${matchesReference("artist_clean_id", reference)}`.execute(
    db,
  );
  return rows[0]?.id;
}

export async function readFollow(db: Executor, { accountId, artistId }: Key): Promise<Follow> {
  const { rows } = await sql<Follow>`
    select true as following, shares_address_since is not null as shares_address from artist_follow
    where artist_id = ${artistId} and account_id = ${accountId}`.execute(db);
  return rows[0] ?? { following: false, shares_address: false };
}

/** A repeat keeps the time and the consent of the first. */
export async function insertFollow(
  db: Executor,
  { accountId, artistId, now }: Key & { now: Date },
): Promise<void> {
  await sql`
    insert into artist_follow (artist_id, account_id, created_at) values (${artistId}, ${accountId}, ${now})
    on conflict do nothing`.execute(db);
}

export async function deleteFollowRow(db: Executor, { accountId, artistId }: Key): Promise<void> {
  await sql`delete from artist_follow where artist_id = ${artistId} and account_id = ${accountId}`.execute(
    db,
  );
}

/** A repeat keeps the time of the first consent. Returns whether the account follows the artist. */
export async function updateConsent(
  db: Executor,
  { accountId, artistId, shares, now }: Key & { shares: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update artist_follow
    set shares_address_since = case when ${shares} then coalesce(shares_address_since, ${now}::timestamptz) end
    where artist_id = ${artistId} and account_id = ${accountId} returning artist_id`.execute(db);
  return rows.length > 0;
}

/** Lists the public artists whom an account follows. */
export async function listFollows(
  db: Executor,
  accountId: string,
  { limit, offset, sortDir }: ListQuery,
): Promise<Rows<FollowedArtist>> {
  const direction = sql.raw(sortDir === "ASC" ? "asc" : "desc");
  const own = sql`from artist_follow f join artist a on a.id = f.artist_id and ${isPublicArtist} where f.account_id = ${accountId}`;
  const [{ rows }, counted] = await Promise.all([
    sql<Omit<FollowedArtist, "artist"> & FollowedArtist["artist"]>`
      select f.created_at as followed_at, f.shares_address_since is not null as shares_address, a.id, a.artist_clean_id, a.name,
        (select ${imageColumn(sql`i`)} from image i where i.id = a.image_id) as image
      ${own} order by f.created_at ${direction}, f.artist_id ${direction} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total ${own}`.execute(db),
  ]);
  return {
    data: rows.map(({ followed_at, shares_address, ...artist }) => ({ followed_at, shares_address, artist })),
    total: counted.rows[0]?.total ?? 0,
  };
}

export async function countFollowers(db: Executor, artistId: number): Promise<FollowerCounts> {
  const { rows } = await sql<FollowerCounts>`
    select count(*) as followers, count(shares_address_since) as sharing from artist_follow
    where artist_id = ${artistId}`.execute(db);
  return rows[0] ?? { followers: 0, sharing: 0 };
}

/** Lists the confirmed addresses of followers who share theirs, in the order of their accounts. */
export async function listSharedAddresses(
  db: Executor,
  artistId: number,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ account_id: string; email: string }[]> {
  const { rows } = await sql<{ account_id: string; email: string }>`
    select f.account_id, a.email from artist_follow f join account a on a.id = f.account_id
    where f.artist_id = ${artistId} and f.shares_address_since is not null and a.email is not null and a.verified_at is not null
      and ${after === undefined ? sql`true` : sql`f.account_id > ${after}`}
    order by f.account_id limit ${limit}`.execute(db);
  return rows;
}
