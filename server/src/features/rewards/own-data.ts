import type { Executor } from "../../platform/database.ts";
import { type Pages, pagesOf } from "../../platform/long-answer.ts";
import { listOwnBalances, listOwnEntries, type OwnBalance, type OwnEntry } from "./own-data.data.ts";

/** What rewards keep of an account: its points, and everything that ever changed them. */
export function ownRewards(
  db: Executor,
  accountId: string,
): { balances: Pages<OwnBalance>; entries: Pages<OwnEntry> } {
  return {
    balances: pagesOf((limit, after) => listOwnBalances(db, accountId, { limit, after })),
    entries: pagesOf((limit, after) => listOwnEntries(db, accountId, { limit, after })),
  };
}
