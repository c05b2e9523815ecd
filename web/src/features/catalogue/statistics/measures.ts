import type { Statistics } from "@wrapsody/shared/statistics.ts";

/** What is measured, in the order in which it is shown. */
export const measures = ["plays", "listeners", "points", "shares"] as const;
export type Measure = (typeof measures)[number];
export type Measured = Statistics["total"];

/** How a measure compares with the time before. `percent` is rounded, and at least 1 where there is any change. */
export type Change =
  | { kind: "more" | "less"; percent: number }
  /** There was nothing to compare with. */
  | { kind: "same" | "first" | "none" };

export function changeOf(now: number, before: number): Change {
  if (now === before) return { kind: now === 0 ? "none" : "same" };
  if (before === 0) return { kind: "first" };
  const percent = Math.max(1, Math.round((Math.abs(now - before) / before) * 100));
  return { kind: now > before ? "more" : "less", percent };
}

/** The top of a scale that holds a count and can be halved: 1, or an even number that is easily read. */
export function scaleTop(max: number): number {
  if (max <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(max));
  const tops = [1, 2, 3, 4, 5, 6, 8, 10, 20].map((step) => step * magnitude);
  return tops.find((top) => top >= max && top % 2 === 0) ?? max;
}
