import { type Filter, type ListQuery, mostCounted } from "@wrapsody/shared/page.ts";
import type { RawBuilder } from "kysely";
import { type Executor, type Statement, sql, statement } from "../../platform/database.ts";
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
  const parts = () => ({
    ...filtered(list, sql`true`),
    total: sql`(select sum(songs)::bigint from catalogue_total)`,
  });
  return isWrittenOut(list)
    ? readFixedPage(db, `all ${list.sortKey} ${list.sortDir} ${list.limit}`, parts)
    : readPage(db, parts());
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
  const parts = () => gathered(list, matching(search.wide, search), orderFor(list, search), others);
  if (others.length > 0 || list.sortGiven === true || !isWrittenOut(list)) return readPage(db, parts());
  const key = `${search.field} ${search.close === undefined ? "wide" : "close"} ${list.limit}`;
  const { folded, close, wide, field } = search;
  const values = [...(field === "name" ? [folded] : []), ...(close === undefined ? [] : [close]), wide];
  return readFixedPage(db, key, parts, ...values);
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
  return readPage(db, gathered(list, matches, orderGiven(list), others));
}

/** What gathered songs are sorted by, computed once for each of them, and the order by it. */
type Order = { sorted: Sql; order: Sql };

function orderFor(list: ListQuery, search: Search): Order {
  if (list.sortGiven === true) return orderGiven(list);
  return { sorted: closeness(search), order: sql`s.sorted desc, ${newestFirst}` };
}

function orderGiven(list: ListQuery): Order {
  return {
    sorted: columns[list.sortKey] ?? sql`null`,
    order: orderOf(list, { [list.sortKey]: sql`s.sorted` }, sql`s.id`),
  };
}

/** The first page counts what it sorts; further ones may lie past the end and count apart. */
function gathered(list: ListQuery, matches: Sql, { sorted, order }: Order, others: readonly Filter[]): Parts {
  const hits = sql`select s.id, s.created_at, ${sorted} as sorted
    from song s where s.status = 'ACTIVE' and ${matches} and ${whereOf(others, columns)}`;
  if (isWrittenOut(list)) {
    const counted = sql`select s.id, least(count(*) over (), ${sql.lit(mostCounted)}) as total
      from (${hits} offset 0) s order by ${order} ${cut(list)}`;
    return {
      page: sql`select s.id, s.total, row_number() over () as place from (${counted}) s`,
      total: undefined,
    };
  }
  return {
    before: sql`with hit as materialized (${hits})`,
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

/** Looking at a song on the way costs about a third of gathering, ranking and counting it. */
const walkingIsCheaper = 3;
/** Counts are as old as the job that made them; a total that is not counted must be beyond doubt all the same. */
const surelyUncounted = mostCounted * 1.15;

/** Whether walking to a full page should cost less than gathering all that match. */
function isCommon(count: number, { songs }: Search, { limit, offset }: Page): boolean {
  return count >= surelyUncounted && walkingIsCheaper * count * count > (limit + offset) * songs;
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
function cut(page: Page): Sql {
  return isWrittenOut(page)
    ? sql`limit ${sql.lit(page.limit)}`
    : sql`limit ${unseen(page.limit, "bigint")} offset ${unseen(page.offset, "bigint")}`;
}

function isWrittenOut({ limit, offset }: Page): boolean {
  return offset === 0 && limit <= 24;
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

/** `total` is undefined where each row of the page tells it. */
type Parts = { before?: Sql; page: Sql; total: Sql | undefined };

type PageRow = SongRow & { total: number; id: number | null };

/**
 * One statement for a page and its total; a page past the end is one row that holds the total alone. `offset 0`
 * keeps the planner, which cannot know how small a page is, from reading the whole table to join it.
 */
function pageText({ before = sql``, page, total }: Parts): RawBuilder<PageRow> {
  const found =
    total === undefined
      ? sql`(select s.total, s.id, s.place from (${page}) s) page`
      : sql`(select ${total} as total) counted left join (${page}) page on true`;
  return sql<PageRow>`
    ${before}
    select shown.*, total
    from ${found}
    left join lateral (select ${songColumns} from ${songTables} where s.id = page.id offset 0) shown on true
    order by page.place`;
}

async function readPage(db: Executor, parts: Parts): Promise<Rows<SongRow>> {
  const { rows } = await pageText(parts).execute(db);
  return pageOf(rows);
}

/** Pages whose text is told by a key of few values. */
const fixedPages = new Map<string, Statement<PageRow>>();

async function readFixedPage(
  db: Executor,
  key: string,
  parts: () => Parts,
  ...values: readonly unknown[]
): Promise<Rows<SongRow>> {
  const known = fixedPages.get(key) ?? statement(pageText(parts()));
  fixedPages.set(key, known);
  return pageOf(await known(db, ...values));
}

function pageOf(rows: readonly PageRow[]): Rows<SongRow> {
  const data = rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}
