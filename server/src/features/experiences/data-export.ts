import { type PagedRows, pagedRows } from "../../platform/api/streamed-json.ts";
import type { Executor } from "../../platform/database/database.ts";
import {
  type ExportedArtwork,
  type ExportedOrder,
  listExportedArtworks,
  listExportedOrders,
} from "./data-export.data.ts";

/** Exports the orders and artworks of an account. */
export function exportExperiences(
  db: Executor,
  accountId: string,
): { orders: PagedRows<ExportedOrder>; artworks: PagedRows<ExportedArtwork> } {
  return {
    orders: pagedRows((limit, after) => listExportedOrders(db, accountId, { limit, after })),
    artworks: pagedRows((limit, after) => listExportedArtworks(db, accountId, { limit, after })),
  };
}
