import * as z from "zod";
import { describeUnreadable, normalizeText } from "../text/text.ts";
import type { FieldError } from "./errors.ts";

/** The operators of a filter: equal, not equal, fuzzy, greater, less, at least, at most. */
export const operators = ["==", "!=", "~~", ">>", "<<", ">=", "<="] as const;
export type Operator = (typeof operators)[number];

/** The type of a filter's value. Only `text` supports `~~`. */
export type FilterKind = "text" | "integer" | "boolean" | "time";

export type FilterValue = string | number | boolean;
export type Filter = { key: string; operator: Operator; value: FilterValue };

/** The allowed filters and sort keys of a list; any other is rejected by name. */
export type ListDescription = {
  filters: Readonly<Record<string, FilterKind>>;
  sortKeys: readonly string[];
};

export type SortDirection = "ASC" | "DESC";

/** A page of a list: `limit` rows from row `offset` that pass every filter. */
export type ListQuery = {
  limit: number;
  offset: number;
  sortKey: string;
  sortDir: SortDirection;
  /** Set if the request names a sort order; a search without one sorts by relevance. */
  sortRequested?: true;
  filters: Filter[];
};

export const pageDefaults = { limit: 9, offset: 0, sortKey: "created_at", sortDir: "DESC" } as const;
export const pageLimits = { limit: 1000, offset: 1_000_000, filters: 10, valueLength: 200 } as const;

/** Filtered lists count at most this many rows and say so, so that no count reads the whole table. */
export const MAX_COUNTED = 1000;

/** The response of every list. `total` counts all rows that pass the filters, not only this page's. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), total: z.number().int().nonnegative() });
}

export type ListQueryResult = { ok: true; query: ListQuery } | { ok: false; errors: FieldError[] };

const reserved = new Set(["limit", "offset", "sortKey", "sortDir"]);
const segmentForm = /^([A-Za-z_][A-Za-z0-9_]*)(==|!=|~~|>>|<<|>=|<=)(.*)$/s;

/**
 * Parses a raw query string without its `?`. Each segment is a setting (`limit=14`) or a filter: key,
 * operator and percent-encoded value (`artist==Foo%20Bar`). Reports all errors together. `also` names further
 * settings of the call, which are ignored here.
 */
export function readListQuery(
  raw: string,
  list: ListDescription,
  also: ReadonlySet<string> = new Set(),
): ListQueryResult {
  const errors: FieldError[] = [];
  const settings = new Map<string, string>();
  const filters: Filter[] = [];
  for (const segment of raw.split("&")) {
    if (segment !== "") readSegment(segment, list, also, settings, filters, errors);
  }
  if (filters.length > pageLimits.filters) {
    errors.push({ field: "filters", message: `At most ${pageLimits.filters} filters are allowed.` });
  }
  const query: ListQuery = {
    limit: readCount(settings.get("limit"), "limit", 1, pageLimits.limit, pageDefaults.limit, errors),
    offset: readCount(settings.get("offset"), "offset", 0, pageLimits.offset, pageDefaults.offset, errors),
    sortKey: readChoice(settings.get("sortKey"), "sortKey", list.sortKeys, pageDefaults.sortKey, errors),
    sortDir: readDirection(settings.get("sortDir"), errors),
    ...(settings.has("sortKey") || settings.has("sortDir") ? { sortRequested: true } : {}),
    filters,
  };
  return errors.length > 0 ? { ok: false, errors } : { ok: true, query };
}

/**
 * Formats a query for `readListQuery`. Omits settings with their default value, except a requested sort
 * order.
 */
export function writeListQuery(query: Partial<ListQuery>): string {
  const segments: string[] = [];
  for (const key of ["limit", "offset", "sortKey", "sortDir"] as const) {
    const value = query[key];
    const requested = query.sortRequested === true && (key === "sortKey" || key === "sortDir");
    if (value !== undefined && (requested || value !== pageDefaults[key])) segments.push(`${key}=${value}`);
  }
  for (const { key, operator, value } of query.filters ?? []) {
    segments.push(`${key}${operator}${encodeURIComponent(String(value))}`);
  }
  return segments.join("&");
}

