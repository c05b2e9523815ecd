import type { Filter, FilterValue, ListQuery } from "@wrapsody/shared/api/page.ts";
import type { ListingState } from "@wrapsody/shared/studio/studio.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  isRanked,
  namesWithText,
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
  listed_from: string | null;
  listed_zone: string | null;
  points: number;
  audio_state: AudioState;
  is_encoding: boolean;
};

/** For a selection from `songTables`. */
export const ownColumns = sql`
  ${songColumns}, s.nickname, s.status, s.rejection, s.submitted_at, s.listed_at, s.listed_from, s.listed_zone, s.points, ${audioStateColumn} as audio_state,
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
  text: sql`s.name`,
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
  const isSearch = list.filters.some(isTextSearch);
  if (!isSearch && list.sortKey === "created_at") return listByTime(db, accountId, list);
  const found = await listMatching(db, accountId, list, {
    name: songNames,
    text: textsWithWords(accountId),
  });
  if (found.total > 0 || !isSearch) return found;
  const similar = similarNames(sql`s.name_folded`);
  return listMatching(db, accountId, list, { name: similar, text: similar });
}

/** How a list is searched by names, and by all that a picker shows of a wrap. */
type Searches = Readonly<Record<"name" | "text", TextSearch>>;

const isSearchKey = (key: string): key is keyof Searches => key === "name" || key === "text";
const isTextSearch = ({ key, operator }: Filter) => isSearchKey(key) && operator === "~~";

const songNames = namesWithText(sql`s.name`, sql`s.name_folded`);

/**
 * Wraps whose name and credited artist contain all words, whose artist has the text in its name now, or whose id or pretty id it is. Those whose
 * name has the text, or is in it, come before the others.
 */
function textsWithWords(accountId: string): TextSearch {
  const words = (typed: FilterValue) =>
    sql`array(select name_pattern(word) from regexp_split_to_table(${typed}, '\\s+') word where fold_name(word) <> '')`;
  const isNamed = (typed: FilterValue) => {
    const number = /^\d{1,9}$/.test(String(typed).trim()) ? Number(typed) : 0;
    return sql`s.id in (${number}::int, (select id from song where pretty_id = lower(btrim(${typed}))))`;
  };
  return {
    matches: (typed) => sql`
      (case when fold_name(${typed}) = '' then ${songNames.matches(typed)}
      else s.name_folded || ' ' || s.artist_folded ~ all (${words(typed)})
        or s.artist_id = any(array(select id from artist
          where owner_id = ${accountId} and name_folded ~ name_pattern(${typed}))) end
      or ${isNamed(typed)})`,
    rank: (typed) => sql`
      case when ${songNames.rank(typed)} = 1 or coalesce(${isNamed(typed)}, false) then 2
      when ${songNames.matches(typed)} then 1
      when s.name_folded <> '' and strpos(fold_name(${typed}), s.name_folded) > 0 then 1 else 0 end`,
  };
}

/** Builds the condition of a list for a song `s`, besides its owner. */
function buildCondition(filters: readonly Filter[], searches?: Searches): RawBuilder<unknown> {
  const conditions = filters.map((filter) => {
    const { key, operator, value } = filter;
    if (searches !== undefined && isSearchKey(key) && operator === "~~") return searches[key].matches(value);
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
  const condition = buildCondition(list.filters);
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
  searches: Searches,
): Promise<Rows<OwnSongRow>> {
  const { limit, offset, sortKey } = list;
  const ranks = list.filters.flatMap(({ key, operator, value }) =>
    isRanked(list) && isSearchKey(key) && operator === "~~" ? [searches[key].rank(value)] : [],
  );
  const rank = sql.join([sql`0`, ...ranks], sql` + `);
  const order = buildOrderBy(list, { [sortKey]: sql`s.sort_key` }, sql`s.id`);
  return readPage(
    db,
    sql`own as materialized (
      select s.id, ${keys[sortKey]} as sort_key, ${rank} as rank from song s
      where s.artist_id = any(${artistsOf(accountId)}) and ${buildCondition(list.filters, searches)}
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

/** Returns the counted plays of each of the last `days` days (UTC), today's last. Songs without any are omitted. */
export async function listDailyPlays(
  db: Executor,
  songIds: readonly number[],
  days: number,
): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<{ id: number; ago: number; plays: number }>`
    select song_id as id, (now() at time zone 'UTC')::date - day as ago, plays from song_day
    where song_id = any(${songIds}) and plays > 0
      and day between (now() at time zone 'UTC')::date - ${days - 1}::int and (now() at time zone 'UTC')::date`.execute(
    db,
  );
  const series = new Map<number, number[]>();
  for (const { id, ago, plays } of rows) {
    const values = series.get(id) ?? new Array<number>(days).fill(0);
    values[days - 1 - ago] = plays;
    series.set(id, values);
  }
  return series;
}
