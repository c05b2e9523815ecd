/**
 * A strategy to find a page: select all candidates and sort them, or scan in list order until the page is
 * full. Gives up after `maxRows`.
 */
export type PlanStep = { strategy: "filter-then-sort" | "ordered-scan"; maxRows: number };

/** Estimated number of matches among all songs. */
export type MatchEstimate = { matches: number; songs: number };

const MIN_ROWS = 1_024;
const GROWTH_FACTOR = 4;
/** Accounts for chance and for counts that are minutes old. */
const SAFETY_MARGIN = 0.8;

/**
 * Plans the search for the first `targetCount` songs of an order. Few matches are found fastest by
 * filter-then-sort, many by an ordered scan. Each step gives up after `maxRows` and the next may go further,
 * so that all steps together read a small multiple of the rows of the better strategy, wherever the songs
 * are. If matches are spread evenly that is at most about sqrt(targetCount × songs). Steps expected to fail are
 * skipped; a failed step corrects the estimate.
 */
export function* searchPlan(targetCount: number, estimate?: MatchEstimate): Generator<PlanStep, never> {
  let { matches, songs } = estimate ?? { matches: Number.NaN, songs: Number.NaN };
  for (let maxRows = firstBound(targetCount); ; maxRows *= GROWTH_FACTOR) {
    // Unknown (NaN) estimates compare as false, so that nothing is skipped.
    if (!(matches * SAFETY_MARGIN >= maxRows)) {
      yield { strategy: "filter-then-sort", maxRows };
      matches = Math.max(matches, maxRows);
    }
    if (targetCount <= maxRows && !(targetCount * songs * SAFETY_MARGIN >= maxRows * matches)) {
      yield { strategy: "ordered-scan", maxRows };
      matches = Math.min(matches, (targetCount * songs) / maxRows);
    }
  }
}

function firstBound(targetCount: number): number {
  const steps = Math.ceil(Math.log(Math.sqrt(targetCount) / GROWTH_FACTOR) / Math.log(GROWTH_FACTOR));
  return MIN_ROWS * GROWTH_FACTOR ** Math.max(steps, 0);
}
