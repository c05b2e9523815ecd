/** A likeness of 0 to 1 in whole percent. What is not the same file is never told to be all alike. */
export function likenessPercent(likeness: number): number {
  return likeness >= 1 ? 100 : Math.min(99, Math.floor(likeness * 100));
}
