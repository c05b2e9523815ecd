/**
 * A row of tab separated values, without its line end. Cells that hold tabs, line breaks, quotation marks or outer blanks
 * are quoted, as spreadsheets do. A cell that a spreadsheet would take for a formula gets an apostrophe before it;
 * `unguarded` takes it off again.
 */
export function tsvRow(cells: readonly string[]): string {
  return cells.map((cell) => quoted(guarded(cell))).join("\t");
}

function quoted(cell: string): string {
  return /["\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A cell that begins like a formula, with the apostrophes that stand before it already. */
const formula = /^'*[=+\-@]/;
const guardedFormula = /^'+[=+\-@]/;

function guarded(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** What was in the cell before `tsvRow` guarded it; everything else stays as it is. */
export function unguarded(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
