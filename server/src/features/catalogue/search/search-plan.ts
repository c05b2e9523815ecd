/** A way to find a page of songs: gather all that could be on it and sort them, or walk along the order until it is full. */
export type PlanStep = { strategy: "filter-then-sort" | "ordered-scan"; maxRows: number };

/** What is known beforehand: about how many songs are to be found, of how many. */
export type MatchEstimate = { matches: number; songs: number };

const MIN_ROWS = 1_024;
const GROWTH_FACTOR = 4;
/** Chance scatters, and counts are some minutes old. */
const SAFETY_MARGIN = 0.8;

/**
 * How to look for the first `wanted` songs of an order: few songs are gathered soonest, many are met soonest on a walk.
 * Each attempt gives up after `most` rows, and the next may go further, so that together they look at a few times as
 * many rows as the better way alone, wherever in the order the songs stand. As long as they stand there by chance that
 * is at most about the square root of `wanted` times all songs: of more songs the walk is shorter, of fewer the
 * gathering. What is expected to fail is left out, and an attempt that failed corrects what was expected.
 */
export function* searchPlan(wanted: number, estimate?: MatchEstimate): Generator<PlanStep, never> {
  let { matches, songs } = estimate ?? { matches: Number.NaN, songs: Number.NaN };
  for (let most = firstBound(wanted); ; most *= GROWTH_FACTOR) {
    // What is not known compares as false, and nothing is left out.
    if (!(matches * SAFETY_MARGIN >= most)) {
      yield { strategy: "filter-then-sort", maxRows: most };
      matches = Math.max(matches, most);
    }
    if (wanted <= most && !(wanted * songs * SAFETY_MARGIN >= most * matches)) {
      yield { strategy: "ordered-scan", maxRows: most };
      matches = Math.min(matches, (wanted * songs) / most);
    }
  }
}

function firstBound(wanted: number): number {
  const steps = Math.ceil(Math.log(Math.sqrt(wanted) / GROWTH_FACTOR) / Math.log(GROWTH_FACTOR));
  return MIN_ROWS * GROWTH_FACTOR ** Math.max(steps, 0);
}
