import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { MAX_WAITING } from "@wrapsody/shared/operations/waiting.ts";
import type { getPayments, ListedPayment } from "@wrapsody/shared/payments/payments.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import type { AdministrationPart } from "../../accounts/index.ts";
import { findPaymentObjects } from "./audit-objects.data.ts";
import { findPaymentRow, type ListedPaymentRow, listPaymentRows } from "./list-payments.data.ts";
import { listInvoicesOfPayments } from "./listed-invoices.data.ts";
import { countUnresolvedPayments } from "./needs-attention.data.ts";
import { findBlockedOrders, findOrdersByNumber, orderKey, summarizeOrders } from "./order-directory.ts";

export const paymentAdministration = {
  async countWaiting(context) {
    const { db } = context;
    return { payments: await countUnresolvedPayments(db, await findBlockedOrders(context, db), MAX_WAITING) };
  },
  findObjects: { payment: findPaymentObjects },
} satisfies AdministrationPart;

/** Lists payments for administrators. */
export async function listPaymentsForAdmins(
  context: Context,
  list: ListQuery,
): Promise<AnswerOf<typeof getPayments>> {
  const { db } = context;
  const typed = list.filters.find(({ key }) => key === "text");
  const ordersByNumber = typed === undefined ? [] : await findOrdersByNumber(db, String(typed.value).trim());
  const { data, ...totals } = await listPaymentRows(db, list, {
    ...(await findBlockedOrders(context, db)),
    ordersByNumber,
  });
  return { data: await withOrdersAndInvoices(db, data), ...totals };
}

/** Returns one payment as `listPaymentsForAdmins` does. @throws Failure E0001 if there is none */
export async function getListedPayment(context: Context, db: Executor, id: string): Promise<ListedPayment> {
  const row = await findPaymentRow(db, id, await findBlockedOrders(context, db));
  const [payment] = row === undefined ? [] : await withOrdersAndInvoices(db, [row]);
  if (payment === undefined) throw notFound();
  return payment;
}

async function withOrdersAndInvoices(
  db: Executor,
  rows: readonly ListedPaymentRow[],
): Promise<ListedPayment[]> {
  const orders = await summarizeOrders(db, rows);
  const bills = Map.groupBy(
    await listInvoicesOfPayments(
      db,
      rows.map(({ id }) => id),
    ),
    ({ payment_id }) => payment_id,
  );
  return rows.map((row) => ({
    ...row,
    order: orders.get(orderKey(row)) ?? null,
    bills: (bills.get(row.id) ?? []).map(({ payment_id: _payment, ...bill }) => bill),
  }));
}
