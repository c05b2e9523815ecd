import { type PagedRows, pagedRows } from "../../platform/api/streamed-json.ts";
import type { Executor } from "../../platform/database/database.ts";
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
): Promise<{ payments: PagedRows<OwnPayment>; bills: PagedRows<OwnInvoice>; payout_accounts: object[] }> {
  return {
    payments: pagedRows((limit, after) => listOwnPayments(db, accountId, { limit, after })),
    bills: pagedRows((limit, after) => listOwnInvoices(db, accountId, { limit, after })),
    payout_accounts: await listOwnPayoutAccounts(db, accountId),
  };
}
