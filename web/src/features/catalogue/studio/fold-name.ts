/**
 * Folds a name to lower-case letters and digits, with single spaces between words, to find similar spellings. Names of signs alone stay as they
 * are.
 */
export function foldName(name: string): string {
  return foldWords(name) || name.trim();
}

function foldWords(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
