/** A way to find a page of songs: gather all that could be on it and sort them, or walk along the order until it is full. */
export type Attempt = { way: "gather" | "walk"; most: number };

/** What is known beforehand: about how many songs are to be found, of how many. */
export type Expected = { found: number; songs: number };

const smallest = 1_024;
const factor = 4;
/** Chance scatters, and counts are some minutes old. */
const margin = 0.8;

/**
 * How to look for the first `wanted` songs of an order: few songs are gathered soonest, many are met soonest on a walk.
 * Each attempt gives up after `most` rows, and the next may go further, so that together they look at a few times as
 * many rows as the better way alone, wherever in the order the songs stand. As long as they stand there by chance that
 * is at most about the square root of `wanted` times all songs: of more songs the walk is shorter, of fewer the
 * gathering. What is expected to fail is left out, and an attempt that failed corrects what was expected.
 */
export function* attempts(wanted: number, expected?: Expected): Generator<Attempt, never> {
  let { found, songs } = expected ?? { found: Number.NaN, songs: Number.NaN };
  for (let most = firstBound(wanted); ; most *= factor) {
    // What is not known compares as false, and nothing is left out.
    if (!(found * margin >= most)) {
      yield { way: "gather", most };
      found = Math.max(found, most);
    }
    if (wanted <= most && !(wanted * songs * margin >= most * found)) {
      yield { way: "walk", most };
      found = Math.min(found, (wanted * songs) / most);
    }
  }
}

function firstBound(wanted: number): number {
  const steps = Math.ceil(Math.log(Math.sqrt(wanted) / factor) / Math.log(factor));
  return smallest * factor ** Math.max(steps, 0);
}
