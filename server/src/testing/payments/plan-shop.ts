import {
  cancelSubscriptions,
  closeCheckout,
  getCardUpdateUrl,
  getInvoiceUrl,
  listInvoices,
  setRenewal,
} from "../../features/payments/index.ts";
import type { SimulatorEvent } from "../../features/payments/simulator/objects.ts";
import type { Executor } from "../../platform/database/database.ts";
import { openStripeShop, type StripeShop } from "./stripe-shop.ts";

export type PlanShop = Awaited<ReturnType<typeof openPlanShop>>;

export const monthly = { title: "Premium, monthly", amountCents: 1_000, period: "MONTH" } as const;
export const yearly = { title: "Premium, yearly", amountCents: 9_600, period: "YEAR" } as const;

/** A test shop that sells plans. Webhooks are delivered only when a test calls for it. */
export async function openPlanShop() {
  const shop = await openStripeShop();
  const { context, stripe } = shop;
  const { simulator } = stripe;
  const orderOf = (reference: string) => ({ kind: "SUBSCRIPTION" as const, reference });

  /** Orders a plan and opens its checkout. */
  async function openPlan(overrides: Parameters<StripeShop["buildPlanPurchase"]>[0] = {}) {
    const purchase = shop.buildPlanPurchase(overrides);
    await shop.openCheckout(purchase);
    const { id, session_id: session } = await shop.readPayment(purchase.reference);
    return { purchase, reference: purchase.reference, id, session };
  }

  return {
    ...shop,
    openPlan,
    orderOf,
    lifecycle: simulator.lifecycle,
    billing: simulator.billing,
    /** Orders, pays and syncs a plan. */
    async startSubscription(overrides: Parameters<StripeShop["buildPlanPurchase"]>[0] = {}) {
      const order = await openPlan(overrides);
      simulator.pay(order.session);
      const state = await shop.refreshState(order.reference);
      if (state !== "PAID") throw new Error(`the order is ${state}`);
      return { ...order, subscription: simulator.startedBy(order.session).subscription };
    },
    /** Advances the clock to the end of the current period. */
    advanceToPeriodEnd(id: string) {
      const { end } = simulator.billing.subscription(id).period;
      context.clock.move(Math.ceil(end - context.clock.now().getTime() / 1000));
    },
    /** Delivers webhooks and runs their jobs. Returns the errors of jobs. */
    async deliverEvents(events: readonly SimulatorEvent[]): Promise<unknown[]> {
      for (const event of stripe.signEvents(events)) {
        const status = await shop.postWebhook(event);
        if (status !== 200) throw new Error(`the webhook answered ${status}`);
      }
      return shop.runDueJobs();
    },
    renewAs: (reference: string, next: Parameters<typeof setRenewal>[2]) =>
      setRenewal(context, orderOf(reference), next),
    close: shop.close,
    closeCheckout: (reference: string) => closeCheckout(context, orderOf(reference)),
    cancelAllIn: (tx: Executor, accountId: string) => cancelSubscriptions(context, tx, accountId),
    cancelAll: (accountId: string) =>
      context.db.transaction().execute((tx) => cancelSubscriptions(context, tx, accountId)),
    listInvoices: (accountId: string = shop.payer, page: object = {}) =>
      listInvoices(context.db, accountId, { limit: 100, offset: 0, sortDir: "DESC", ...page }),
    getCardUpdateUrl: (accountId: string = shop.payer) =>
      getCardUpdateUrl(context, { accountId, returnUrl: `${context.publicUrl}/my/subscription` }),
    getInvoiceUrl: (id: string, accountId: string = shop.payer) => getInvoiceUrl(context, { accountId, id }),
    /** Returns the latest recorded terms of an order. */
    async readLatestTerms(reference: string) {
      return (await shop.listRecordedTerms(reference)).at(-1);
    },
  };
}

/** Converts seconds to an ISO time. */
export const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString();
