import {
  getPayments,
  getPayoutAccount,
  getReconciliations,
  postBillRefund,
  postPayoutAccount,
  postRefund,
  postSeen,
} from "@wrapsody/shared/payments.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { requireAdmin } from "../accounts/index.ts";
import { refundBillByHand, refundByHand, seeTo } from "./admin.ts";
import { paymentsPage } from "./listed.ts";
import { showPayoutAccount, startPayoutAccount } from "./payout-accounts.ts";
import { listReconciliations } from "./reconcile.data.ts";

/** What administrators see of payments and do about them, and where publishers are paid to. */
export function paymentRoutes(context: Context): Route[] {
  return [
    route(getPayments, ({ session, list }) => {
      requireAdmin(session);
      return paymentsPage(context, list);
    }),
    route(postRefund, ({ session, device, params: { id }, body: { reason } }) => {
      requireAdmin(session);
      return refundByHand(context, { id, reason, session, device });
    }),
    route(postBillRefund, ({ session, device, params: { id }, body: { reason, ends_plan } }) => {
      requireAdmin(session);
      return refundBillByHand(context, { id, reason, endsPlan: ends_plan, session, device });
    }),
    route(postSeen, ({ session, device, params: { id }, body: { problem } }) => {
      requireAdmin(session);
      return seeTo(context, { id, problem, session, device });
    }),
    route(getReconciliations, ({ session, list }) => {
      requireAdmin(session);
      return listReconciliations(context.db, list);
    }),
    route(getPayoutAccount, ({ session }) => showPayoutAccount(context, session.accountId)),
    route(postPayoutAccount, ({ session }) => startPayoutAccount(context, session.accountId)),
  ];
}
