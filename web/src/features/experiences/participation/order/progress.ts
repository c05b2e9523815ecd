import type { Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { Order, OrderArtwork } from "@wrapsody/shared/experiences/participation.ts";

/** The stage of an order's artwork. "kept": it waits for its owner to give a wallet. "failed": rendering or minting failed. */
export type Step = "drawing" | "kept" | "minting" | "minted" | "failed";

type Progress = {
  /** The number of the order's own artwork; undefined until it is drawn. */
  own: number | undefined;
  step: Step;
  /** The artwork has been rendered. */
  isDrawn: boolean;
  /** The artwork is minted or kept, or has failed. */
  isComplete: boolean;
  /** The order's own kept artwork, and artworks minted since the order was completed. */
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
  const minted = withOwn(own, artworks).filter(
    (artwork) => artwork.minted_at !== null || (artwork === own && isKept(artwork)),
  );
  const isFresh = ({ id, minted_at }: Participant) => id === own?.id || Date.parse(minted_at ?? "") >= since;
  const step = stepOf(own, failed);
  return {
    own: own?.id,
    step,
    isDrawn: own?.image != null,
    isComplete: step === "minted" || step === "kept" || step === "failed",
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
  if (own.image === null) return "drawing";
  return isKept(own) ? "kept" : "minting";
}

/** Returns whether an artwork is rendered and waits for its owner to give a wallet. */
export function isKept({ image, owner_wallet_address }: Participant): boolean {
  return image !== null && owner_wallet_address === null;
}
