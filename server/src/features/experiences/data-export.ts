import type { Executor } from "../../platform/database.ts";
import { type Pages, pagesOf } from "../../platform/long-answer.ts";
import {
  type ExportedArtwork,
  type ExportedOrder,
  listExportedArtworks,
  listExportedOrders,
} from "./data-export.data.ts";

/** What experiences keep of an account: the places that it took, and the artwork that it collected. */
export function exportExperiences(
  db: Executor,
  accountId: string,
): { orders: Pages<ExportedOrder>; artworks: Pages<ExportedArtwork> } {
  return {
    orders: pagesOf((limit, after) => listExportedOrders(db, accountId, { limit, after })),
    artworks: pagesOf((limit, after) => listExportedArtworks(db, accountId, { limit, after })),
  };
}
