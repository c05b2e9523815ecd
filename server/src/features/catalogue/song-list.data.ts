import { type Filter, type ListQuery, mostCounted } from "@wrapsody/shared/page.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database.ts";
import { type Columns, orderOf, type Rows, whereOf } from "../../platform/list.ts";
import type { SongRow } from "./nouns.ts";
import type { Search } from "./search.ts";
import { songColumns, songTables } from "./songs.data.ts";

type Sql = RawBuilder<unknown>;
type Page = Pick<ListQuery, "limit" | "offset">;

const columns: Columns = {
  name: sql`s.name collate "unicode"`,
  artist: sql`s.artist`,
  created_at: sql`s.created_at`,
};

const newestFirst = sql`s.created_at desc, s.id desc`;

/** Public songs by exact filters. The page's rows are found by an index alone, and only those are read whole. */
export async function listSongs(db: Executor, list: ListQuery): Promise<Rows<SongRow>> {
  return readPage(db, filtered(list, whereOf(list.filters, columns)));
}

export async function listSongsOfArtist(
  db: Executor,
  artistId: number,
  list: ListQuery,
): Promise<Rows<SongRow>> {
  return readPage(db, filtered(list, sql`s.artist_id = ${artistId}`));
}

/** All public songs, in any order. */
export async function listAllSongs(db: Executor, list: ListQuery): Promise<Rows<SongRow>> {
  return readPage(db, {
    ...filtered(list, sql`true`),
    total: sql`(select sum(songs)::bigint from catalogue_total)`,
  });
}

/** Nothing but the columns of the index is selected, so that the rows of skipped pages are never fetched. */
function filtered(list: ListQuery, filter: Sql): Parts {
  const sorted: Columns = { [list.sortKey]: sql`s.sorted` };
  const where = sql`s.status = 'ACTIVE' and ${filter}`;
  return {
    page: sql`select s.id, row_number() over (order by ${orderOf(list, sorted, sql`s.id`)}) as place
      from (select s.id, ${columns[list.sortKey] ?? sql`null`} as sorted from song s where ${where}
        order by ${orderOf(list, columns, sql`s.id`)} ${cut(list)}) s`,
    total: countUpTo(sql`select from song s where ${where}`),
  };
}

/**
 * Public songs that a search finds, the closest first, then the newest; or in the order that was asked for.
 *
 * Songs with rare words are gathered from the word index and then sorted. Common words would gather half the
 * catalogue, so there the songs are walked in the wanted order until the page is full, as far as chance lets
 * expect it to fill. Where chance deceives, all are gathered after all. The planner is left no choice between the
 * two, because it decides by frequencies that it does not know.
 */
export async function searchSongs(
  db: Executor,
  list: ListQuery,
  search: Search,
  others: readonly Filter[],
): Promise<Rows<SongRow>> {
  if (others.length === 0 && isCommon(search.wideCount, search, list)) {
    const found = await readPage(db, walk(list, search));
    if (found.data.length === list.limit) return found;
  }
  return readPage(db, gather(list, search, others));
}

/** Songs that match several searches at once, the newest first or in the order that was asked for. */
export async function searchSongsByAll(
  db: Executor,
  list: ListQuery,
  searches: readonly Search[],
  others: readonly Filter[],
): Promise<Rows<SongRow>> {
  const matches = sql.join(
    searches.map((search) => matching(search.wide, search)),
    sql` and `,
  );
  return readPage(db, gathered(list, matches, orderOf(list, columns, sql`s.id`), others));
}

function gather(list: ListQuery, search: Search, others: readonly Filter[]): Parts {
  const order =
    list.sortGiven === true
      ? orderOf(list, columns, sql`s.id`)
      : sql`${closeness(search)} desc, ${newestFirst}`;
  return gathered(list, matching(search.wide, search), order, others);
}

function gathered(list: ListQuery, matches: Sql, order: Sql, others: readonly Filter[]): Parts {
  return {
    before: sql`with hit as materialized (
      select s.id, s.created_at, s.name, s.artist, s.name_folded, s.name_words, s.artist_words
      from song s where s.status = 'ACTIVE' and ${matches} and ${whereOf(others, columns)})`,
    page: sql`select s.id, row_number() over () as place from (select s.id from hit s order by ${order} ${cut(list)}) s`,
    total: countUpTo(sql`select from hit`),
  };
}

function walk(list: ListQuery, search: Search): Parts {
  const total = sql`${mostCounted}::bigint`;
  if (list.sortGiven !== true) {
    const found = sql`select * from (${walkedByCloseness(list, search)}) ranked
      order by rank, created_at desc, id desc ${cut(list)}`;
    return { page: sql`select id, row_number() over () as place from (${found}) s`, total };
  }
  const order = orderOf(list, columns, sql`s.id`);
  const found = walked(list, search, search.wideCount, order, matching(search.wide, search));
  const page = sql`select * from (${found}) s order by ${order} ${cut(list)}`;
  return { page: sql`select s.id, row_number() over () as place from (${page}) s`, total };
}

