import { isConvertedDuration, parseDuration, spellDuration } from "@wrapsody/shared/catalogue/durations.ts";
import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import type { ImportError } from "@wrapsody/shared/studio/imports.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { collectParts, type ParsedCell } from "./cells.ts";
import { type RowProblem, rowProblem } from "./row-problem.ts";

/** Parses a duration in seconds. An empty cell has none. */
export function parseDurationCell(cell: string): ParsedCell<number> {
  if (cell === "") return collectParts<number>([]);
  const duration = parseDuration(cell);
  const text = isConvertedDuration(cell) ? rowTexts.convertedDuration : studioTexts.duration;
  return collectParts([
    duration === undefined
      ? { problem: rowProblem("duration", "INVALID", text, cell) }
      : { item: duration.seconds },
  ]);
}

/** Warns of a duration that a spreadsheet may have made of another one. */
export function findDoubtfulDurations(cell: string): RowProblem[] {
  const { seconds = 0, otherwise } = parseDuration(cell) ?? {};
  if (otherwise === undefined) return [];
  const message = rowTexts.duration(spellDuration(seconds), spellDuration(otherwise));
  return [rowProblem("duration", "WARNING", message, cell)];
}

const HOUR_S = 3_600;

/** The clear durations of a file so far: those of an hour and more, and the number of the others. */
export type DurationColumn = { long: { line: number; cell: string; seconds: number }[]; short: number };

export function noteDuration(column: DurationColumn, line: number, cell: string): void {
  const duration = parseDuration(cell);
  if (duration === undefined || duration.otherwise !== undefined) return;
  const { seconds } = duration;
  if (seconds < HOUR_S) column.short += 1;
  else column.long.push({ line, cell, seconds });
}

/** Warns of hours in a file whose other durations are minutes. */
export function findLongDurations({ long, short }: DurationColumn): ImportError[] {
  if (short < long.length) return [];
  return long.map(({ line, cell, seconds }) => ({
    line,
    ...rowProblem("duration", "WARNING", rowTexts.longDuration(spellDuration(seconds)), cell),
  }));
}
