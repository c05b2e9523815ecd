/** Returns the top of a chart scale: 1, or a round even number that is not below the maximum. */
export function scaleTop(max: number): number {
  if (max <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(max));
  const tops = [1, 2, 3, 4, 5, 6, 8, 10, 20].map((step) => step * magnitude);
  return tops.find((top) => top >= max && top % 2 === 0) ?? max;
}

/** Marks nearer to that of 0, as parts of the height, would overlap it. */
const MIN_MARK_DISTANCE = 0.1;

/** The scale of a chart: its marks from the top, and the distance of a value from the top as a part of the height. */
export function scaleOf(values: readonly number[]): { marks: number[]; y: (value: number) => number } {
  const max = Math.max(0, ...values);
  const min = Math.min(0, ...values);
  const top = max === 0 && min < 0 ? 0 : scaleTop(max);
  const bottom = min === 0 ? 0 : -scaleTop(-min);
  const height = top - bottom;
  const marks = bottom < 0 ? [...new Set([top, 0, bottom])] : top === 1 ? [1, 0] : [top, top / 2, 0];
  return {
    marks: marks.filter((mark) => mark === 0 || Math.abs(mark) / height >= MIN_MARK_DISTANCE),
    y: (value) => (top - value) / height,
  };
}
