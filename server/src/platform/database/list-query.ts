import { type Filter, type FilterValue, type ListQuery, MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import type { RawBuilder } from "kysely";
import { Failure } from "../failure.ts";
import { type Database, type Executor, sql } from "./database.ts";

/** SQL expressions by list key. Defined by features, never by user input. */
export type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

/**
 * Combines the filters of a list into one condition. Features handle `~~` themselves.
 *
 * @throws Failure E0007 for a `~~` that the list does not handle
 */
export function buildWhere(filters: readonly Filter[], columns: Columns): RawBuilder<unknown> {
  const conditions = filters.map((filter) => buildCondition(filter, columns));
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function buildCondition({ key, operator, value }: Filter, columns: Columns): RawBuilder<unknown> {
  const column = getColumn(key, columns);
  switch (operator) {
    case "==":
      return sql`${column} = ${value}`;
    case "!=":
      return sql`${column} is distinct from ${value}`;
    case ">>":
      return sql`${column} > ${value}`;
    case "<<":
      return sql`${column} < ${value}`;
    case ">=":
      return sql`${column} >= ${value}`;
    case "<=":
      return sql`${column} <= ${value}`;
    case "~~":
      throw new Failure("E0007", { errors: [{ field: key, message: "This filter does not support ~~." }] });
  }
}

/** Builds the `order by` of a list; `tie` makes the order, and with it the paging, deterministic. */
export function buildOrderBy(
  list: ListQuery,
  columns: Columns,
  tie: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = getColumn(list.sortKey, columns);
  return list.sortDir === "ASC" ? sql`${column} asc, ${tie} asc` : sql`${column} desc, ${tie} desc`;
}

/** Least word similarity, 0 to 1, of a name that a text with typing errors finds. */
const MIN_LIKENESS = 0.4;

/** Returns true if a list is sorted by relevance: it is searched, and the request names no order. */
export function isRanked({ filters, sortRequested }: ListQuery): boolean {
  return sortRequested !== true && filters.some(({ operator }) => operator === "~~");
}

/** How a list is searched for a typed text: which rows match, and by what they are ranked, highest first. */
export type TextSearch = {
  matches(typed: FilterValue): RawBuilder<unknown>;
  rank(typed: FilterValue): RawBuilder<unknown>;
};

/** Finds folded names that resemble the text. Compares every row, so it suits lists of one account. */
export function similarNames(folded: RawBuilder<unknown>): TextSearch {
  const likeness = (typed: FilterValue) => sql`word_similarity(fold_name(${typed}), ${folded})`;
  return { matches: (typed) => sql`${likeness(typed)} >= ${sql.lit(MIN_LIKENESS)}`, rank: likeness };
}

/**
 * Finds names that contain the text, also if signs separate its words differently (AC/DC, acdc); signs alone are compared literally. Ranks names
 * that equal the text first.
 */
export function namesWithText(name: RawBuilder<unknown>, folded: RawBuilder<unknown>): TextSearch {
  return {
    matches: (typed) => sql`
      case when fold_name(${typed}) = '' then strpos(lower(${name}), lower(btrim(${typed}))) > 0
      else ${folded} ~ name_pattern(${typed}) end`,
    rank: (typed) => sql`
      (case when fold_name(${typed}) = '' then lower(${name}) = lower(btrim(${typed})) else ${folded} = fold_name(${typed}) end)::int`,
  };
}

function getColumn(key: string, columns: Columns): RawBuilder<unknown> {
  const column = columns[key];
  if (column === undefined) throw new Error(`the list does not know ${key}`);
  return column;
}

/** Matches a part of a folded text, or the start of a word if fewer than three letters were typed. */
export function containsText(folded: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  const letters = typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  // An empty search matches everything; punctuation alone matches nothing.
  if (letters === 0) return typed.trim() === "" ? sql`true` : sql`false`;
  return letters < 3
    ? sql`${folded} ~ ('(^| )' || fold_name(${typed}))`
    : sql`${folded} like '%' || fold_name(${typed}) || '%'`;
}

/** Counts rows up to a limit, by default the one that filtered lists report. */
export function countUpTo(rows: RawBuilder<unknown>, limit = MAX_COUNTED): RawBuilder<unknown> {
  return sql`(select count(*) from (${rows} limit ${sql.lit(limit)}) counted_row)`;
}

export type Rows<Row> = { data: Row[]; total: number };

/** Reads a page of a list and counts the rows of the whole list, unless the page ends it. */
export async function readListPage<Row>(
  db: Executor,
  { offset, limit }: Pick<ListQuery, "offset" | "limit">,
  { rows, counted }: { rows: RawBuilder<Row>; counted: RawBuilder<unknown> },
): Promise<Rows<Row>> {
  const { rows: data } = await rows.execute(db);
  const isEnd = data.length < limit && (data.length > 0 || offset === 0);
  if (isEnd) return { data, total: Math.min(offset + data.length, MAX_COUNTED) };
  const { rows: counts } = await sql<{ total: number }>`select ${countUpTo(counted)} as total`.execute(db);
  return { data, total: counts[0]?.total ?? 0 };
}
export type { Database };
