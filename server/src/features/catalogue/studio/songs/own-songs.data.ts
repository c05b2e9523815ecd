import type { Filter, ListQuery } from "@wrapsody/shared/page.ts";
import type { ListingState } from "@wrapsody/shared/studio.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  isRanked,
  type Rows,
  similarNames,
  type TextSearch,
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
  is_encoding: boolean;
};

/** For a selection from `songTables`. */
export const ownColumns = sql`
  ${songColumns}, s.nickname, s.status, s.rejection, s.submitted_at, s.listed_at, s.points, ${audioStateColumn} as audio_state,
  exists (select from song_master m where m.song_id = s.id and m.state = 'ENCODING') as is_encoding`;

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
 * Lists an account's wraps (deleted ones excluded). A text that no name contains finds similar names. A search without a
 * requested order returns names that equal the text first.
 */
export async function listOwnSongs(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<OwnSongRow>> {
  const isSearch = list.filters.some(isNameSearch);
  if (!isSearch && list.sortKey === "created_at") return listByTime(db, accountId, list);
  const found = await listMatching(db, accountId, list, namesWithText);
  if (found.total > 0 || !isSearch) return found;
  return listMatching(db, accountId, list, similarNames(sql`s.name_folded`));
}

const isNameSearch = ({ key, operator }: Filter) => key === "name" && operator === "~~";

/** Names that contain the text, ignoring case and accents; signs alone are compared literally. */
const namesWithText: TextSearch = {
  matches: (typed) => sql`
    case when fold_text(${typed}) = '' then strpos(lower(s.name), lower(btrim(${typed}))) > 0
    else s.name_folded like '%' || fold_text(${typed}) || '%' end`,
  rank: (typed) => sql`(s.name_folded = fold_text(${typed}))::int`,
};

/** Builds the condition of a list for a song `s`, besides its owner. */
function buildCondition(filters: readonly Filter[], { matches }: TextSearch): RawBuilder<unknown> {
  const conditions = filters.map((filter) => {
    if (isNameSearch(filter)) return matches(filter.value);
    const { key, operator, value } = filter;
    return operator === "~~"
      ? sql`strpos(lower(${keys[key]}), lower(${value})) > 0`
      : buildWhere([filter], keys);
  });
  return sql.join([sql`s.status <> 'DELETED'`, ...conditions], sql` and `);
}

const artistsOf = (accountId: string) => sql`array(select id from artist where owner_id = ${accountId})`;

/**
 * Lists wraps by time. Reads each artist's songs in the order of their index and stops when the page is full, so that an
 * account with many wraps costs no more than one with few.
 */
function listByTime(db: Executor, accountId: string, list: ListQuery): Promise<Rows<OwnSongRow>> {
  const { limit, offset } = list;
  const condition = buildCondition(list.filters, namesWithText);
  const order = buildOrderBy(list, keys, sql`s.id`);
  return readPage(
    db,
    sql`page as (
      select s.id, row_number() over (order by ${order}) as place
      from artist a cross join lateral (
        select s.id, s.created_at from song s where s.artist_id = a.id and ${condition}
        order by ${order} limit ${limit + offset}
      ) s
      where a.owner_id = ${accountId} order by place limit ${limit} offset ${offset}
    )`,
    sql`(select count(*) from song s where s.artist_id = any(${artistsOf(accountId)}) and ${condition})`,
  );
}

/**
 * Lists wraps in any order. Materializes the matching songs of the account's artists first, so that only those are read.
 * A search by time reads nothing but the index of an account's names.
 */
function listMatching(
  db: Executor,
  accountId: string,
  list: ListQuery,
  search: TextSearch,
): Promise<Rows<OwnSongRow>> {
  const { limit, offset, sortKey } = list;
  const texts = isRanked(list) ? list.filters.filter(isNameSearch) : [];
  const rank = sql.join([sql`0`, ...texts.map(({ value }) => sql`${search.rank(value)}`)], sql` + `);
  const order = buildOrderBy(list, { [sortKey]: sql`s.sort_key` }, sql`s.id`);
  return readPage(
    db,
    sql`own as materialized (
      select s.id, ${keys[sortKey]} as sort_key, ${rank} as rank from song s
      where s.artist_id = any(${artistsOf(accountId)}) and ${buildCondition(list.filters, search)}
    ), page as (
      select s.id, row_number() over (order by s.rank desc, ${order}) as place
      from own s order by place limit ${limit} offset ${offset}
    )`,
    sql`(select count(*) from own)`,
  );
}

/** Reads the wraps of `page` (id, place), which is one of the `with` queries. */
async function readPage(
  db: Executor,
  queries: RawBuilder<unknown>,
  total: RawBuilder<unknown>,
): Promise<Rows<OwnSongRow>> {
  const { rows } = await sql<OwnSongRow & { total: number }>`
    with ${queries}
    select counted.total, ${ownColumns}
    from (select ${total} as total) counted
    left join (page join ${songTables} on s.id = page.id) on true
    order by page.place`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}
