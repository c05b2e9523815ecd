import type { Participant } from "@wrapsody/shared/experiences.ts";
import type { Order } from "@wrapsody/shared/participation.ts";

type Progress = {
  /** Minted since the order was completed: what the reader has come for. */
  fresh: Participant[];
  /** Drawn or minted at the moment. */
  coming: Participant[];
  /** What was there before. */
  earlier: Participant[];
  done: boolean;
};

/**
 * What has become of an order, told from the artworks of its wallet in its experience. They carry no order, so what has
 * come since then counts as new; that an earlier order of the same wallet ends only now makes its artwork no less new.
 */
export function progressOf(order: Pick<Order, "completed_at">, artworks: readonly Participant[]): Progress {
  const since = order.completed_at === null ? 0 : Date.parse(order.completed_at);
  const isFresh = ({ minted_at }: Participant) => minted_at !== null && Date.parse(minted_at) >= since;
  const fresh = artworks.filter(isFresh);
  const coming = artworks.filter(({ minted_at }) => minted_at === null);
  const earlier = artworks.filter((artwork) => artwork.minted_at !== null && !isFresh(artwork));
  return { fresh, coming, earlier, done: fresh.length > 0 && coming.length === 0 };
}

/** How far the artwork has come. */
export type Step = "drawing" | "minting" | "minted";

export function stepOf({ fresh, coming, done }: Progress): Step {
  if (done) return "minted";
  if (coming.length === 0) return fresh.length > 0 ? "minted" : "drawing";
  return coming.every(({ image }) => image !== null) ? "minting" : "drawing";
}
