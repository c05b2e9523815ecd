import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { getInvoices, Invoice } from "@wrapsody/shared/payments/subscriptions.ts";
import type { Context } from "../../platform/context.ts";
import { listInvoices, type PaymentInvoice } from "../payments/index.ts";
import { planForPeriod } from "./plan-state.ts";

/** Lists the caller's invoices. Plans are the only recurring payments here. */
export async function listPlanInvoices(
  { db }: Context,
  accountId: string,
  list: ListQuery,
): Promise<AnswerOf<typeof getInvoices>> {
  const { data, total } = await listInvoices(db, accountId, list);
  return { data: data.map(presentInvoice), total };
}

export function presentInvoice({
  kind: _kind,
  reference: _reference,
  period,
  ...invoice
}: PaymentInvoice): Invoice {
  return { ...invoice, plan: planForPeriod(period) };
}
