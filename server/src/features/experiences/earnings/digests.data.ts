import { type Executor, sql } from "../../../platform/database/database.ts";

export type NoticeKind = "SALE" | "REFUND";

/** Records a sale or refund for the next digest. Does nothing if the publisher is gone. */
export async function insertNotice(
  tx: Executor,
  notice: { campaignId: number; accountId: string | null; kind: NoticeKind; amountCents: number },
): Promise<void> {
  if (notice.accountId === null) return;
  await sql`
    insert into earning_notice (campaign_id, account_id, kind, amount_cents)
    values (${notice.campaignId}, ${notice.accountId}, ${notice.kind}, ${notice.amountCents})`.execute(tx);
}

/** Lists the experiences with notices whose last digest was sent before `before`. */
export async function listDueCampaigns(db: Executor, before: Date): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    select distinct n.campaign_id from earning_notice n left join earning_digest d on d.campaign_id = n.campaign_id
    where d.campaign_id is null or d.sent_at <= ${before} order by n.campaign_id`.execute(db);
  return rows.map(({ campaign_id }) => campaign_id);
}

/** Records that a digest is sent now. Of concurrent calls, one returns true. */
export async function claimDigest(
  tx: Executor,
  { campaignId, before, now }: { campaignId: number; before: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into earning_digest (campaign_id, sent_at) values (${campaignId}, ${now})
    on conflict (campaign_id) do update set sent_at = excluded.sent_at where earning_digest.sent_at <= ${before}
    returning campaign_id`.execute(tx);
  return rows.length > 0;
}

type NoticeSum = {
  account_id: string;
  experience: string;
  kind: NoticeKind;
  orders: number;
  total_cents: number;
};

/** Deletes the notices of an experience and returns their sums, sales first. Notices that commit meanwhile stay. */
export async function takeNotices(tx: Executor, campaignId: number): Promise<NoticeSum[]> {
  const { rows } = await sql<NoticeSum>`
    with taken as (delete from earning_notice where campaign_id = ${campaignId} returning *)
    select t.account_id, c.name as experience, t.kind, count(*)::int as orders, sum(t.amount_cents)::int as total_cents
    from taken t join campaign c on c.id = t.campaign_id
    group by t.account_id, c.name, t.kind order by t.kind desc, t.account_id`.execute(tx);
  return rows;
}
