/** The API rejects the offsets of later pages. */
const MAX_PAGE = 10_000;

/** Parses `?page=`, counted from 1. Anything invalid is page 1. */
export function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** Converts a page number to `limit` and `offset`. */
export function rowsOfPage(page: number, size: number): { limit: number; offset: number } {
  return { limit: size, offset: (page - 1) * size };
}
