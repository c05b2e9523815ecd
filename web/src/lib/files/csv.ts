/** Characters with which a spreadsheet formula begins. */
const formula = /^[=+\-@\t\r]/;

/**
 * Rows as RFC 4180 has them, with the mark by which spreadsheets know UTF-8. Texts come from people: one that begins
 * like a formula is given an apostrophe, so that opening the file runs nothing.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}

function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
