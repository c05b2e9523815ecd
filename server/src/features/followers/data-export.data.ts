import { type Executor, sql } from "../../platform/database/database.ts";
import { type ExportTable, paged } from "../accounts/index.ts";

/** Exports the artists whom an account follows, its notifications, and the mails about releases. */
export const followersExport = {
  follows: paged(listOwnFollows),
  notifications: paged(listOwnNotifications),
  follower_mails: paged(listOwnMails),
} satisfies ExportTable;

type OwnFollow = {
  artist_id: number;
  artist: string;
  created_at: string;
  shares_address_since: string | null;
};

async function listOwnFollows(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnFollow | undefined },
): Promise<OwnFollow[]> {
  const { rows } = await sql<OwnFollow>`
    select f.artist_id, a.name as artist, f.created_at, f.shares_address_since
    from artist_follow f join artist a on a.id = f.artist_id
    where f.account_id = ${accountId} and f.artist_id > ${after?.artist_id ?? 0} order by f.artist_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

type OwnNotification = {
  id: number;
  kind: string;
  event: string;
  song_id: number | null;
  campaign_id: number | null;
  participant_id: number | null;
  claim_id: number | null;
  claim_state: string | null;
  reward_id: number | null;
  created_at: string;
  read_at: string | null;
};

async function listOwnNotifications(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnNotification | undefined },
): Promise<OwnNotification[]> {
  const { rows } = await sql<OwnNotification>`
    select n.id, n.kind, n.event, e.song_id, coalesce(e.campaign_id, n.campaign_id) as campaign_id, n.participant_id, n.claim_id,
      n.claim_state, n.reward_id, n.created_at, n.read_at
    from notification n left join announcement e on e.id = n.announcement_id
    where n.account_id = ${accountId} and n.id > ${after?.id ?? 0}::bigint order by n.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

type OwnMail = {
  id: number;
  song_id: number | null;
  week: string | null;
  message_id: string;
  created_at: string;
  queued_at: string | null;
};

async function listOwnMails(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnMail | undefined },
): Promise<OwnMail[]> {
  const { rows } = await sql<OwnMail>`
    select m.id, e.song_id, m.week::text as week, m.message_id, m.created_at, m.queued_at
    from follower_mail m left join announcement e on e.id = m.announcement_id
    where m.account_id = ${accountId} and m.id > ${after?.id ?? 0}::bigint order by m.id limit ${limit}`.execute(
    db,
  );
  return rows;
}
