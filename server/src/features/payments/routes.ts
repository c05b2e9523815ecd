import {
  getPayments,
  getPayoutAccount,
  getPayouts,
  getReconciliations,
  postInvoiceRefund,
  postPaymentResolved,
  postPayoutAccount,
  postRefund,
} from "@wrapsody/shared/payments/payments.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { requireAdmin } from "../accounts/index.ts";
import { refundInvoiceAsAdmin, refundPaymentAsAdmin, resolvePayment } from "./admin/actions.ts";
import { listPaymentsForAdmins } from "./admin/list-payments.ts";
import { getPayoutAccountStatus, startOnboarding } from "./payouts/payout-accounts.ts";
import { listOwnPayouts } from "./payouts/payouts.ts";
import { listReconciliations } from "./reconcile/reconcile.data.ts";

/** Routes for administrators of payments and for publishers' payout accounts. */
export function paymentRoutes(context: Context): Route[] {
  return [
    route(getPayments, ({ session, list }) => {
      requireAdmin(session);
      return listPaymentsForAdmins(context, list);
    }),
    route(postRefund, ({ session, device, params: { id }, body: { reason } }) => {
      requireAdmin(session);
      return refundPaymentAsAdmin(context, { id, reason, session, device });
    }),
    route(postInvoiceRefund, ({ session, device, params: { id }, body: { reason, ends_plan } }) => {
      requireAdmin(session);
      return refundInvoiceAsAdmin(context, { id, reason, endsPlan: ends_plan, session, device });
    }),
    route(postPaymentResolved, ({ session, device, params: { id }, body: { problem } }) => {
      requireAdmin(session);
      return resolvePayment(context, { id, problem, session, device });
    }),
    route(getReconciliations, ({ session, list }) => {
      requireAdmin(session);
      return listReconciliations(context.db, list);
    }),
    route(getPayoutAccount, ({ session }) => getPayoutAccountStatus(context, session.accountId)),
    route(getPayouts, ({ session, list }) => listOwnPayouts(context, session.accountId, list)),
    route(postPayoutAccount, ({ session }) => startOnboarding(context, session.accountId)),
  ];
}
