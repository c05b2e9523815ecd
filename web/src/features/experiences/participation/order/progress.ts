import type { Participant } from "@wrapsody/shared/experiences.ts";
import type { Order, OrderArtwork } from "@wrapsody/shared/participation.ts";

/** How far the artwork of an order has come. "failed": it could not be made or minted. */
export type Step = "drawing" | "minting" | "minted" | "failed";

type Progress = {
  step: Step;
  /** Its picture is there. */
  isDrawn: boolean;
  /** There is nothing to wait for any more. */
  done: boolean;
  /** Minted since the order was completed: what the reader has come for. */
  fresh: Participant[];
  /** What was there before. */
  earlier: Participant[];
};

/**
 * What has become of an order: its own artwork says how far it is, whatever else is on its way to the same wallet. What else came
 * to the wallet since then, as of an earlier order that ended only now, is no less new.
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
    done: step === "minted" || step === "failed",
    fresh: minted.filter(isFresh),
    earlier: minted.filter((artwork) => !isFresh(artwork)),
  };
}

/** The order's own is known first. */
function withOwn(own: Participant | null, artworks: readonly Participant[]): Participant[] {
  return own === null ? [...artworks] : [own, ...artworks.filter(({ id }) => id !== own.id)];
}

function stepOf(own: Participant | null, failed: boolean): Step {
  if (failed) return "failed";
  if (own === null) return "drawing";
  if (own.minted_at !== null) return "minted";
  return own.image === null ? "drawing" : "minting";
}
