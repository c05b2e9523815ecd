import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import type { OrderRefund, RefundReason } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { tellPaidBack } from "../mails/mails.ts";
import { markEnded, type OrderRow } from "./orders.data.ts";

const REFUND_REASONS: Partial<Record<ErrorCode, RefundReason>> = {
  E0001: "WITHDRAWN",
  E0032: "TOO_LATE",
  E0033: "SOLD_OUT",
};

/** Why a paid order came to nothing, by what was written down of it. */
export function toRefundReason(failedBy: ErrorCode | null): RefundReason {
  return (failedBy === null ? undefined : REFUND_REASONS[failedBy]) ?? "BY_THE_HOUSE";
}

type RefundColumns = "state" | "failed_by" | "total_cents" | "refunded_at";

/** What goes back to whoever paid for an order. */
export function presentRefund(order: Pick<OrderRow, RefundColumns>): OrderRefund {
  const { state, failed_by, total_cents, refunded_at } = order;
  const isPaidBack = state === "REFUNDED" || refunded_at !== null;
  return {
    total: total_cents / 100,
    paid_back_for: isPaidBack ? toRefundReason(failed_by) : null,
    refunded_at,
  };
}

/**
 * Ends a paid order that nothing is given for, in the transaction that holds it, and tells its owner. To give its place
 * back and to pay back is the caller's.
 */
export async function refundOrder(
  context: Context,
  tx: Executor,
  order: OrderRow,
  failedBy: ErrorCode,
): Promise<void> {
  await markEnded(tx, order.id, { state: "REFUNDED", failedBy });
  await tellPaidBack(context, tx, { order, why: toRefundReason(failedBy), keeps: false });
}
