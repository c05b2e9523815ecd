import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import type { PaidBackReason } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database.ts";
import { tellPaidBack } from "../mails/mails.ts";
import { markEnded, type OrderRow } from "./orders.data.ts";

const reasons: Partial<Record<ErrorCode, PaidBackReason>> = {
  E0001: "WITHDRAWN",
  E0032: "TOO_LATE",
  E0033: "SOLD_OUT",
};

/** Why a paid order came to nothing, by what was written down of it. */
export function reasonOf(failedBy: ErrorCode | null): PaidBackReason {
  return (failedBy === null ? undefined : reasons[failedBy]) ?? "BY_THE_HOUSE";
}

/**
 * Ends a paid order that nothing is given for, in the transaction that holds it, and tells its owner. To give its place
 * back and to pay back is the caller's.
 */
export async function endPaid(
  context: Context,
  tx: Executor,
  order: OrderRow,
  failedBy: ErrorCode,
): Promise<void> {
  await markEnded(tx, order.id, { state: "REFUNDED", failedBy });
  await tellPaidBack(context, tx, { order, why: reasonOf(failedBy), keeps: false });
}
