/** How long the browser may take to begin with the download, in milliseconds. */
const REVOKE_AFTER_MS = 30_000;

/** Hands a file that is here already to the browser's downloads. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

/** Hands a table to the browser's downloads, as text that `csvOf` wrote. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: "text/csv;charset=utf-8" }));
}
