import { Readable } from "node:stream";
import { fileTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { importTexts } from "@wrapsody/shared/studio/imports.ts";
import { normalizeText } from "@wrapsody/shared/text/text.ts";
import { unguardCell } from "@wrapsody/shared/text/tsv.ts";
import { CsvError, parse } from "csv-parse";
import { invalidFile } from "./encoding.ts";

/** A non-empty row. `line` is the line where it begins, counted from 1. */
export type Row = { line: number; cells: readonly string[] };

/** Longer rows mean that the file is no table, or a quote is never closed. */
const MAX_ROW_BYTES = 1_000_000;
/** A row of a megabyte of tabs would block the event loop. Spreadsheets have 16,384 columns. */
const MAX_CELLS = 20_000;
/** The parser takes 13 µs for a row whose number of cells differs from that of the first. Blank ones are not limited as rows. */
const MAX_UNEVEN_BLANK_ROWS = 5_000;

/**
 * Reads tab-separated rows as spreadsheets write them: any line ends, quoted cells, doubled quotes inside. A
 * quote elsewhere is literal. Skips blank rows.
 *
 * @throws Failure E0007 on the file if a quote is never closed or a row has too many cells
 */
export async function* readRows(text: AsyncIterable<string>): AsyncGenerator<Row> {
  // Start of the next row. The parser counts CRLF inside a cell as two lines.
  let line = 1;
  const begins: number[] = [];
  let emptyLines = 0;
  let columns: number | undefined;
  let unevenBlankRows = 0;
  const parser = parse({
    delimiter: "\t",
    quote: '"',
    escape: '"',
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
    skip_empty_lines: true,
    // Called when a row is parsed, before it is consumed, even if an error follows.
    on_record(cells, context) {
      line += context.empty_lines - emptyLines;
      emptyLines = context.empty_lines;
      columns ??= cells.length;
      if (cells.length > MAX_CELLS) throw invalidFile(importTexts.notTsv);
      const isBlank = cells.every((cell) => cell.trim() === "");
      if (!isBlank) begins.push(line);
      else if (cells.length !== columns) unevenBlankRows += 1;
      if (unevenBlankRows > MAX_UNEVEN_BLANK_ROWS) throw invalidFile(importTexts.notTsv);
      line += 1 + countLineBreaks(cells);
      return isBlank ? null : cells;
    },
  });
  const source = Readable.from(text);
  source.on("error", (error) => parser.destroy(error));
  const rows: AsyncIterable<string[]> = source.pipe(parser);
  try {
    for await (const cells of rows)
      yield { line: begins.shift() ?? line, cells: cells.map((cell) => normalizeText(unguardCell(cell))) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const skipped = Number(error.empty_lines ?? emptyLines) - emptyLines;
    throw invalidFile(fileTexts.notClosed(line + skipped), error);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function countLineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}
