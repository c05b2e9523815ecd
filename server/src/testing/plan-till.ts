import {
  cancelSubscriptions,
  closeCheckout,
  getCardUpdateUrl,
  getInvoiceUrl,
  listInvoices,
  setRenewal,
} from "../features/payments/index.ts";
import type { Executor } from "../platform/database/database.ts";
import type { Told } from "./stripe-lifecycle.ts";
import { openTill, type Till } from "./till.ts";

export type PlanTill = Awaited<ReturnType<typeof openPlanTill>>;

export const monthly = { title: "Premium, monthly", amountCents: 1_000, period: "MONTH" } as const;
export const yearly = { title: "Premium, yearly", amountCents: 9_600, period: "YEAR" } as const;

/** A till that sells plans. What Stripe tells of by itself is told, and carried out, where a test says so. */
export async function openPlanTill() {
  const till = await openTill();
  const { context, stripe } = till;
  const { book } = stripe;
  const orderOf = (reference: string) => ({ kind: "SUBSCRIPTION" as const, reference });

  /** An order whose checkout is open. */
  async function opened(given: Parameters<Till["plan"]>[0] = {}) {
    const purchase = till.plan(given);
    await till.open(purchase);
    const { id, session_id: session } = await till.kept(purchase.reference);
    return { purchase, reference: purchase.reference, id, session };
  }

  return {
    ...till,
    opened,
    orderOf,
    passing: book.passing,
    billing: book.billing,
    /** An order that is paid, known to be, and renewed until somebody cancels it. */
    async begun(given: Parameters<Till["plan"]>[0] = {}) {
      const order = await opened(given);
      book.pay(order.session);
      const state = await till.lookUp(order.reference);
      if (state !== "PAID") throw new Error(`the order is ${state}`);
      return { ...order, subscription: book.begunBy(order.session).subscription };
    },
    /** Time passes until the period is over that is under way. */
    toEnd(id: string) {
      const { end } = book.billing.subscription(id).period;
      context.clock.move(Math.ceil(end - context.clock.now().getTime() / 1000));
    },
    /** Stripe tells, and the program carries it out. Answers the errors of jobs. */
    async hear(told: readonly Told[]): Promise<unknown[]> {
      for (const event of stripe.signed(told)) {
        const status = await till.send(event);
        if (status !== 200) throw new Error(`the webhook answered ${status}`);
      }
      return till.work();
    },
    renewAs: (reference: string, next: Parameters<typeof setRenewal>[2]) =>
      setRenewal(context, orderOf(reference), next),
    close: till.close,
    closeCheckout: (reference: string) => closeCheckout(context, orderOf(reference)),
    endAllIn: (tx: Executor, accountId: string) => cancelSubscriptions(context, tx, accountId),
    endAll: (accountId: string) =>
      context.db.transaction().execute((tx) => cancelSubscriptions(context, tx, accountId)),
    bills: (accountId: string = till.payer, page: object = {}) =>
      listInvoices(context.db, accountId, { limit: 100, offset: 0, sortDir: "DESC", ...page }),
    cardPage: (accountId: string = till.payer) =>
      getCardUpdateUrl(context, { accountId, returnUrl: `${context.publicUrl}/my/subscription` }),
    billPage: (id: string, accountId: string = till.payer) => getInvoiceUrl(context, { accountId, id }),
    /** The last that the shop was told of how an order stands. */
    async standing(reference: string) {
      return (await till.terms(reference)).at(-1);
    },
  };
}

/** Seconds as they are told. */
export const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString();
