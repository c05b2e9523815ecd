import { MAX_UNREAD, type Notification } from "@wrapsody/shared/accounts/notifications.ts";
import type { Image } from "@wrapsody/shared/api/media.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { ClaimState } from "@wrapsody/shared/rewards/claims.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { type Rows, readListPage } from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import { isPublicCampaign, isPublicParticipant } from "../../experiences/index.ts";

/** A notification with the names of what it is about; null for other kinds. */
export type NotificationRow = {
  id: number;
  kind: Notification["kind"];
  created_at: string;
  is_read: boolean;
  image: Image | null;
  wrap: string | null;
  wrap_pretty_id: string | null;
  artist: string | null;
  experience: string | null;
  experience_pretty_id: string | null;
  artwork: string | null;
  participant_id: number | null;
  reward: string | null;
  claim_state: ClaimState | null;
};

/** Only of what the reader can still open: a restricted or hidden wrap leaves the list, and returns with its end. */
const shown = sql`
  notification n
  left join announcement e on e.id = n.announcement_id
  left join song s on s.id = e.song_id and s.status = 'ACTIVE'
  left join campaign c on c.id = coalesce(e.campaign_id, n.campaign_id)
  left join song cs on cs.id = c.song_id
  left join participant p on p.campaign_id = n.campaign_id and p.id = n.participant_id
  left join reward_claim k on k.id = n.claim_id
  left join reward r on r.id = coalesce(k.reward_id, n.reward_id)
  left join song rs on rs.id = r.song_id and rs.status = 'ACTIVE'`;
const isShown = sql`case n.kind
  when 'WRAP' then s.id is not null
  when 'ARTWORK' then ${isPublicParticipant}
  when 'CLAIM' then r.id is not null
  when 'REWARD' then rs.id is not null and r.deleted_at is null
  else s.id is not null and ${isPublicCampaign} end`;

export async function listNotifications(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<NotificationRow>> {
  const direction = sql.raw(list.sortDir === "ASC" ? "asc" : "desc");
  const own = sql`from ${shown} where n.account_id = ${accountId} and ${isShown}`;
  return readListPage(db, list, {
    rows: sql<NotificationRow>`
      select n.id, n.kind, n.created_at, n.read_at is not null as is_read, n.participant_id, n.claim_state,
        coalesce(s.name, rs.name) as wrap, coalesce(s.pretty_id, rs.pretty_id) as wrap_pretty_id,
        coalesce(s.artist, cs.artist, rs.artist) as artist, c.name as experience,
        c.pretty_id as experience_pretty_id, p.name as artwork, r.name as reward,
        (select ${imageColumn(sql`i`)} from image i
          where i.id = coalesce(p.rendered_image_id, c.promo_image_id, s.image_id, cs.image_id,
            case n.kind when 'REWARD' then rs.image_id end)) as image
      ${own} order by n.id ${direction} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select ${own}`,
  });
}

export async function countUnread(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from ${shown} where n.account_id = ${accountId} and n.read_at is null and ${isShown} limit ${MAX_UNREAD}
    ) unread`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** A repeat keeps the time of the first. Returns whether the account has the notification. */
export async function updateRead(
  db: Executor,
  { accountId, id, isRead, now }: { accountId: string; id: number; isRead: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update notification set read_at = case when ${isRead} then coalesce(read_at, ${now}::timestamptz) end
    where id = ${id}::bigint and account_id = ${accountId} returning id`.execute(db);
  return rows.length > 0;
}

export async function updateReadUntil(
  db: Executor,
  { accountId, until, now }: { accountId: string; until: number; now: Date },
): Promise<void> {
  await sql`
    update notification set read_at = ${now}
    where account_id = ${accountId} and read_at is null and id <= ${until}::bigint`.execute(db);
}

/** Notifies the account of an artwork, if it has one; once. */
export async function insertArtworkNotification(
  tx: Executor,
  { campaignId, participantId, now }: { campaignId: number; participantId: number; now: Date },
): Promise<void> {
  await sql`
    insert into notification (account_id, kind, event, campaign_id, participant_id, created_at)
    select account_id, 'ARTWORK', 'artwork ' || campaign_id || '-' || id, campaign_id, id, ${now}
    from participant where campaign_id = ${campaignId} and id = ${participantId} and account_id is not null
    on conflict do nothing`.execute(tx);
}

/** Notifies the account that claimed a reward of each state of the claim; once. */
export async function insertClaimNotification(
  tx: Executor,
  { claimId, now }: { claimId: number; now: Date },
): Promise<void> {
  await sql`
    insert into notification (account_id, kind, event, claim_id, claim_state, created_at)
    select account_id, 'CLAIM', 'claim ' || id || ' ' || state, id, state, ${now}
    from reward_claim where id = ${claimId}::bigint and account_id is not null
    on conflict do nothing`.execute(tx);
}

/** Notifies the account of a reward that its points suffice for; once. */
export async function insertRewardNotification(
  tx: Executor,
  { accountId, rewardId, now }: { accountId: string; rewardId: number; now: Date },
): Promise<void> {
  await sql`
    insert into notification (account_id, kind, event, reward_id, created_at)
    values (${accountId}, 'REWARD', ${`reward ${rewardId}`}, ${rewardId}, ${now})
    on conflict do nothing`.execute(tx);
}

export async function deleteNotificationsBefore(db: Executor, time: Date): Promise<void> {
  await sql`delete from notification where created_at < ${time}`.execute(db);
}
