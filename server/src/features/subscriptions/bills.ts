import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { getInvoices, Invoice } from "@wrapsody/shared/subscriptions.ts";
import type { Context } from "../../platform/context.ts";
import { type Bill, billPage, cardPage, listBills } from "../payments/index.ts";
import { planPage } from "./orders/links.ts";
import { planOf } from "./standing.ts";

/** The caller's bills. A plan is all that is paid for again and again here. */
export async function listInvoices(
  { db }: Context,
  accountId: string,
  list: ListQuery,
): Promise<AnswerOf<typeof getInvoices>> {
  const { data, total } = await listBills(db, accountId, list);
  return { data: data.map(presentBill), total };
}

export function presentBill({ kind: _kind, reference: _reference, period, ...bill }: Bill): Invoice {
  return { ...bill, plan: planOf(period) };
}

/** @throws Failure E0001 for a bill that is not the caller's, and what `billPage` throws */
export function invoicePage(
  context: Context,
  bill: { accountId: string; id: string },
): Promise<{ url: string }> {
  return billPage(context, bill);
}

/** Where the caller changes their card; it leads back to the page of their plan. @throws Failure as `cardPage` */
export function openBilling(context: Context, accountId: string): Promise<{ url: string }> {
  return cardPage(context, { accountId, returnUrl: planPage(context) });
}
