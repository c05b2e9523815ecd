/** Saves a text as a TSV file with a byte order mark, by which spreadsheets detect UTF-8. */
export function downloadTsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: "text/tab-separated-values" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser starts the download asynchronously, and some browsers are slow.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
