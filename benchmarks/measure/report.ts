/** Prints a table; the first column is text, the others are numbers and stand at the right. */
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
  /** What was measured. */
  value: number;
  /** What it should be, and whether that is the least or the most. */
  least?: number;
  most?: number;
  show: (value: number) => string;
};

/** One line with the target, what was measured and whether it is met. */
export function printVerdict({ what, value, least, most, show }: Target): void {
  const met = value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
  const wanted = [
    ...(least === undefined ? [] : [`at least ${show(least)}`]),
    ...(most === undefined ? [] : [`at most ${show(most)}`]),
  ].join(" and ");
  printLine(`${met ? "met    " : "MISSED "} ${what}: ${show(value)}, wanted ${wanted}`);
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
