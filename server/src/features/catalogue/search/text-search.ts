import type { SearchAnswer, SearchKind } from "@wrapsody/shared/catalogue/search.ts";
import { foldWords } from "@wrapsody/shared/text/fold-words.ts";
import { segmentWords } from "@wrapsody/shared/text/segment-words.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { presentSong, type SongRow } from "../songs/song-presenter.ts";
import { findSongsByText } from "./find-songs.ts";
import type { Page } from "./pagination.data.ts";
import { resolveQuery, type SearchQuery } from "./search-query.ts";
import { findAlbums, findArtists, findCredits, findLyrics, findTags } from "./text-search.data.ts";

/** Resolves a text against the words of everything that a search finds. Returns undefined if a word matches nothing. */
export function resolveText(db: Executor, text: string): Promise<SearchQuery | undefined> {
  return resolveQuery(db, "any", text);
}

export type CatalogueKind = Exclude<SearchKind, "experiences">;

/** Returns a page of each kind that was asked for. */
export async function searchCatalogue(
  db: Executor,
  {
    text,
    query,
    page,
    kinds,
  }: { text: string; query: SearchQuery | undefined; page: Page; kinds: readonly CatalogueKind[] },
): Promise<SearchAnswer> {
  const find = <Row>(search: (db: Executor, query: SearchQuery, page: Page) => Promise<Rows<Row>>) =>
    query === undefined ? Promise.resolve({ data: [], total: 0 }) : search(db, query, page);
  const searches = {
    wraps: async () => ({ wraps: mapRows(await findSongsByText(db, text, page), presentSong) }),
    artists: async () => ({ artists: await find(findArtists) }),
    albums: async () => ({ albums: await find(findAlbums) }),
    tags: async () => ({ tags: await find(findTags) }),
    lyrics: async () => ({
      lyrics: mapRows(await find(findLyrics), ({ song, lyric }) => ({
        song: presentFoundSong(song),
        line: findLine(lyric, text),
      })),
    }),
    credits: async () => ({
      credits: mapRows(await find(findCredits), ({ song, role, value }) => ({
        song: presentFoundSong(song),
        role,
        value,
      })),
    }),
  } satisfies Record<CatalogueKind, () => Promise<SearchAnswer>>;
  const answers: SearchAnswer[] = await Promise.all(kinds.map((kind) => searches[kind]()));
  return Object.assign({}, ...answers);
}

/** JSON of the database names the time zone by its offset. */
function presentFoundSong(song: SongRow) {
  return presentSong({ ...song, created_at: song.created_at.replace(/\+00:00$/, "Z") });
}

function mapRows<Row, Shown>({ data, total }: Rows<Row>, present: (row: Row) => Shown): Rows<Shown> {
  return { data: data.map(present), total };
}

/** Returns the line with the most words of a text, the first of several; corrected words count by their beginning. */
export function findLine(lyric: string, text: string): string {
  const folded = foldWords(text);
  const words = foldWords(segmentWords(text)).split(" ");
  const lines = lyric.split(/\r?\n/).filter((line) => line.trim() !== "");
  const score = (line: string) => {
    const found = ` ${foldWords(line)}`;
    const separated = ` ${foldWords(segmentWords(line))}`;
    return (
      (found.includes(folded) ? words.length : 0) +
      words.filter((word) => separated.includes(` ${word.slice(0, 4)}`)).length
    );
  };
  const scores = lines.map(score);
  return lines[scores.indexOf(Math.max(...scores))]?.trim() ?? "";
}
