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

/** Signs with which a formula begins. Spreadsheets for East Asian languages also accept the full-width forms. */
const SIGNS = "=+\\-@＝＋－＠";

/** Text that a spreadsheet may evaluate as a formula. Some ignore white space before the sign. */
export const formulaStart = new RegExp(`^\\s*[${SIGNS}]`);
/** The same with any apostrophes before it. */
const formula = new RegExp(`^'*\\s*[${SIGNS}]`);
const guardedFormula = new RegExp(`^'+\\s*[${SIGNS}]`);

function guardCell(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Reverses the guard of `tsvRow`; other cells stay unchanged. */
export function unguardCell(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
