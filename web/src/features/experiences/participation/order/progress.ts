import type { Participant } from "@wrapsody/shared/experiences.ts";
import type { Order, OrderArtwork } from "@wrapsody/shared/participation.ts";

/** The stage of an order's artwork. "failed": rendering or minting failed. */
export type Step = "drawing" | "minting" | "minted" | "failed";

type Progress = {
  step: Step;
  /** The artwork has been rendered. */
  isDrawn: boolean;
  /** The artwork is minted or has failed. */
  isComplete: boolean;
  /** Artworks minted since the order was completed. */
  fresh: Participant[];
  /** Artworks minted before. */
  earlier: Participant[];
};

/**
 * Computes the progress of an order. Its own artwork determines the stage, whatever else is pending for the wallet.
 * Artworks of earlier orders that arrived since also count as new.
 */
export function orderProgress(
  order: Pick<Order, "completed_at">,
  { participant: own, failed }: OrderArtwork,
  artworks: readonly Participant[],
): Progress {
  const since = order.completed_at === null ? 0 : Date.parse(order.completed_at);
  const minted = withOwn(own, artworks).filter(({ minted_at }) => minted_at !== null);
  const isFresh = ({ id, minted_at }: Participant) => id === own?.id || Date.parse(minted_at ?? "") >= since;
  const step = stepOf(own, failed);
  return {
    step,
    isDrawn: own?.image != null,
    isComplete: step === "minted" || step === "failed",
    fresh: minted.filter(isFresh),
    earlier: minted.filter((artwork) => !isFresh(artwork)),
  };
}

/** Puts the order's own artwork first. */
function withOwn(own: Participant | null, artworks: readonly Participant[]): Participant[] {
  return own === null ? [...artworks] : [own, ...artworks.filter(({ id }) => id !== own.id)];
}

function stepOf(own: Participant | null, failed: boolean): Step {
  if (failed) return "failed";
  if (own === null) return "drawing";
  if (own.minted_at !== null) return "minted";
  return own.image === null ? "drawing" : "minting";
}