/** Same titles, songs with the very words, songs with words that begin so: as many of each as the page may need. */
function walkedByCloseness(list: ListQuery, search: Search): Sql {
  const { close } = search;
  const branches: Sql[] = [];
  if (search.field === "name") branches.push(sameTitles(list, search));
  const closeIsCommon = isCommon(search.closeCount, search, list);
  if (close !== undefined) {
    const matches = sql`${matching(close, search)} and not ${isSame(search)}`;
    branches.push(
      closeIsCommon
        ? sql`(select 1 as rank, created_at, id from (${walked(list, search, search.closeCount, newestFirst, matches)}) s)`
        : newestOf(list, matches),
    );
  }
  if (!closeIsCommon) {
    const matches = sql`${matching(search.wide, search)} and not ${isSame(search)}
      and not ${close === undefined ? sql`false` : matching(close, search)}`;
    branches.push(
      sql`(select 2 as rank, created_at, id from (${walked(list, search, search.wideCount, newestFirst, matches)}) s)`,
    );
  }
  return sql.join(branches, sql` union all `);
}

function sameTitles({ limit, offset }: Page, search: Search): Sql {
  return sql`(select 0 as rank, s.created_at, s.id from song s where s.status = 'ACTIVE' and ${isSame(search)}
    order by ${newestFirst} limit ${unseen(limit + offset, "bigint")})`;
}

/** Gathered before they are sorted: `offset 0` keeps the planner from walking all songs for the few there may be. */
function newestOf({ limit, offset }: Page, matches: Sql): Sql {
  return sql`(select 1 as rank, s.created_at, s.id
    from (select s.created_at, s.id from song s where s.status = 'ACTIVE' and ${matches} offset 0) s
    order by ${newestFirst} limit ${unseen(limit + offset, "bigint")})`;
}

/**
 * The first songs of an order that match, looking at no more than eight times as many as should be needed. The
 * inner rows come in order and are only let through or not, so the outer limit ends the walk without another sort.
 */
function walked(list: ListQuery, search: Search, count: number, order: Sql, matches: Sql): Sql {
  const wanted = list.offset + list.limit;
  const expected = (wanted * search.songs) / count;
  // A power of two, written out, so that statements stay few and the planner knows how far it goes.
  const most = 2 ** Math.ceil(Math.log2(Math.max(expected * 8, 256)));
  return sql`select s.id, s.name, s.created_at from (
    select s.id, s.created_at, s.name, s.name_folded, s.name_words, s.artist_words
    from song s where s.status = 'ACTIVE' order by ${order} limit ${sql.lit(most)}) s where ${matches} limit ${unseen(wanted, "bigint")}`;
}

/** Whether walking to a full page should look at fewer songs than match; below the bound a count is exact. */
function isCommon(count: number, { songs }: Search, { limit, offset }: Page): boolean {
  return count >= mostCounted * 1.5 && count * count > (limit + offset) * songs;
}

function matching(query: string, { field }: Search): Sql {
  return field === "name"
    ? sql`s.name_words @@ ${unseen(query, "tsquery")}`
    : sql`s.artist_words @@ ${unseen(query, "tsquery")}`;
}

/** Whether the title is what was typed, and nothing else. Artists are many songs each, so there it tells nothing. */
function isSame({ field, folded }: Search): Sql {
  return field === "name" ? sql`s.name_folded = ${unseen(folded, "text")}` : sql`false`;
}

function closeness(search: Search): Sql {
  return search.close === undefined
    ? sql`case when ${isSame(search)} then 2 else 0 end`
    : sql`case when ${isSame(search)} then 2 when ${matching(search.close, search)} then 1 else 0 end`;
}

/**
 * The pages that nearly everybody asks for are written out: a statement without parameters is planned once. The
 * rest are parameters, because a text for each would fill the memory of every connection.
 */
function cut({ limit, offset }: Page): Sql {
  return offset === 0 && limit <= 24
    ? sql`limit ${sql.lit(limit)}`
    : sql`limit ${unseen(limit, "bigint")} offset ${unseen(offset, "bigint")}`;
}

/**
 * A value that the planner does not look at. It would plan anew for each value, which takes longer than the search
 * itself, and this way finds out that there is nothing to gain.
 */
function unseen(value: string | number, type: "text" | "bigint" | "tsquery"): Sql {
  return sql`(select ${value}::${sql.raw(type)})`;
}

function countUpTo(rows: Sql): Sql {
  return sql`(select count(*) from (${rows} limit ${sql.lit(mostCounted)}) counted_row)`;
}

type Parts = { before?: Sql; page: Sql; total: Sql };

/**
 * One statement for a page and its total; a page past the end is one row that holds the total alone. `offset 0`
 * keeps the planner, which cannot know how small a page is, from reading the whole table to join it.
 */
async function readPage(db: Executor, { before = sql``, page, total }: Parts): Promise<Rows<SongRow>> {
  const { rows } = await sql<SongRow & { total: number; id: number | null }>`
    ${before}
    select shown.*, counted.total
    from (select ${total} as total) counted
    left join (${page}) page on true
    left join lateral (select ${songColumns} from ${songTables} where s.id = page.id offset 0) shown on true
    order by page.place`.execute(db);
  const data = rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}
