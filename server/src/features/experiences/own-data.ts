import type { Executor } from "../../platform/database.ts";
import { type Pages, pagesOf } from "../../platform/long-answer.ts";
import { listOwnArtworks, listOwnOrders, type OwnArtwork, type OwnOrder } from "./own-data.data.ts";

/** What experiences keep of an account: the places that it took, and the artwork that it collected. */
export function ownExperiences(
  db: Executor,
  accountId: string,
): { orders: Pages<OwnOrder>; artworks: Pages<OwnArtwork> } {
  return {
    orders: pagesOf((limit, after) => listOwnOrders(db, accountId, { limit, after })),
    artworks: pagesOf((limit, after) => listOwnArtworks(db, accountId, { limit, after })),
  };
}
