import type { Statistics } from "@wrapsody/shared/statistics.ts";

/** Measures in display order. */
export const measures = ["plays", "listeners", "points", "shares"] as const;
export type Measure = (typeof measures)[number];
export type Measured = Statistics["total"];

/** Change of a measure since the previous period. `percent` is rounded, and at least 1 if the values differ. */
export type Change =
  | { kind: "more" | "less"; percent: number }
  /** "first": only the previous value is 0. "none": both values are 0. */
  | { kind: "same" | "first" | "none" };

export function changeOf(now: number, before: number): Change {
  if (now === before) return { kind: now === 0 ? "none" : "same" };
  if (before === 0) return { kind: "first" };
  const percent = Math.max(1, Math.round((Math.abs(now - before) / before) * 100));
  return { kind: now > before ? "more" : "less", percent };
}

/** Returns the top of a chart scale: 1, or a round even number that is not below the maximum. */
export function scaleTop(max: number): number {
  if (max <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(max));
  const tops = [1, 2, 3, 4, 5, 6, 8, 10, 20].map((step) => step * magnitude);
  return tops.find((top) => top >= max && top % 2 === 0) ?? max;
}
