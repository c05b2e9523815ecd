/** Beyond this no list is paged: the API refuses offsets that large. */
const MAX_PAGE = 10_000;

/** The page that an address asks for by `?page=`, counted from 1; anything else than a page is the first. */
export function pageNumber(query: URLSearchParams): number {
  const asked = Number(query.get("page") ?? "1");
  return Number.isInteger(asked) && asked >= 1 && asked <= MAX_PAGE ? asked : 1;
}

/** The rows of a page, as the API counts them. */
export function rowsOfPage(page: number, size: number): { limit: number; offset: number } {
  return { limit: size, offset: (page - 1) * size };
}
