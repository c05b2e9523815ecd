import { formulaStart } from "@wrapsody/shared/text/tsv.ts";

/** Time that the browser has to start the download. */
const REVOKE_AFTER_MS = 30_000;

/** Saves a file that is in memory through the browser's downloads. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

/** Saves CSV text from `csvOf` through the browser's downloads. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: "text/csv;charset=utf-8" }));
}

/** Saves TSV text through the browser's downloads, with a byte order mark, by which spreadsheets detect UTF-8. */
export function saveTsv(name: string, text: string): void {
  saveFile(name, new Blob([`\uFEFF${text}`], { type: "text/tab-separated-values" }));
}

/**
 * Formats rows by RFC 4180, with the byte order mark by which spreadsheets detect UTF-8. Prefixes text that looks like
 * a formula with an apostrophe, because it comes from users and must not run when the file is opened.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}

function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = formulaStart.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