function readSegment(
  segment: string,
  list: ListDescription,
  also: ReadonlySet<string>,
  settings: Map<string, string>,
  filters: Filter[],
  errors: FieldError[],
): void {
  // Clients may percent-encode the operator as well, so only the value can contain further operator
  // characters.
  const decoded = decodeText(segment);
  if (decoded === undefined) {
    errors.push({ field: "query", message: `"${segment.slice(0, 40)}" is not percent-encoded text.` });
    return;
  }
  const match = segmentForm.exec(segment) ?? segmentForm.exec(decoded);
  if (match) {
    const [, key = "", operator = "", rawValue = ""] = match;
    readFilter(key, operator as Operator, decodeText(rawValue) ?? rawValue, list, filters, errors);
    return;
  }
  const equals = segment.indexOf("=");
  const key = equals < 0 ? segment : segment.slice(0, equals);
  const value = equals < 0 ? "" : (decodeText(segment.slice(equals + 1)) ?? "");
  if (reserved.has(key)) settings.set(key, value);
  else if (!also.has(key))
    errors.push({ field: key.slice(0, 40), message: "This list does not know this key." });
}

function readFilter(
  key: string,
  operator: Operator,
  value: string,
  list: ListDescription,
  filters: Filter[],
  errors: FieldError[],
): void {
  const kind = Object.hasOwn(list.filters, key) ? list.filters[key] : undefined;
  if (kind === undefined) {
    errors.push({ field: key, message: "This list cannot be filtered by this key." });
    return;
  }
  if (value.length > pageLimits.valueLength) {
    errors.push({ field: key, message: `At most ${pageLimits.valueLength} characters are allowed.` });
    return;
  }
  if (operator === "~~" && kind !== "text") {
    errors.push({ field: key, message: "~~ is for text only." });
    return;
  }
  const unreadable = kind === "text" ? describeUnreadable(value) : undefined;
  if (unreadable !== undefined) {
    errors.push({ field: key, message: unreadable });
    return;
  }
  const parsed = readValue(value, kind);
  if (parsed === undefined) errors.push({ field: key, message: `"${value}" is not ${kindNames[kind]}.` });
  else filters.push({ key, operator, value: parsed });
}

const kindNames = {
  text: "text",
  integer: "a whole number",
  boolean: "true or false",
  time: "a date or time",
} as const satisfies Record<FilterKind, string>;

function readValue(value: string, kind: FilterKind): FilterValue | undefined {
  switch (kind) {
    case "text":
      return normalizeText(value);
    case "integer":
      return readInteger(value);
    case "boolean":
      return value === "true" ? true : value === "false" ? false : undefined;
    case "time":
      return timeForm.safeParse(value).success ? value : undefined;
  }
}

/** A 32-bit integer, for ids, counts and scores. */
function readInteger(value: string): number | undefined {
  const read = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  return Math.abs(read) <= 2_147_483_647 ? read : undefined;
}

const timeForm = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

function readCount(
  value: string | undefined,
  field: string,
  least: number,
  most: number,
  otherwise: number,
  errors: FieldError[],
): number {
  if (value === undefined) return otherwise;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (count >= least && count <= most) return count;
  errors.push({ field, message: `Must be a whole number from ${least} to ${most}.` });
  return otherwise;
}

function readChoice(
  value: string | undefined,
  field: string,
  choices: readonly string[],
  otherwise: string,
  errors: FieldError[],
): string {
  if (value === undefined) return otherwise;
  if (choices.includes(value)) return value;
  errors.push({ field, message: `Must be one of: ${choices.join(", ")}.` });
  return otherwise;
}

function readDirection(value: string | undefined, errors: FieldError[]): SortDirection {
  if (value === undefined) return pageDefaults.sortDir;
  if (value === "ASC" || value === "DESC") return value;
  errors.push({ field: "sortDir", message: "Must be one of: ASC, DESC." });
  return pageDefaults.sortDir;
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
