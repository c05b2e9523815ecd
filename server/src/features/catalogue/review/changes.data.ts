import type { Image } from "@wrapsody/shared/api/media.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { ChangeState } from "@wrapsody/shared/studio/song-changes.ts";
import type { ChangeField } from "@wrapsody/shared/studio/studio.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { countUpTo, type Rows } from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import { songTables } from "../songs/songs.data.ts";
import { type OwnSongRow, ownColumns } from "../studio/songs/own-songs.data.ts";

/** A change with its song. The former value of a change that waits is the song's current one. */
export type ChangeRow = OwnSongRow & {
  change_id: string;
  field: ChangeField;
  change_state: ChangeState;
  before: string | null;
  after: string;
  before_image: Image | null;
  after_image: Image | null;
  before_duration: number | null;
  after_duration: number | null;
  /** Whether the storage still has the recordings. */
  has_before: boolean;
  has_after: boolean;
  requested_at: string;
  decided_at: string | null;
  decided_by: string | null;
  reason: string | null;
  owner_id: string | null;
};

const currentValue = sql`case c.field when 'TITLE' then s.name when 'ARTWORK' then s.image_id else s.audio_key end`;

const changeColumns = sql`
  ${ownColumns}, a.owner_id, c.id::text as change_id, c.field, c.state as change_state, v.before, c.new_value as after,
  ${imageColumn(sql`bi`)} as before_image, ${imageColumn(sql`ai`)} as after_image,
  coalesce(bf.duration, c.old_duration) as before_duration, coalesce(af.duration, c.new_duration) as after_duration,
  bf.key is not null as has_before, af.key is not null as has_after,
  c.requested_at, c.decided_at, c.decided_by, c.reason`;

const changeTables = sql`
  page join song_change c on c.id = page.change_id
  join (${songTables}) on s.id = c.song_id
  cross join lateral (select case when c.state = 'WAITING' then ${currentValue} else c.old_value end as before) v
  left join image bi on c.field = 'ARTWORK' and bi.id = v.before
  left join image ai on c.field = 'ARTWORK' and ai.id = c.new_value
  left join audio_file bf on c.field = 'RECORDING' and bf.key = v.before
  left join audio_file af on c.field = 'RECORDING' and af.key = c.new_value`;

/** A restricted wrap cannot be decided about; its changes wait for the end of the restriction. */
const isListed = sql`exists (select from song s where s.id = c.song_id and s.status not in ('DELETED', 'RESTRICTED'))`;

const changesIn = (state: ChangeState) => sql`song_change c where c.state = ${state} and ${isListed}`;

/** Counts the changes that await a decision, up to a limit. */
export async function countWaitingChanges(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countUpTo(sql`select from ${changesIn("WAITING")}`, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Lists the changes in a state by the time of their request. */
export async function listChanges(
  db: Executor,
  state: ChangeState,
  { limit, offset, sortDir }: Pick<ListQuery, "limit" | "offset" | "sortDir">,
): Promise<Rows<ChangeRow>> {
  const direction = sortDir === "ASC" ? sql`asc` : sql`desc`;
  const matching = changesIn(state);
  const { rows } = await sql<ChangeRow & { total: number }>`
    with page as (
      select c.id as change_id, c.requested_at as since from ${matching}
      order by c.requested_at ${direction}, c.id ${direction} limit ${limit} offset ${offset}
    )
    select counted.total, shown.*
    from (select ${countUpTo(sql`select from ${matching}`)} as total) counted
    left join (select page.since, ${changeColumns} from ${changeTables}) shown on true
    order by shown.since ${direction}, shown.change_id::bigint ${direction}`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}
