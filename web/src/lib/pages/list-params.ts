import type { Filter, Operator } from "@wrapsody/shared/api/page.ts";
import { removeUnreadable } from "@wrapsody/shared/text/text.ts";
import { useSearchParams } from "react-router";

/** The API rejects the offsets of later pages. */
const MAX_PAGE = 10_000;

/** Longest text of a query parameter. The API rejects longer ones. */
const MAX_TEXT_LENGTH = 200;

/** The API rejects greater numbers of objects. */
const MAX_ID = 2_147_483_647;

/** A query parameter of a list. */
type ListParam<Value> = {
  /** Returns undefined if the text is empty or invalid. */
  parse(text: string): Value | undefined;
  /** Builds the filter of the API call. Absent if only the page interprets the parameter. */
  toFilter?(value: Value): Filter;
};

type Params = Readonly<Record<string, ListParam<string | number>>>;

/** Values of the parameters that the URL has. */
type Filters<P extends Params> = { [Name in keyof P]?: NonNullable<ReturnType<P[Name]["parse"]>> };

/** The URL of a list: its query parameters, its path with them, and the rows of a page. */
export type ListSchema<P extends Params> = {
  pageSize: number;
  params: P;
  path: (query: { [Name in keyof P]?: string } & { page?: number }) => string;
};

/** One page of a list. */
export type ListParams<P extends Params = Params> = {
  page: number;
  pageSize: number;
  filters: Filters<P>;
  /** Page and filters of the API call. */
  list: { limit: number; offset: number; filters: Filter[] };
  /** Builds the path of a page. The first page has no query parameter of its own. */
  pathOfPage: (page: number) => string;
  /** Builds the path of the first page with the parameters of a form. Parameters without a field stay. */
  pathOfForm: (form: FormData) => string;
};

/** Reads page and filters of a list from the URL. */
export function useListParams<P extends Params>(schema: ListSchema<P>): ListParams<P> {
  const [query] = useSearchParams();
  return parseListParams(query, schema);
}

/** Parses page and filters of a list. Ignores unknown and invalid parameters. */
export function parseListParams<P extends Params>(
  query: URLSearchParams,
  { pageSize, params, path }: ListSchema<P>,
): ListParams<P> {
  const page = parsePage(query.get("page") ?? "1");
  const filters = parseFilters(query, params);
  const buildPath = (readText: (name: string) => string, number: number) => {
    const texts = Object.keys(params).map((name) => [name, readText(name)]);
    // `fromEntries` loses the names of the keys.
    const named = Object.fromEntries(texts) as { [Name in keyof P]?: string };
    return path({ ...named, ...(number > 1 ? { page: number } : {}) });
  };
  const current = (name: string) => String(filters[name] ?? "");
  return {
    page,
    pageSize,
    filters,
    list: { ...rowsOfPage(page, pageSize), filters: toApiFilters(filters, params) },
    pathOfPage: (number) => buildPath(current, number),
    pathOfForm: (form) => buildPath((name) => String(form.get(name) ?? current(name)).trim(), 1),
  };
}

/** Parses the query parameters of a page that has no list. */
export function parseFilters<P extends Params>(query: URLSearchParams, params: P): Filters<P> {
  const entries = Object.entries(params).flatMap(([name, { parse }]) => {
    const value = parse(query.get(name) ?? "");
    return value === undefined ? [] : [[name, value]];
  });
  // `fromEntries` loses the names of the keys.
  return Object.fromEntries(entries) as Filters<P>;
}

function toApiFilters<P extends Params>(filters: Filters<P>, params: P): Filter[] {
  return Object.entries(params).flatMap(([name, { toFilter }]) => {
    const value = filters[name];
    return value === undefined || toFilter === undefined ? [] : [toFilter(value)];
  });
}

/** Parses a page number, counted from 1. Anything invalid is page 1. */
export function parsePage(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** Converts a page number to `limit` and `offset`. */
export function rowsOfPage(page: number, pageSize: number): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** Parses a text of at most `maxLength` characters. Leaves out characters that the API refuses: nobody types them. */
export function parseText(text: string, maxLength = MAX_TEXT_LENGTH): string | undefined {
  return removeUnreadable(text.trim().slice(0, maxLength)).trim() || undefined;
}

/** A text, which the API compares with its field `key`. */
export function textParam(key: string, operator: Operator): ListParam<string> {
  return {
    parse: (text) => parseText(text),
    toFilter: (value) => ({ key, operator, value }),
  };
}

/** A selection of a few texts. Filters by the field `key` of the API, if there is one. */
export function choiceParam<Choice extends string>(
  choices: readonly Choice[],
  key?: string,
): ListParam<Choice> {
  return {
    parse: (text) => choices.find((choice) => choice === text),
    ...(key === undefined ? {} : { toFilter: (value) => ({ key, operator: "==", value }) }),
  };
}

/** The number of an object, such as a wrap. Filters by the field `key` of the API. */
export function idParam(key: string): ListParam<number> {
  return {
    parse(text) {
      const id = Number(text);
      return Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : undefined;
    },
    toFilter: (value) => ({ key, operator: "==", value }),
  };
}
