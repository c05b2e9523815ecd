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
