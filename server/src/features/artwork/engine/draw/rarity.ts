import { toWeight } from "@wrapsody/shared/experiences.ts";
import { type Drawable, groupBySlot } from "./draw.ts";

/** Natural logarithm of a chance, and how much of all chance it stands for. */
type Share = { log: number; mass: number };

/** Halves of the slots up to so many combinations are gone through one by one; beyond that they are put into bins. */
const MAX_ENUMERATED = 50_000;
/** Draws whose chances differ by less than this part are equally likely. */
const LOG_TOLERANCE = 1e-9;
const BIN_WIDTH = 1e-3;

/**
 * Answers how rare a draw of a GENERATIVE campaign is, as a percentile: 100 × the share of all possible draws, weighted by
 * their chance, that are strictly more likely than this one (surprisal, as OpenRarity counts it); rounded, 0 to 99.
 * QR codes and photos count like any other component of their slot.
 */
export function rarityScores<Part extends Drawable>(
  components: readonly Part[],
): (draw: readonly Part[]) => number {
  const slots = groupBySlot(components);
  const logs = new Map(slots.flatMap((parts) => logProbabilities(parts)));
  const { near, far } = splitSlots(slots, logs);
  // By chance, the likeliest first, with the mass of all that are likelier.
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

/** All that the first and the other half of the slots can give: together they are all draws, and each alone is few. */
function splitSlots(slots: readonly Drawable[][], logs: ReadonlyMap<number, number>) {
  const bySize = slots.toSorted((one, other) => other.length - one.length);
  let near: Share[] = [{ log: 0, mass: 1 }];
  let far: Share[] = [{ log: 0, mass: 1 }];
  for (const parts of bySize) {
    const shares = parts.map(({ id }) => {
      const log = logs.get(id) ?? 0;
      return { log, mass: Math.exp(log) };
    });
    if (near.length <= far.length) near = combine(near, shares);
    else far = combine(far, shares);
  }
  far.sort((one, other) => other.log - one.log);
  return { near, far };
}

/** Every share of the one with every share of the other; those of the same chance are one. */
function combine(shares: readonly Share[], more: readonly Share[]): Share[] {
  const width = shares.length * more.length > MAX_ENUMERATED ? BIN_WIDTH : LOG_TOLERANCE;
  const bins = new Map<number, Share>();
  for (const one of shares) {
    for (const other of more) {
      const log = one.log + other.log;
      const mass = one.mass * other.mass;
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

/** The mass of all shares that are likelier than `log`; they are sorted, the likeliest first. */
function massAbove(shares: readonly Share[], before: readonly number[], log: number): number {
  let [low, high] = [0, shares.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle]?.log ?? Number.NEGATIVE_INFINITY) > log) low = middle + 1;
    else high = middle;
  }
  return before[low] ?? 0;
}
