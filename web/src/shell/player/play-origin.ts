import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";

/** Songs in the order in which they play: those of a list, an artist, an album or a playlist. */
export type PlayOrigin = {
  /** Tells origins apart, such as `album/12`. */
  id: string;
  songs: readonly Song[];
  /** The page after `songs`, if the list has more. */
  next?: ListPage | undefined;
};

/** A page of a list that the queue can load: the path of its call is in `pagedCalls` of `queue/load-songs.ts`. */
export type ListPage = {
  path: string;
  params?: Record<string, string>;
  list: Partial<ListQuery> & { limit: number };
};

/** Returns the origin of a page of a list, whose later pages follow. */
export function originOfList(
  { path }: { path: string },
  { params, list }: Omit<ListPage, "path">,
  songs: readonly Song[],
): PlayOrigin {
  const where = params === undefined ? {} : { params };
  return {
    id: JSON.stringify([path, params, list.filters, list.sortKey, list.sortDir]),
    songs,
    // As in the site's lists, only a full page is followed by another one.
    next:
      songs.length < list.limit
        ? undefined
        : { path, ...where, list: { ...list, offset: (list.offset ?? 0) + list.limit } },
  };
}
