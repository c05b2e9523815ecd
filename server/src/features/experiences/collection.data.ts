import type { CollectedArtwork } from "@wrapsody/shared/experiences.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import { type Executor, sql } from "../../platform/database.ts";
import { type Columns, countUpTo, orderOf, type Rows } from "../../platform/list.ts";
import { type ParticipantRow, participantColumns } from "./campaigns.data.ts";

type CollectedRow = ParticipantRow & Pick<CollectedArtwork, "campaign">;

const columns: Columns = { created_at: sql`p.created_at` };

/** An account's artwork; also that of experiences which are not public any more, because it stays its owner's. */
export async function listCollected(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<CollectedRow>> {
  const [data, count] = await Promise.all([
    sql<CollectedRow>`
      select ${participantColumns},
        json_build_object('id', c.id, 'pretty_id', c.pretty_id, 'name', c.name,
          'is_public', c.deleted_at is null and s.status = 'ACTIVE',
          'song', json_build_object('pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist)) as campaign
      from participant p
      join campaign c on c.id = p.campaign_id
      join song s on s.id = c.song_id
      left join image i on i.id = p.rendered_image_id
      where p.account_id = ${accountId}
      order by ${orderOf(list, columns, sql`p.id`)} limit ${list.limit} offset ${list.offset}`.execute(db),
    sql<{ total: number }>`
      select ${countUpTo(sql`select from participant where account_id = ${accountId}`)} as total`.execute(db),
  ]);
  return { data: data.rows, total: count.rows[0]?.total ?? 0 };
}
