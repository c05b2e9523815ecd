import {
  deleteSubscription,
  getInvoicePage,
  getInvoices,
  getMySubscription,
  patchSubscription,
  postBilling,
  postSubscribe,
  postSubscribeConfirm,
} from "@wrapsody/shared/payments/subscriptions.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { getCardUpdateUrl, getInvoiceUrl } from "../payments/index.ts";
import { listPlanInvoices } from "./billing.ts";
import { cancelPlan, changeRenewal, getSubscription } from "./manage-plan.ts";
import { confirmOrder } from "./orders/confirm.ts";
import { planPageUrl } from "./orders/order-reference.ts";
import { subscribe } from "./orders/subscribe.ts";

/** Routes for ordering and managing plans. */
export function subscriptionRoutes(context: Context): Route[] {
  return [
    route(getMySubscription, ({ session }) => getSubscription(context, session.accountId)),
    route(postSubscribe, ({ session: { accountId }, params: { plan }, language, idempotencyKey: key }) =>
      subscribe(context, { accountId, plan, language, key }),
    ),
    route(postSubscribeConfirm, ({ session: { accountId }, body }) =>
      confirmOrder(context, { accountId, ...body }),
    ),
    route(deleteSubscription, ({ session: { accountId }, params: { id } }) =>
      cancelPlan(context, { id, accountId }),
    ),
    route(patchSubscription, ({ session: { accountId }, params: { id }, body: { renews_as: plan } }) =>
      changeRenewal(context, { id, accountId, plan }),
    ),
    route(getInvoices, ({ session, list }) => listPlanInvoices(context, session.accountId, list)),
    route(getInvoicePage, ({ session: { accountId }, params: { id } }) =>
      getInvoiceUrl(context, { accountId, id }),
    ),
    route(postBilling, ({ session: { accountId } }) =>
      getCardUpdateUrl(context, { accountId, returnUrl: planPageUrl(context) }),
    ),
  ];
}
