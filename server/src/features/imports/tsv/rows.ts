import { Readable } from "node:stream";
import { fileTexts } from "@wrapsody/shared/import-rows.ts";
import { unguarded } from "@wrapsody/shared/tsv.ts";
import { CsvError, parse } from "csv-parse";
import { invalidFile } from "./refuse.ts";

/** A row that holds something. `line` is the one in the file where it begins, counted from 1. */
export type Row = { line: number; cells: readonly string[] };

/** Bytes of a single row; what is longer is no table, or a quotation mark that is never closed. */
const MAX_ROW_BYTES = 1_000_000;

/**
 * Reads a text as spreadsheets write tables: cells between tabs, rows between line ends of any kind, quotes around cells
 * that hold either, a doubled quote for one inside. A quote elsewhere is text. Rows of nothing but blanks are left out.
 *
 * @throws Failure E0007 on the file, for a quote that is never closed
 */
export async function* readRows(text: AsyncIterable<string>): AsyncGenerator<Row> {
  // Where the next row begins. The parser's own count takes a line end of two characters inside of a cell for two.
  let line = 1;
  const begins: number[] = [];
  const parser = parse({
    delimiter: "\t",
    quote: '"',
    escape: '"',
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
    // Told of each row when it has been read, which is before it is asked for, and also if an error follows.
    on_record(cells) {
      const isBlank = cells.every((cell) => cell.trim() === "");
      if (!isBlank) begins.push(line);
      line += 1 + countLineBreaks(cells);
      return isBlank ? null : cells;
    },
  });
  const source = Readable.from(text);
  source.on("error", (error) => parser.destroy(error));
  const rows: AsyncIterable<string[]> = source.pipe(parser);
  try {
    for await (const cells of rows) yield { line: begins.shift() ?? line, cells: cells.map(unguarded) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidFile(fileTexts.notClosed(line), error);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function countLineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}
