import { type PagedRows, pagedRows } from "../../platform/api/streamed-json.ts";
import type { Executor } from "../../platform/database/database.ts";
import {
  listOwnBalances,
  listOwnClaims,
  listOwnDownloads,
  listOwnEntries,
  listOwnHolds,
  type OwnBalance,
  type OwnClaim,
  type OwnDownload,
  type OwnEntry,
  type OwnHold,
} from "./data-export.data.ts";

type OwnRewards = {
  balances: PagedRows<OwnBalance>;
  entries: PagedRows<OwnEntry>;
  claims: PagedRows<OwnClaim>;
  downloads: PagedRows<OwnDownload>;
  holds: PagedRows<OwnHold>;
};

/**
 * What rewards keep of an account: its points, everything that ever changed them, what they were spent on, the files that it got, and the
 * points that were put aside.
 */
export function exportRewards(db: Executor, accountId: string): OwnRewards {
  return {
    balances: pagedRows((limit, after) => listOwnBalances(db, accountId, { limit, after })),
    entries: pagedRows((limit, after) => listOwnEntries(db, accountId, { limit, after })),
    claims: pagedRows((limit, after) => listOwnClaims(db, accountId, { limit, after })),
    downloads: pagedRows((limit, after) => listOwnDownloads(db, accountId, { limit, after })),
    holds: pagedRows((limit, after) => listOwnHolds(db, accountId, { limit, after })),
  };
}
