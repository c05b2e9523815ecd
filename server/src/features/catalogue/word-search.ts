import { type ListQuery, mostCounted } from "@wrapsody/shared/page.ts";
import type { Executor } from "../../platform/database.ts";
import type { Rows } from "../../platform/list.ts";
import { attempts } from "./attempts.ts";
import type { SongRow } from "./nouns.ts";
import type { Meaning, Search } from "./search.ts";
import { type AgeOrder, readBegunPage, readWordPage, type WordSearch } from "./word-songs.data.ts";

/** Counts are as old as the job that made them; a total that is not counted must be beyond doubt all the same. */
const surelyUncounted = mostCounted * 1.15;

/** The order of a list as far as the age of songs tells it, and how close they are to what was typed. */
function ageOrderOf({ sortGiven, sortKey, sortDir }: ListQuery): AgeOrder | undefined {
  if (sortGiven !== true) return "closest";
  if (sortKey !== "created_at") return undefined;
  return sortDir === "ASC" ? "oldest" : "newest";
}

/** Songs found by one typed word. Undefined when more was asked for than a word and the age of its songs can tell. */
export async function findByWord(
  db: Executor,
  list: ListQuery,
  search: Search,
): Promise<Rows<SongRow> | undefined> {
  const order = ageOrderOf(list);
  const [meaning, another] = search.meanings;
  if (order === undefined || meaning === undefined || another !== undefined) return undefined;
  const asked = wordSearchOf(search, meaning);
  const wanted = list.offset + list.limit;
  const isCounted = asked.beginning === undefined && asked.total === undefined;
  if (order === "closest" && search.closeCount >= wanted && !isCounted) {
    // Enough songs have the very word: the others come after the page. Counts are old, so it may turn out short.
    const page = await readWordPage(db, list, order, {
      ...asked,
      words: asked.words.filter(({ rank }) => rank === 1),
    });
    if (page.data.length === list.limit) return page;
  }
  if (asked.beginning === undefined) return readWordPage(db, list, order, asked);
  const expected = { found: search.wideCount, songs: search.songs };
  for (const attempt of attempts(wanted, expected)) {
    const page = await readBegunPage(db, list, order, asked, attempt);
    if (page !== undefined) return page;
  }
}

function wordSearchOf({ field, folded }: Search, { typed, close, wide }: Meaning): WordSearch {
  const isClose = (one: string) => close.some(({ word }) => word === one);
  const begun = wide.find((word) => word.beginning);
  const far = begun === undefined ? wide.map(({ word }) => word) : (begun.begun ?? []);
  const words = [...close.map(({ word }) => word), ...far.filter((word) => !isClose(word))];
  const isUncounted = [...wide, ...close].some(({ commonest }) => commonest >= surelyUncounted);
  return {
    field,
    beginning: begun?.begun === undefined ? begun?.word : undefined,
    title: field === "name" && isClose(typed) ? folded : undefined,
    words: words.map((word) => ({ word, rank: isClose(word) ? 1 : 2 })),
    total: isUncounted ? mostCounted : undefined,
  };
}
