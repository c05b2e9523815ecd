import type { Executor } from "../../platform/database.ts";
import { type Pages, pagesOf } from "../../platform/long-answer.ts";
import {
  listOwnInvoices,
  listOwnPayments,
  listOwnPayoutAccounts,
  type OwnInvoice,
  type OwnPayment,
} from "./own-data.data.ts";

/** What payments keep of an account: what it paid, its bills, and where it is paid to. */
export async function exportPayments(
  db: Executor,
  accountId: string,
): Promise<{ payments: Pages<OwnPayment>; bills: Pages<OwnInvoice>; payout_accounts: object[] }> {
  return {
    payments: pagesOf((limit, after) => listOwnPayments(db, accountId, { limit, after })),
    bills: pagesOf((limit, after) => listOwnInvoices(db, accountId, { limit, after })),
    payout_accounts: await listOwnPayoutAccounts(db, accountId),
  };
}
