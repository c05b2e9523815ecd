import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { lockPayment, type PaymentRow, readPayment, writeProblem, writeSession } from "../payments.data.ts";
import { closeSession } from "../stripe/checkout.ts";
import { getStripeOf, type StripeConnection } from "../stripe/connection.ts";
import { cancelAtStripe } from "../stripe/renewals.ts";
import { retrieveSession } from "../stripe/snapshot.ts";
import { applyProviderState, type ProviderState } from "./apply-provider-state.ts";
import { transitionPayment } from "./transition.ts";

/** Syncs one payment with its provider. */
export const syncPaymentJob = job({
  name: "settle-payment",
  sends: "payments",
  payload: z.object({ id: z.uuid() }),
  tries: 10,
  async run(context, { id }) {
    await syncPayment(context, id);
  },
});

/** Cancels the subscription of one payment, or closes its checkout if that is still open. */
export const cancelSubscriptionJob = job({
  name: "end-subscription",
  sends: "payments",
  payload: z.object({ id: z.uuid() }),
  tries: 25,
  run: (context, { id }) => cancelSubscription(context, id),
});

/**
 * Cancels even a subscription that has ended, because a job that was killed may have left open invoices. Reads the payment again after
 * closing its checkout: it may have been paid meanwhile, and then there is a subscription to cancel.
 */
async function cancelSubscription(context: Context, id: string): Promise<void> {
  const before = await readPayment(context.db, id);
  if (before?.state === "OPENING" || before?.state === "OPEN") await closeAndSyncPayment(context, id);
  const payment = await readPayment(context.db, id);
  if (payment === undefined || payment.subscription_id === null) return;
  await cancelAtStripe(getStripeOf(context, payment).stripe, payment.subscription_id);
  await syncPayment(context, id);
}

/**
 * Retrieves a payment's checkout from the provider and applies it; closes the checkout once it has expired. Safe to run at any time,
 * any number of times and concurrently. Returns whether the payment changed.
 *
 * @param known what the provider reported already, to save the request
 * @throws Failure E0048 if the provider does not answer
 */
export async function syncPayment(context: Context, id: string, known?: ProviderState): Promise<boolean> {
  const payment = await readPayment(context.db, id);
  if (payment === undefined) return false;
  const isExpired = Date.parse(payment.expires_at) <= context.clock.now().getTime();
  return syncWithProvider(context, payment, { isExpired, known });
}

/** Closes the checkout before its time and syncs the payment. @throws Failure E0048 if the provider does not answer */
export async function closeAndSyncPayment(context: Context, id: string): Promise<void> {
  const payment = await readPayment(context.db, id);
  if (payment !== undefined) await syncWithProvider(context, payment, { isExpired: true, known: undefined });
}

async function syncWithProvider(
  context: Context,
  payment: PaymentRow,
  { isExpired, known }: { isExpired: boolean; known: ProviderState | undefined },
): Promise<boolean> {
  const { id, session_id: sessionId } = payment;
  if (sessionId === null) return isExpired ? expireUnopened(context, payment) : false;
  const { stripe } = getStripeOf(context, payment);
  const mustClose = isExpired && (payment.state === "OPEN" || payment.state === "OPENING");
  if (mustClose) await closeSession(stripe, sessionId);
  const { snapshot, askedAt } =
    (mustClose ? undefined : known) ?? (await fetchCheckout(context, stripe, sessionId));
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, id);
    if (locked === undefined) return false;
    if (snapshot === undefined) return markUnknownToProvider(context, tx, locked, isExpired);
    const { isChanged, mustCancelSubscription } = await applyProviderState(context, tx, locked, {
      snapshot,
      askedAt,
    });
    if (mustCancelSubscription) await context.queue.enqueue(tx, cancelSubscriptionJob, { id });
    return isChanged;
  });
}

/** Takes the time before the request, so that the answer never counts as newer than it is. */
async function fetchCheckout({ clock }: Context, stripe: StripeConnection["stripe"], sessionId: string) {
  const askedAt = clock.now();
  return { askedAt, snapshot: await retrieveSession(stripe, sessionId) };
}

/** Expires a payment without a session: its checkout URL was never handed out, so it cannot have been paid. */
function expireUnopened(context: Context, { id }: PaymentRow): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return false;
    return (await transitionPayment(context, tx, payment, "expired")).state !== payment.state;
  });
}

/** Records that the provider does not know the checkout, which therefore cannot be paid. */
async function markUnknownToProvider(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  isExpired: boolean,
): Promise<boolean> {
  const { id, problem } = payment;
  await writeProblem(tx, { id, problem: "UNKNOWN_TO_PROVIDER", now: context.clock.now() });
  if (isExpired) await transitionPayment(context, tx, payment, "expired");
  return problem !== "UNKNOWN_TO_PROVIDER";
}

/** Stores the session id of a checkout that the provider reported before its opening was recorded. */
export function attachSession(context: Context, id: string, sessionId: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return;
    await writeSession(tx, { id, sessionId, url: null });
  });
}
