import { MAX_WAITING } from "@wrapsody/shared/waiting.ts";
import type { AdministrationPart } from "../../accounts/index.ts";
import { findPaymentObjects } from "./audit-objects.data.ts";
import { countUnresolvedPayments } from "./needs-attention.data.ts";
import { findBlockedOrders } from "./order-directory.ts";

export const paymentAdministration = {
  async countWaiting(context) {
    const { db } = context;
    return { payments: await countUnresolvedPayments(db, await findBlockedOrders(context, db), MAX_WAITING) };
  },
  findObjects: { payment: findPaymentObjects },
} satisfies AdministrationPart;
