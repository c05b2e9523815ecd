import { toWeight } from "@wrapsody/shared/experiences/experiences.ts";
import { type Drawable, groupBySlot } from "./draw.ts";

/** Natural logarithm of a probability, and the total probability it represents. */
type Share = { log: number; mass: number };

/** Combinations of each half that are enumerated exactly; beyond that they are binned. */
const MAX_ENUMERATED = 50_000;
/** Draws whose log-probabilities differ by less are equally likely. */
const LOG_TOLERANCE = 1e-9;
const BIN_WIDTH = 1e-3;

/**
 * Returns a function that rates the rarity of a GENERATIVE draw as a percentile, 0 to 99: 100 × the
 * probability that a draw is strictly likelier than this one (surprisal, as OpenRarity counts it). QR codes
 * and photos count like any component of their slot.
 */
export function rarityScores<Part extends Drawable>(
  components: readonly Part[],
): (draw: readonly Part[]) => number {
  const slots = groupBySlot(components);
  const logs = new Map(slots.flatMap((parts) => logProbabilities(parts)));
  const { near, far } = splitSlots(slots, logs);
  // Sorted by probability, with the cumulative mass of all likelier ones.
  const before = cumulativeMass(far);
  return (draw) => {
    const own = draw.reduce((sum, { id }) => sum + (logs.get(id) ?? 0), 0);
    const likelier = near.reduce(
      (sum, { log, mass }) => sum + mass * massAbove(far, before, own - log + LOG_TOLERANCE),
      0,
    );
    return Math.min(99, Math.round(100 * likelier));
  };
}

function logProbabilities(parts: readonly Drawable[]): [number, number][] {
  const total = parts.reduce((sum, part) => sum + toWeight(part), 0);
  return parts.map((part) => [part.id, Math.log(toWeight(part) / total)]);
}

/** Splits the slots into two halves and enumerates each: together they are all draws, each alone is few. */
function splitSlots(slots: readonly Drawable[][], logs: ReadonlyMap<number, number>) {
  const bySize = slots.toSorted((a, b) => b.length - a.length);
  let near: Share[] = [{ log: 0, mass: 1 }];
  let far: Share[] = [{ log: 0, mass: 1 }];
  for (const parts of bySize) {
    const shares = parts.map(({ id }) => {
      const log = logs.get(id) ?? 0;
      return { log, mass: Math.exp(log) };
    });
    if (near.length <= far.length) near = combineShares(near, shares);
    else far = combineShares(far, shares);
  }
  far.sort((a, b) => b.log - a.log);
  return { near, far };
}

/** Combines every share with every other; merges those of equal probability. */
function combineShares(shares: readonly Share[], more: readonly Share[]): Share[] {
  const width = shares.length * more.length > MAX_ENUMERATED ? BIN_WIDTH : LOG_TOLERANCE;
  const bins = new Map<number, Share>();
  for (const share of shares) {
    for (const other of more) {
      const log = share.log + other.log;
      const mass = share.mass * other.mass;
      const bin = Math.round(log / width);
      const known = bins.get(bin);
      if (known === undefined) bins.set(bin, { log, mass });
      else known.mass += mass;
    }
  }
  return [...bins.values()];
}

function cumulativeMass(shares: readonly Share[]): number[] {
  let sum = 0;
  return [0, ...shares.map(({ mass }) => (sum += mass))];
}

/** Returns the mass of all shares likelier than `log`, by binary search. */
function massAbove(shares: readonly Share[], before: readonly number[], log: number): number {
  let [low, high] = [0, shares.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle]?.log ?? Number.NEGATIVE_INFINITY) > log) low = middle + 1;
    else high = middle;
  }
  return before[low] ?? 0;
}
