/** A royalty split in basis points. */
export type Split = { name: string; points: number };
export type Shares = { shares: { name: string; share: number }[]; rest: number };

const TOTAL_POINTS = 10_000;

/**
 * Divides cents by splits without losing any: everyone gets the whole cents of their part, and the remaining cents go to the
 * largest remainders, ties in the order of the splits. What the splits leave is `rest`. Negative amounts mirror positive ones.
 */
export function splitCents(cents: number, splits: readonly Split[]): Shares {
  const usedPoints = splits.reduce((sum, { points }) => sum + points, 0);
  if (usedPoints > TOTAL_POINTS) throw new RangeError(`splits add up to ${usedPoints} basis points`);
  const parts = [...splits.map(({ points }) => points), TOTAL_POINTS - usedPoints];
  const size = Math.abs(cents);
  const exact = parts.map((points) => size * points);
  const floors = exact.map((part) => Math.floor(part / TOTAL_POINTS));
  let left = size - floors.reduce((sum, floor) => sum + floor, 0);
  const byCut = exact
    .map((part, at) => ({ at, cut: part % TOTAL_POINTS }))
    .sort((a, b) => b.cut - a.cut || a.at - b.at);
  for (const { at, cut } of byCut) {
    if (left === 0 || cut === 0) break;
    floors[at] = (floors[at] ?? 0) + 1;
    left -= 1;
  }
  const signed = floors.map((share) => (cents < 0 && share !== 0 ? -share : share));
  return {
    shares: splits.map(({ name }, at) => ({ name, share: signed[at] ?? 0 })),
    rest: signed.at(-1) ?? 0,
  };
}

/** Multiplies shares. */
export function multiplyShares({ shares, rest }: Shares, times: number): Shares {
  return { shares: shares.map(({ name, share }) => ({ name, share: share * times })), rest: rest * times };
}

/** Adds shares of the same splits. */
export function addShares(first: Shares, b: Shares): Shares {
  return {
    shares: first.shares.map(({ name, share }, at) => ({
      name,
      share: share + (b.shares[at]?.share ?? 0),
    })),
    rest: first.rest + b.rest,
  };
}
