import { type Executor, sql } from "../../../platform/database/database.ts";
import { isPublicArtist } from "../../catalogue/index.ts";

/** Locks the pace of all nodes. Returns the time up to which the rate is used. */
export async function lockPace(tx: Executor): Promise<Date> {
  const { rows } = await sql<{ queued_at: string }>`
    select queued_at from follower_mail_pace for update`.execute(tx);
  return new Date(rows[0]?.queued_at ?? 0);
}

export async function updatePace(tx: Executor, until: Date): Promise<void> {
  await sql`update follower_mail_pace set queued_at = ${until}`.execute(tx);
}

/** A mail that waits: about one release, or about those of a week. */
export type WaitingMail = {
  id: number;
  account_id: string;
  message_id: string;
  announcement_id: number | null;
  /** The Monday of the week. */
  week: string | null;
};

/** Marks the next mails as queued, in the transaction that queues them, and returns them. */
export async function takeMails(tx: Executor, limit: number, now: Date): Promise<WaitingMail[]> {
  const { rows } = await sql<WaitingMail>`
    update follower_mail set queued_at = ${now} where id in (
      select id from follower_mail where queued_at is null order by id limit ${limit} for update skip locked)
    returning id, account_id, message_id, announcement_id, week::text as week`.execute(tx);
  return rows;
}

export async function hasWaitingMails(tx: Executor): Promise<boolean> {
  const { rows } = await sql`select from follower_mail where queued_at is null limit 1`.execute(tx);
  return rows.length > 0;
}

/** A release as a mail names it. */
export type Release = { wrap: string; artist: string; pretty_id: string };

const releases = sql`
  announcement e join song s on s.id = e.song_id and s.status = 'ACTIVE' join artist a on a.id = e.artist_id and ${isPublicArtist}`;

/** Returns undefined if the wrap is not public any more, or the account does not follow the artist any more. */
export async function readRelease(
  tx: Executor,
  { announcementId, accountId }: { announcementId: number; accountId: string },
): Promise<Release | undefined> {
  const { rows } = await sql<Release>`
    select s.name as wrap, s.artist, s.pretty_id from ${releases}
    join artist_follow f on f.artist_id = e.artist_id and f.account_id = ${accountId}
    where e.id = ${announcementId}::bigint`.execute(tx);
  return rows[0];
}

/** Lists the latest releases of followed artists between two times, and counts all. */
export async function listReleases(
  tx: Executor,
  { accountId, from, until, limit }: { accountId: string; from: Date; until: Date; limit: number },
): Promise<{ releases: Release[]; total: number }> {
  const { rows } = await sql<Release & { total: number }>`
    select s.name as wrap, s.artist, s.pretty_id, count(*) over () as total from ${releases}
    join artist_follow f on f.artist_id = e.artist_id and f.account_id = ${accountId}
    where e.kind = 'WRAP' and e.created_at >= ${from} and e.created_at < ${until} and e.created_at >= f.created_at
    order by e.created_at desc, e.id desc limit ${limit}`.execute(tx);
  return {
    releases: rows.map(({ wrap, artist, pretty_id }) => ({ wrap, artist, pretty_id })),
    total: rows[0]?.total ?? 0,
  };
}

/** Plans a mail about a week for the next accounts that chose one and follow an artist with a release in it. Returns the last of them. */
export async function insertWeeklyMails(
  tx: Executor,
  week: { from: Date; until: Date; after: string | undefined; limit: number; now: Date },
): Promise<string | undefined> {
  const { from, until, after, limit, now } = week;
  const { rows } = await sql<{ last: string | null }>`
    with next as materialized (
      select account_id from follower_mail_choice
      where choice = 'WEEKLY' and ${after === undefined ? sql`true` : sql`account_id > ${after}`}
      order by account_id limit ${limit}
    ),
    planned as (
      insert into follower_mail (account_id, week, created_at)
      select n.account_id, ${from.toISOString().slice(0, 10)}::date, ${now} from next n
      where exists (select from artist_follow f join announcement e on e.artist_id = f.artist_id
        where f.account_id = n.account_id and e.kind = 'WRAP' and e.created_at >= ${from} and e.created_at < ${until}
          and e.created_at >= f.created_at)
      on conflict do nothing
    )
    select (select account_id from next order by account_id desc limit 1) as last`.execute(tx);
  return rows[0]?.last ?? undefined;
}

export async function deleteMailsBefore(db: Executor, time: Date): Promise<void> {
  await sql`delete from follower_mail where created_at < ${time}`.execute(db);
}
