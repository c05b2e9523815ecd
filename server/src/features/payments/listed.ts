import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { getPayments, ListedPayment } from "@wrapsody/shared/payments.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { notFound } from "../../platform/failure.ts";
import { type ListedRow, listPayments, readListedPayment } from "./admin.data.ts";
import { listBillsOfPayments } from "./admin-bills.data.ts";
import { deskNow, keyOf, ordersNamed, shownOrders } from "./desk.ts";

/** A page of the payments, as administrators see them. */
export async function paymentsPage(context: Context, list: ListQuery): Promise<AnswerOf<typeof getPayments>> {
  const { db } = context;
  const typed = list.filters.find(({ key }) => key === "text");
  const named = typed === undefined ? [] : await ordersNamed(db, String(typed.value).trim());
  const { data, total } = await listPayments(db, list, { ...(await deskNow(context, db)), named });
  return { data: await whole(db, data), total };
}

/** One of them. @throws Failure E0001 where there is none */
export async function listedPayment(context: Context, db: Executor, id: string): Promise<ListedPayment> {
  const row = await readListedPayment(db, id, await deskNow(context, db));
  const [payment] = row === undefined ? [] : await whole(db, [row]);
  if (payment === undefined) throw notFound();
  return payment;
}

async function whole(db: Executor, rows: readonly ListedRow[]): Promise<ListedPayment[]> {
  const orders = await shownOrders(db, rows);
  const bills = Map.groupBy(
    await listBillsOfPayments(
      db,
      rows.map(({ id }) => id),
    ),
    ({ payment_id }) => payment_id,
  );
  return rows.map((row) => ({
    ...row,
    order: orders.get(keyOf(row)) ?? null,
    bills: (bills.get(row.id) ?? []).map(({ payment_id: _payment, ...bill }) => bill),
  }));
}
