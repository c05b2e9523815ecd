import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { foldWords } from "@wrapsody/shared/text/fold-words.ts";

/**
 * Returns the title or credited artist that a search with a typing error found: the one of the closest song that resembles the typed text more.
 * Undefined if the song has the words as typed, or the beginning of them.
 */
export function findCorrectedText(
  typed: string,
  closest: Pick<Song, "name" | "artist"> | undefined,
): string | undefined {
  const folded = foldWords(typed);
  if (closest === undefined || folded === "") return undefined;
  const { name, artist } = closest;
  const words = foldWords(`${name} ${artist}`);
  const isFound = folded.split(" ").every((word) => ` ${words}`.includes(` ${word}`));
  if (isFound || joinWords(words).includes(joinWords(folded))) return undefined;
  return likeness(folded, foldWords(artist)) > likeness(folded, foldWords(name)) ? artist : name;
}

function joinWords(folded: string): string {
  return folded.replaceAll(" ", "");
}

/** Dice's coefficient of the pairs of letters, 0 to 1. */
function likeness(a: string, b: string): number {
  const [pairsOfA, pairsOfB] = [pairsOf(a), pairsOf(b)];
  const shared = [...pairsOfA].filter((pair) => pairsOfB.has(pair)).length;
  return (2 * shared) / Math.max(1, pairsOfA.size + pairsOfB.size);
}

function pairsOf(text: string): Set<string> {
  const letters = [...text];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}
