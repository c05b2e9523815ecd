import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { getPayments, ListedPayment } from "@wrapsody/shared/payments.ts";
import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import type { Device, Session } from "../../platform/routing.ts";
import { recordEvent } from "../accounts/index.ts";
import { listPayments, readListedPayment } from "./admin.data.ts";
import { beginRefund } from "./advance.ts";
import { beginNextRefund, lockPayment, type PaymentRow } from "./payments.data.ts";
import { refundPayment } from "./refunds.ts";

export function paymentsPage({ db, clock }: Context, list: ListQuery): Promise<AnswerOf<typeof getPayments>> {
  return listPayments(db, list, clock.now());
}

type Refund = { id: string; reason: string; session: Session; device: Device };

/**
 * Has a payment paid back because an administrator says so; one that is being paid back stays as it is, but for one that failed, which
 * is tried again.
 *
 * @throws Failure E0001 for none, E0039 for one that is not paid yet, E0040 for one that never was
 */
export async function refundByHand(context: Context, given: Refund): Promise<ListedPayment> {
  if (!z.guid().safeParse(given.id).success) throw notFound();
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, given.id);
    if (payment === undefined) throw notFound();
    if (payment.state === "OPENING" || payment.state === "OPEN") throw new Failure("E0039");
    if (payment.state === "EXPIRED") throw new Failure("E0040");
    if (await begin(context, tx, payment, given.reason)) await order(context, tx, payment, given);
    const shown = await readListedPayment(tx, given.id, context.clock.now());
    if (shown === undefined) throw notFound();
    return shown;
  });
}

/** Answers whether something new is to be done. */
async function begin(context: Context, tx: Executor, payment: PaymentRow, reason: string): Promise<boolean> {
  if (payment.state === "REFUNDING" && payment.problem === "REFUND_FAILED") {
    await beginNextRefund(tx, payment.id);
    return true;
  }
  return (await beginRefund(context, tx, payment, reason)).state !== payment.state;
}

async function order(
  context: Context,
  tx: Executor,
  { id, kind, reference, amount_cents: cents }: PaymentRow,
  { reason, session, device }: Refund,
): Promise<void> {
  const { accountId } = session;
  await refundPayment(context, tx, { kind, reference, reason });
  await recordEvent(context, tx, {
    ...{ accountId, kind: "payment-refunded", device, detail: { payment: id, cents, reason } },
  });
}
