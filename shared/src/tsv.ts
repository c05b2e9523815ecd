/**
 * Formats a TSV row without line end. Quotes cells like spreadsheets do. Puts an apostrophe before cells that
 * a spreadsheet would evaluate as formulas; `unguarded` removes it.
 */
export function tsvRow(cells: readonly string[]): string {
  return cells.map((cell) => quoted(guarded(cell))).join("\t");
}

function quoted(cell: string): string {
  return /["\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A formula-like cell, with any apostrophes before it. */
const formula = /^'*[=+\-@]/;
const guardedFormula = /^'+[=+\-@]/;

function guarded(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Reverses the guard of `tsvRow`; other cells stay unchanged. */
export function unguarded(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
