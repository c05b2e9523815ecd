import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";

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
