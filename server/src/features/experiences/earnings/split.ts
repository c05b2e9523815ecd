/** A royalty split in basis points. */
export type Split = {
  name: string;
  email?: string | null | undefined;
  /** Whether it is the share of the owner whose statement is read. */
  is_reader?: boolean | undefined;
  points: number;
};
export type Share = Omit<Split, "points"> & { share: number };
export type Shares = { shares: Share[]; rest: number };

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
    shares: splits.map(({ points: _, ...owner }, at) => ({ ...owner, share: signed[at] ?? 0 })),
    rest: signed.at(-1) ?? 0,
  };
}

/** Multiplies shares. */
export function multiplyShares({ shares, rest }: Shares, times: number): Shares {
  return { shares: shares.map((each) => ({ ...each, share: each.share * times })), rest: rest * times };
}

/**
 * Adds shares by owner, in the order in which owners first appear. The splits may differ: an owner is the same by name and
 * address, and the first of two such owners is that of the other splits.
 */
export function addShares(first: Shares, second: Shares): Shares {
  const sums = new Map<string, Share>();
  for (const { shares } of [first, second]) {
    const seen = new Map<string, number>();
    for (const each of shares) {
      const owner = JSON.stringify([each.name, each.email?.toLowerCase() ?? null, each.is_reader ?? false]);
      const place = (seen.get(owner) ?? 0) + 1;
      seen.set(owner, place);
      const key = `${place} ${owner}`;
      sums.set(key, { ...each, share: (sums.get(key)?.share ?? 0) + each.share });
    }
  }
  return { shares: [...sums.values()], rest: first.rest + second.rest };
}

/** An amount with the splits that divide it. `rest` divides what `splits` leave, once the publisher has assigned it. */
export type DividedAmount = {
  kind: "PAID" | "REFUNDED" | "ASSIGNED";
  net: number;
  splits: Split[];
  rest: Split[] | null;
};

/**
 * Divides what an order brought or cost. ASSIGNED moves the rest of an earlier entry to owners: the shares add up to 0 with the
 * rest.
 */
export function divideNet({ kind, net, splits, rest: restSplits }: DividedAmount): Shares {
  const own = splitCents(net, splits);
  if (restSplits === null) return own;
  const assigned = splitCents(own.rest, restSplits);
  if (kind === "ASSIGNED") return { shares: assigned.shares, rest: assigned.rest - own.rest };
  return addShares({ shares: own.shares, rest: 0 }, assigned);
}
