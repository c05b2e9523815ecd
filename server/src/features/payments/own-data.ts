import type { Executor } from "../../platform/database.ts";
import { type Pages, pagesOf } from "../../platform/long-answer.ts";
import { listOwnPayments, listOwnPayoutAccounts, type OwnPayment } from "./own-data.data.ts";

/** What payments keep of an account: what it paid, and where it is paid to. */
export async function ownPayments(
  db: Executor,
  accountId: string,
): Promise<{ payments: Pages<OwnPayment>; payout_accounts: object[] }> {
  return {
    payments: pagesOf((limit, after) => listOwnPayments(db, accountId, { limit, after })),
    payout_accounts: await listOwnPayoutAccounts(db, accountId),
  };
}
