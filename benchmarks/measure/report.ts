/** Prints a table. The first column is text; the others are numbers, aligned right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  printLine("");
  for (const row of [head, widths.map((width) => "-".repeat(width)), ...rows])
    printLine(`  ${line(row).trimEnd()}`);
  printLine("");
}

export type Target = {
  what: string;
  /** Measured value. */
  value: number;
  min?: number;
  max?: number;
  show: (value: number) => string;
};

/** Prints one line with the target, the measured value and whether it meets the target. */
export function printVerdict({ what, value, min, max, show }: Target): void {
  const met = value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
  const target = [
    ...(min === undefined ? [] : [`at least ${show(min)}`]),
    ...(max === undefined ? [] : [`at most ${show(max)}`]),
  ].join(" and ");
  printLine(`${met ? "met    " : "MISSED "} ${what}: ${show(value)}, target: ${target}`);
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
export const times = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} x`;
export const rate = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const processor = (value: number) => (Number.isNaN(value) ? "" : `${value.toFixed(3)} ms`);
export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
export const kilobytes = (bytes: number) => `${(bytes / 1_024).toFixed(0)} KB`;
