import type { ListedPayment } from "@wrapsody/shared/payments/payments.ts";
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
 * Refunds a payment; of a recurring payment, its latest paid invoice. A pending refund stays as it is; a failed one is tried again.
 *
 * @throws Failure E0001 if there is no such payment, E0039 if it is not paid yet, E0040 if it expired
 */
export function refundPaymentAsAdmin(context: Context, refund: AdminRefund): Promise<ListedPayment> {
  return withLockedPayment(context, refund.id, async (tx, payment) => {
    if (payment.state === "OPENING" || payment.state === "OPEN") throw new Failure("E0039");
    if (payment.state === "EXPIRED") throw new Failure("E0040");
    const [latest] = payment.state === "PAID" ? await findPaidInvoices(tx, payment) : [];
    if (latest !== undefined) await startAndLogInvoiceRefund(context, tx, latest, refund);
    else if (await startOrRetryRefund(context, tx, payment, refund.reason))
      await enqueueAndLogRefund(context, tx, payment, refund);
  });
}

/** Runs `work` with the payment locked and returns the payment as it is afterwards. */
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

/** Returns whether a refund attempt was started. */
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
 * Refunds one invoice of a recurring payment.
 *
 * @throws Failure E0001 if there is no such invoice, E0039 if it is open, E0040 if it is void, E0005 if `endsPlan` no longer holds
 * because another period was paid or the subscription ended meanwhile
 */
export async function refundInvoiceAsAdmin(
  context: Context,
  refund: AdminRefund & { endsPlan: boolean | undefined },
): Promise<ListedPayment> {
  const { id, endsPlan } = refund;
  const paymentId = await findPaymentIdOfInvoice(context.db, id);
  if (paymentId === undefined) throw notFound();
  return withLockedPayment(context, paymentId, async (tx, payment) => {
    const paid = (await findPaidInvoices(tx, payment)).find(({ invoice }) => invoice.id === id);
    if (paid === undefined) throw new Failure((await isOpenInvoice(tx, id)) ? "E0039" : "E0040");
    const isOutdated = endsPlan !== undefined && endsPlan !== paid.endsSubscription;
    if (isOutdated && isRefundable(paid.invoice)) throw new Failure("E0005");
    await startAndLogInvoiceRefund(context, tx, paid, refund);
  });
}

async function startAndLogInvoiceRefund(
  context: Context,
  tx: Executor,
  paid: PaidInvoice,
  { reason, session, device }: AdminRefund,
): Promise<void> {
  if (!(await startInvoiceRefund(context, tx, paid, reason))) return;
  const { accountId } = session;
  const { id: bill, payment_id: payment, amount_cents, refunded_cents } = paid.invoice;
  // The audit log keeps the field names of its older entries.
  const detail = { payment, bill, cents: amount_cents - refunded_cents, reason };
  await recordEvent(context, tx, { accountId, kind: "payment-refunded", device, detail });
}

type Resolution = Admin & { id: string; problem: NonNullable<ListedPayment["problem"]> };

/**
 * Marks a payment's problem as resolved; a repeat changes nothing.
 *
 * @throws Failure E0001 if there is no such payment, E0005 if it has another problem than `problem`, or none any more
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
