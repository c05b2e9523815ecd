import type { ListedPayment } from "@wrapsody/shared/payments.ts";
import { z } from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { recordEvent } from "../../accounts/index.ts";
import { lockPayment, type PaymentRow, startNextRefundAttempt } from "../payments.data.ts";
import { findPaymentIdOfInvoice, isOpenInvoice } from "../refunds/invoice-refunds.data.ts";
import {
  findPaidInvoices,
  isRefundable,
  type PaidInvoice,
  startInvoiceRefund,
} from "../refunds/refund-invoice.ts";
import { refundPayment } from "../refunds/refund-payment.ts";
import { startRefund } from "../sync/transition.ts";
import { getListedPayment } from "./list-payments.ts";
import { findPaymentNeedingAttention, markResolved } from "./needs-attention.data.ts";
import { findBlockedOrders } from "./order-directory.ts";

type Admin = { session: Session; device: Device };
type AdminRefund = Admin & { id: string; reason: string };

/**
 * Has a payment paid back because an administrator says so; one that is being paid back stays as it is, but for one that failed, which
 * is tried again. Of what is paid for again and again it is the last bill that was paid.
 *
 * @throws Failure E0001 for none, E0039 for one that is not paid yet, E0040 for one that never was
 */
export function refundPaymentAsAdmin(context: Context, given: AdminRefund): Promise<ListedPayment> {
  return withLockedPayment(context, given.id, async (tx, payment) => {
    if (payment.state === "OPENING" || payment.state === "OPEN") throw new Failure("E0039");
    if (payment.state === "EXPIRED") throw new Failure("E0040");
    const [last] = payment.state === "PAID" ? await findPaidInvoices(tx, payment) : [];
    if (last !== undefined) await startAndLogInvoiceRefund(context, tx, last, given);
    else if (await startOrRetryRefund(context, tx, payment, given.reason))
      await enqueueAndLogRefund(context, tx, payment, given);
  });
}

/** Holds a payment, and answers it as it is after `work`. */
async function withLockedPayment(
  context: Context,
  id: string,
  work: (tx: Executor, payment: PaymentRow) => Promise<void>,
): Promise<ListedPayment> {
  if (!z.guid().safeParse(id).success) throw notFound();
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined) throw notFound();
    await work(tx, payment);
    return getListedPayment(context, tx, id);
  });
}

/** Answers whether something new is to be done. */
async function startOrRetryRefund(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  reason: string,
): Promise<boolean> {
  if (payment.state === "REFUNDING" && payment.problem === "REFUND_FAILED") {
    await startNextRefundAttempt(tx, payment.id);
    return true;
  }
  return (await startRefund(context, tx, payment, reason)).state !== payment.state;
}

async function enqueueAndLogRefund(
  context: Context,
  tx: Executor,
  { id, kind, reference, amount_cents: cents }: PaymentRow,
  { reason, session, device }: AdminRefund,
): Promise<void> {
  const { accountId } = session;
  await refundPayment(context, tx, { kind, reference, reason });
  await recordEvent(context, tx, {
    accountId,
    kind: "payment-refunded",
    device,
    detail: { payment: id, cents, reason },
  });
}

/**
 * Has one bill paid back because an administrator says so.
 *
 * @throws Failure E0001 for none, E0039 for one that is open, E0040 for one that nobody has to pay any more, E0005 where it is not as
 * `endsPlan` says, because a period was paid for meanwhile or it ended
 */
export async function refundInvoiceAsAdmin(
  context: Context,
  given: AdminRefund & { endsPlan: boolean | undefined },
): Promise<ListedPayment> {
  const { id, endsPlan } = given;
  const paymentId = await findPaymentIdOfInvoice(context.db, id);
  if (paymentId === undefined) throw notFound();
  return withLockedPayment(context, paymentId, async (tx, payment) => {
    const found = (await findPaidInvoices(tx, payment)).find(({ bill }) => bill.id === id);
    if (found === undefined) throw new Failure((await isOpenInvoice(tx, id)) ? "E0039" : "E0040");
    if (isRefundable(found) && endsPlan !== undefined && endsPlan !== found.ends) throw new Failure("E0005");
    await startAndLogInvoiceRefund(context, tx, found, given);
  });
}

async function startAndLogInvoiceRefund(
  context: Context,
  tx: Executor,
  found: PaidInvoice,
  { reason, session, device }: AdminRefund,
): Promise<void> {
  if (!(await startInvoiceRefund(context, tx, found, reason))) return;
  const { accountId } = session;
  const { id: bill, payment_id: payment, amount_cents, refunded_cents } = found.bill;
  const detail = { payment, bill, cents: amount_cents - refunded_cents, reason };
  await recordEvent(context, tx, { accountId, kind: "payment-refunded", device, detail });
}

type Resolution = Admin & { id: string; problem: NonNullable<ListedPayment["problem"]> };

/**
 * Writes down that an administrator has seen to a payment; seen to twice, it is once.
 *
 * @throws Failure E0001 for none, E0005 where it has another problem than the one they have seen, or none any more
 */
export function resolvePayment(
  context: Context,
  { id, problem, session, device }: Resolution,
): Promise<ListedPayment> {
  return withLockedPayment(context, id, async (tx) => {
    const attention = await findPaymentNeedingAttention(tx, id, await findBlockedOrders(context, tx));
    if (attention?.problem !== problem) throw new Failure("E0005");
    if (attention.is_seen) return;
    await markResolved(tx, { id, mark: attention.mark, now: context.clock.now() });
    await recordEvent(context, tx, {
      accountId: session.accountId,
      kind: "payment-seen",
      device,
      detail: { payment: id, problem },
    });
  });
}
