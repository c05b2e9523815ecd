import type { Invoice } from "@wrapsody/shared/subscriptions.ts";
import { PagedRows, pagedRows } from "../../platform/api/streamed-json.ts";
import type { Executor } from "../../platform/database/database.ts";
import { listInvoices } from "../payments/index.ts";
import { presentInvoice } from "./billing.ts";
import { listOwnPlanOrders, listOwnPlans, type OwnPlan, type OwnPlanOrder } from "./own-data.data.ts";

/** What is kept of an account's plans: those that it had, its orders for them, and its bills. */
export async function exportSubscriptions(
  db: Executor,
  accountId: string,
): Promise<{ plans: OwnPlan[]; orders: PagedRows<OwnPlanOrder>; bills: PagedRows<Invoice> }> {
  return {
    plans: await listOwnPlans(db, accountId),
    orders: pagedRows((limit, after) => listOwnPlanOrders(db, accountId, { limit, after })),
    bills: new PagedRows(() => readInvoices(db, accountId)),
  };
}

const PAGE_SIZE = 1_000;

async function* readInvoices(db: Executor, accountId: string): AsyncGenerator<Invoice[]> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { data } = await listInvoices(db, accountId, { limit: PAGE_SIZE, offset, sortDir: "DESC" });
    yield data.map(presentInvoice);
    if (data.length < PAGE_SIZE) return;
  }
}
