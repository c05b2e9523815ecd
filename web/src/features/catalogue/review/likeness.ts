/** Converts a likeness of 0 to 1 to whole percent. Only the same file reaches 100. */
export function likenessPercent(likeness: number): number {
  return likeness >= 1 ? 100 : Math.min(99, Math.floor(likeness * 100));
}
