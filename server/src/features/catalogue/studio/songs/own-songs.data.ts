import type { Filter, ListQuery } from "@wrapsody/shared/page.ts";
import type { ListingState } from "@wrapsody/shared/studio.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
} from "../../../../platform/database/list-query.ts";
import { type AudioState, audioStateColumn } from "../../audio/own-audio.data.ts";
import type { SongRow } from "../../songs/song-presenter.ts";
import { songColumns, songTables } from "../../songs/songs.data.ts";
import { matchesReference } from "../ownership.data.ts";

/** A wrap as `ownColumns` selects it. */
export type OwnSongRow = SongRow & {
  nickname: string | null;
  status: ListingState;
  rejection: string | null;
  submitted_at: string | null;
  listed_at: string | null;
  points: number;
  audio_state: AudioState;
};

/** For a selection from `songTables`. */
export const ownColumns = sql`
  ${songColumns}, s.nickname, s.status, s.rejection, s.submitted_at, s.listed_at, s.points, ${audioStateColumn} as audio_state`;

/** Returns any wrap that is not deleted. */
export async function findSongInAnyState(db: Executor, songId: number): Promise<OwnSongRow | undefined> {
  const { rows } = await sql<OwnSongRow>`
    select ${ownColumns} from ${songTables} where s.id = ${songId} and s.status <> 'DELETED'`.execute(db);
  return rows[0];
}

/** Returns a wrap of the account by id or pretty id; deleted wraps are not found. */
export async function findOwnSong(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<OwnSongRow | undefined> {
  const { rows } = await sql<OwnSongRow>`
    select ${ownColumns} from ${songTables}
    where s.status <> 'DELETED' and a.owner_id = ${accountId} and ${matchesReference("pretty_id", reference, "s.")}`.execute(
    db,
  );
  return rows[0];
}

const keys: Columns = {
  artist_id: sql`s.artist_id`,
  status: sql`s.status`,
  name: sql`s.name collate "unicode"`,
  created_at: sql`s.created_at`,
  plays: sql`s.plays`,
  points: sql`s.points`,
};

/**
 * Lists an account's wraps (deleted ones excluded). Materializes the songs of the account's artists first, so
 * that every filter and order reads only those by their index.
 */
export async function listOwnSongs(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OwnSongRow>> {
  const parts = list.filters.filter(({ operator }) => operator === "~~");
  const others = list.filters.filter(({ operator }) => operator !== "~~");
  const { rows } = await sql<OwnSongRow & { total: number }>`
    with own as materialized (
      select s.id, s.artist_id, s.status, s.name, s.created_at, s.plays, s.points from song s
      where s.artist_id = any(array(select id from artist where owner_id = ${accountId})) and s.status <> 'DELETED'
        and ${sql.join([buildWhere(others, keys), ...parts.map(containsText)], sql` and `)}
    ), page as (
      select s.id, row_number() over (order by ${buildOrderBy(list, keys, sql`s.id`)}) as place
      from own s order by place limit ${list.limit} offset ${list.offset}
    )
    select counted.total, ${ownColumns}
    from (select count(*) as total from own) counted
    left join (page join ${songTables} on s.id = page.id) on true
    order by page.place`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}

/** Tests whether a column contains a text, ignoring case and accents; signs alone are compared literally. */
function containsText({ key, value }: Filter): RawBuilder<unknown> {
  if (key !== "name") return sql`strpos(lower(${keys[key]}), lower(${value})) > 0`;
  return sql`case when fold_text(${value}) = '' then strpos(lower(s.name), lower(btrim(${value}))) > 0
    else s.name_folded like '%' || fold_text(${value}) || '%' end`;
}
