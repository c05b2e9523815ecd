/**
 * Moves a song behind another one; null is the start. Every other song keeps its order, and none is lost or doubled. Returns undefined if
 * one of both is not in the order.
 */
export function moveSong(
  order: readonly number[],
  songId: number,
  after: number | null,
): readonly number[] | undefined {
  if (!order.includes(songId)) return undefined;
  if (after === songId) return order;
  const others = order.filter((id) => id !== songId);
  if (after === null) return [songId, ...others];
  const at = others.indexOf(after);
  return at < 0 ? undefined : others.toSpliced(at + 1, 0, songId);
}

/** Adds songs at the end, in their order. Songs that are there already stay. */
export function addSongs(order: readonly number[], songIds: readonly number[]): readonly number[] {
  return [...new Set([...order, ...songIds])];
}
