/**
 * Formats a TSV row without line end. Quotes cells like spreadsheets do. Puts an apostrophe before cells that
 * a spreadsheet would evaluate as formulas; `unguardCell` removes it.
 */
export function tsvRow(cells: readonly string[]): string {
  return cells.map((cell) => quoteCell(guardCell(cell))).join("\t");
}

function quoteCell(cell: string): string {
  return /["\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A formula-like cell, with any apostrophes before it. */
const formula = /^'*[=+\-@]/;
const guardedFormula = /^'+[=+\-@]/;

function guardCell(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Reverses the guard of `tsvRow`; other cells stay unchanged. */
export function unguardCell(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
