import { type Executor, sql } from "../../../platform/database/database.ts";
import { isPublicArtist } from "../../catalogue/index.ts";
import { isPublicCampaign } from "../../experiences/index.ts";

type CampaignAnnouncement = { campaignId: number; kind: "EXPERIENCE" | "ALMOST_SOLD_OUT"; now: Date };

/** Returns the id of the announcement; undefined if the wrap was announced before. */
export async function insertSongAnnouncement(
  tx: Executor,
  { songId, now }: { songId: number; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into announcement (kind, artist_id, song_id, created_at)
    select 'WRAP', artist_id, id, ${now} from song where id = ${songId}
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Like `insertSongAnnouncement`, once for each kind. */
export async function insertCampaignAnnouncement(
  tx: Executor,
  { campaignId, kind, now }: CampaignAnnouncement,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into announcement (kind, artist_id, song_id, campaign_id, created_at)
    select ${kind}, s.artist_id, s.id, c.id, ${now} from campaign c join song s on s.id = c.song_id
    where c.id = ${campaignId}
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export type Announcement = { id: number; kind: "WRAP" | "EXPERIENCE" | "ALMOST_SOLD_OUT" };

/** Locks an announcement that is not finished, so that two workers do not notify the same followers. */
export async function lockAnnouncement(tx: Executor, id: number): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    select id, kind from announcement where id = ${id}::bigint and finished_at is null for update`.execute(
    tx,
  );
  return rows[0];
}

/** Returns whether what is announced is public now. */
export async function isAnnouncementPublic(tx: Executor, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from announcement e join song s on s.id = e.song_id join artist a on a.id = e.artist_id
    left join campaign c on c.id = e.campaign_id
    where e.id = ${id}::bigint and s.status = 'ACTIVE' and ${isPublicArtist}
      and (e.kind = 'WRAP' or (${isPublicCampaign}))`.execute(tx);
  return rows.length > 0;
}

/**
 * Notifies the next followers, in the order of their accounts, and plans mails for followers who chose one for every release. Leaves out
 * accounts that followed the artist after it was announced. Returns how many followers there were.
 */
export async function notifyNextFollowers(
  tx: Executor,
  { id, limit, now }: { id: number; limit: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ followers: number }>`
    with announced as (select * from announcement where id = ${id}::bigint),
    next as materialized (
      select f.account_id, e.id as announcement_id, e.kind from announced e join artist_follow f on f.artist_id = e.artist_id
      where f.account_id > coalesce(e.last_account_id, '00000000-0000-0000-0000-000000000000') and f.created_at <= e.created_at
      order by f.account_id limit ${limit}
    ),
    notified as (
      insert into notification (account_id, kind, event, announcement_id, created_at)
      select account_id, kind, 'announcement ' || announcement_id, announcement_id, ${now} from next on conflict do nothing
    ),
    mailed as (
      insert into follower_mail (account_id, announcement_id, created_at)
      select n.account_id, n.announcement_id, ${now} from next n join follower_mail_choice m on m.account_id = n.account_id
      where n.kind = 'WRAP' and m.choice = 'EVERY' on conflict do nothing
    ),
    moved as (
      update announcement set last_account_id = (select account_id from next order by account_id desc limit 1)
      where id = ${id}::bigint and exists (select from next)
    )
    select count(*)::int as followers from next`.execute(tx);
  return rows[0]?.followers ?? 0;
}

export async function markFinished(tx: Executor, id: number, now: Date): Promise<void> {
  await sql`update announcement set finished_at = ${now} where id = ${id}::bigint`.execute(tx);
}
