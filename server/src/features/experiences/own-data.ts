import type { Executor } from "../../platform/database.ts";
import { type Pages, pagesOf } from "../../platform/long-answer.ts";
import { listOwnArtworks, type OwnArtwork } from "./own-data.data.ts";

/** What experiences keep of an account: the artwork that it collected. */
export function ownExperiences(db: Executor, accountId: string): { artworks: Pages<OwnArtwork> } {
  return { artworks: pagesOf((limit, after) => listOwnArtworks(db, accountId, { limit, after })) };
}
