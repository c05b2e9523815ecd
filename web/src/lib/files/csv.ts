/** Characters with which a spreadsheet formula begins. */
const formula = /^[=+\-@\t\r]/;

/**
 * Formats rows by RFC 4180, with the byte order mark by which spreadsheets detect UTF-8. Prefixes text that looks like
 * a formula with an apostrophe, because it comes from users and must not run when the file is opened.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}

function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
