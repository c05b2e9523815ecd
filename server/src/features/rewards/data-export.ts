import type { Executor } from "../../platform/database.ts";
import { type Pages, pagesOf } from "../../platform/long-answer.ts";
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
  balances: Pages<OwnBalance>;
  entries: Pages<OwnEntry>;
  claims: Pages<OwnClaim>;
  downloads: Pages<OwnDownload>;
  holds: Pages<OwnHold>;
};

/**
 * What rewards keep of an account: its points, everything that ever changed them, what they were spent on, the files that it got, and the
 * points that were put aside.
 */
export function exportRewards(db: Executor, accountId: string): OwnRewards {
  return {
    balances: pagesOf((limit, after) => listOwnBalances(db, accountId, { limit, after })),
    entries: pagesOf((limit, after) => listOwnEntries(db, accountId, { limit, after })),
    claims: pagesOf((limit, after) => listOwnClaims(db, accountId, { limit, after })),
    downloads: pagesOf((limit, after) => listOwnDownloads(db, accountId, { limit, after })),
    holds: pagesOf((limit, after) => listOwnHolds(db, accountId, { limit, after })),
  };
}
