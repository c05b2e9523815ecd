import type { Filter, ListQuery, Operator } from "@wrapsody/shared/api/page.ts";
import { sql } from "../../../platform/database/database.ts";
import { buildWhere, type Columns } from "../../../platform/database/list-query.ts";
import { taggedSongs } from "../tags/tags.data.ts";
import { hiddenFromPlanner, type Sql } from "./pagination.data.ts";

/** Columns to filter and sort by. */
export const filterColumns: Columns = {
  name: sql`s.name collate "unicode"`,
  artist: sql`s.artist`,
  artist_id: sql`s.artist_id`,
  created_at: sql`s.created_at`,
};

/** Tests whether song `s` passes every filter. */
export function passesFilters(filters: readonly Filter[]): Sql {
  const byColumn = buildWhere(
    filters.filter(({ key }) => key !== "tag"),
    filterColumns,
  );
  return sql.join([byColumn, ...tagsOf(filters).map(hasTag)], sql` and `);
}

const tagsOf = (filters: readonly Filter[]) =>
  filters.filter(({ key }) => key === "tag").map(({ value }) => String(value));

/** The offset keeps PostgreSQL from reading all songs of the tag. */
const hasTag = (tag: string) => sql`exists (
  select from song_tag t where t.song_id = s.id and fold_name(t.tag) = fold_name(${tag}) offset 0)`;

/** The index behind each filter key: its order and the type of its values. */
const indexes = {
  name: { column: sql`s.name collate "unicode"`, order: sql`s.name collate "unicode", s.id`, type: "text" },
  artist: { column: sql`s.artist`, order: sql`s.artist, s.created_at desc, s.id desc`, type: "text" },
  artist_id: {
    column: sql`s.artist_id`,
    order: sql`s.artist_id, s.created_at desc, s.id desc`,
    type: "bigint",
  },
} as const;
type IndexedKey = keyof typeof indexes;

/** Selects public songs `s` up to a limit through an index, without scanning others. */
export type IndexSource = {
  select(selected: Sql, limit: Sql): Sql;
  /** The conditions that the index does not cover. */
  residual: Sql;
  /** Estimated number of songs, if known. */
  estimatedSize?: number;
  /** Whether a song may occur several times. */
  hasDuplicates?: true;
};

/** Returns an index source for each filtered key. */
export function filterSources(filters: readonly Filter[], residual: Sql): IndexSource[] {
  return [...columnSources(filters, residual), ...tagSources(filters, residual)];
}

/** A song that has two of the tags is in the list of each. */
function tagSources(filters: readonly Filter[], residual: Sql): IndexSource[] {
  return tagsOf(filters).map((tag) => ({
    select: (selected, limit) => sql`select ${selected} from (
        select distinct on (t.song_id) t.song_id ${taggedSongs(tag)} order by t.song_id desc ${limit}) k
      cross join lateral (select * from song s where s.id = k.song_id offset 0) s`,
    residual: sql`${residual} and ${passesFilters(filters)}`,
  }));
}

function columnSources(filters: readonly Filter[], residual: Sql): IndexSource[] {
  return (["artist_id", "artist", "name"] as const).flatMap((key) => {
    const [own, others] = [
      filters.filter((filter) => filter.key === key),
      filters.filter((filter) => filter.key !== key),
    ];
    if (own.length === 0) return [];
    const select = (selected: Sql, limit: Sql) => {
      const { order } = indexes[key];
      return sql`select * from (${selectRanges(key, own, selected, order, limit)}) found ${limit}`;
    };
    return [
      {
        select,
        residual: others.length === 0 ? residual : sql`${residual} and ${passesFilters(others)}`,
      },
    ];
  });
}

/**
 * Returns a scan of public songs in a list's order. Applies the filters that the index of that order covers;
 * `isExact` if those are all.
 */
export function orderedIndex(list: ListQuery, filters: readonly Filter[]) {
  const down = list.sortDir === "DESC";
  const only = filters.find(
    ({ key, operator }) => (key === "artist" || key === "artist_id") && operator === "==",
  );
  if (list.sortKey === "name") {
    const own = filters.filter(({ key }) => key === "name");
    const order = down ? sql`s.name collate "unicode" desc, s.id desc` : indexes.name.order;
    const select = (selected: Sql, limit: Sql) => selectRanges("name", own, selected, order, limit);
    return { select, isExact: own.length === filters.length };
  }
  const own = only === undefined ? [] : [only];
  const order = down ? sql`s.created_at desc, s.id desc` : sql`s.created_at, s.id`;
  const select = (selected: Sql, limit: Sql) => selectRanges(indexedKey(only), own, selected, order, limit);
  return { select, isExact: own.length === filters.length };
}

function indexedKey(filter: Filter | undefined): IndexedKey {
  return filter?.key === "artist_id" ? "artist_id" : "artist";
}

const sqlOperators = { "==": "=", ">>": ">", "<<": "<", ">=": ">=", "<=": "<=" } as const satisfies Partial<
  Record<Operator, string>
>;

/**
 * Selects the index ranges whose songs pass all filters of a key. Excluded values split the range: skipping
 * them row by row would read the whole index.
 */
function selectRanges(
  key: IndexedKey,
  filters: readonly Filter[],
  selected: Sql,
  order: Sql,
  limit: Sql,
): Sql {
  const { column, type } = indexes[key];
  const compared = filters.flatMap(({ operator, value }) =>
    operator === "!=" || operator === "~~"
      ? []
      : [sql`${column} ${sql.raw(sqlOperators[operator])} ${hiddenFromPlanner(value, type)}`],
  );
  const excluded = filters.filter(({ operator }) => operator === "!=").map(({ value }) => String(value));
  const ranges = excludeValues(key, [...new Set(excluded)]).map((gap) => {
    const where = sql.join([sql`s.status = 'ACTIVE'`, ...compared, ...gap], sql` and `);
    return sql`(select ${selected} from song s where ${where} order by ${order} ${limit})`;
  });
  return sql.join(ranges, sql` union all `);
}

/**
 * Returns the conditions of each gap between the excluded values, in order; one gap without conditions if
 * there are none.
 */
function excludeValues(key: IndexedKey, values: readonly string[]): Sql[][] {
  const { column, type } = indexes[key];
  const ordered = sql`array(select value from unnest(${values}::${sql.raw(type)}[]) value order by value ${key === "name" ? sql`collate "unicode"` : sql``})`;
  const bound = (place: number) => sql`((select ${ordered})[${sql.lit(place)}])`;
  return Array.from({ length: values.length + 1 }, (_, place) => [
    ...(place > 0 ? [sql`${column} > ${bound(place)}`] : []),
    ...(place < values.length ? [sql`${column} < ${bound(place + 1)}`] : []),
  ]);
}
