import type { Invoice } from "@wrapsody/shared/subscriptions.ts";
import type { Executor } from "../../platform/database.ts";
import { Pages, pagesOf } from "../../platform/long-answer.ts";
import { listBills } from "../payments/index.ts";
import { presentBill } from "./bills.ts";
import { listOwnPlanOrders, listOwnPlans, type OwnPlan, type OwnPlanOrder } from "./own-data.data.ts";

/** What is kept of an account's plans: those that it had, its orders for them, and its bills. */
export async function ownSubscriptions(
  db: Executor,
  accountId: string,
): Promise<{ plans: OwnPlan[]; orders: Pages<OwnPlanOrder>; bills: Pages<Invoice> }> {
  return {
    plans: await listOwnPlans(db, accountId),
    orders: pagesOf((limit, after) => listOwnPlanOrders(db, accountId, { limit, after })),
    bills: new Pages(() => readBills(db, accountId)),
  };
}

const pageSize = 1_000;

async function* readBills(db: Executor, accountId: string): AsyncGenerator<Invoice[]> {
  for (let offset = 0; ; offset += pageSize) {
    const { data } = await listBills(db, accountId, { limit: pageSize, offset, sortDir: "DESC" });
    yield data.map(presentBill);
    if (data.length < pageSize) return;
  }
}
