import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { lockPayment, type PaymentRow, readPayment, writeProblem, writeSession } from "../payments.data.ts";
import type { Provider } from "../provider.ts";
import { getProviderOf } from "../providers.ts";
import { applyProviderState, type ProviderState } from "./apply-provider-state.ts";
import { transitionPayment } from "./transition.ts";

/** Brings one payment up to what its provider says. */
export const syncPaymentJob = job({
  name: "settle-payment",
  payload: z.object({ id: z.uuid() }),
  tries: 10,
  async run(context, { id }) {
    await syncPayment(context, id);
  },
});

/** Ends what one payment began to pay for again and again; where its checkout is open still, closes that. */
export const cancelSubscriptionJob = job({
  name: "end-subscription",
  payload: z.object({ id: z.uuid() }),
  tries: 25,
  run: (context, { id }) => cancelSubscription(context, id),
});

/**
 * What ended already is asked for once more: whoever was killed may have left bills that are open. Whoever paid while their checkout
 * was being closed has something to end, too.
 */
async function cancelSubscription(context: Context, id: string): Promise<void> {
  const before = await readPayment(context.db, id);
  if (before?.state === "OPENING" || before?.state === "OPEN") await closeAndSyncPayment(context, id);
  const payment = await readPayment(context.db, id);
  if (payment === undefined || payment.subscription_id === null) return;
  await getProviderOf(context, payment).cancelSubscription(payment.subscription_id);
  await syncPayment(context, id);
}

/**
 * Asks the provider what became of a payment and carries that out; closes its checkout once its time is over. May run at any time, any
 * number of times and beside itself. Answers whether it changed the payment.
 *
 * @param told what the provider said already, when it was asked at `askedAt`
 * @throws Failure E0048 where the provider does not answer
 */
export async function syncPayment(context: Context, id: string, told?: ProviderState): Promise<boolean> {
  const payment = await readPayment(context.db, id);
  if (payment === undefined) return false;
  const isOver = Date.parse(payment.expires_at) <= context.clock.now().getTime();
  return syncWithProvider(context, payment, { isOver, told });
}

/** As `settlePayment`, but closes the checkout now, whatever time it has left. @throws Failure E0048 */
export async function closeAndSyncPayment(context: Context, id: string): Promise<void> {
  const payment = await readPayment(context.db, id);
  if (payment !== undefined) await syncWithProvider(context, payment, { isOver: true, told: undefined });
}

async function syncWithProvider(
  context: Context,
  payment: PaymentRow,
  { isOver, told }: { isOver: boolean; told: ProviderState | undefined },
): Promise<boolean> {
  const { id, session_id: sessionId } = payment;
  if (sessionId === null) return isOver ? expireUnopened(context, payment) : false;
  const provider = getProviderOf(context, payment);
  const closes = isOver && (payment.state === "OPEN" || payment.state === "OPENING");
  if (closes) await provider.closeCheckout(sessionId);
  const { facts, askedAt } =
    (closes ? undefined : told) ?? (await fetchCheckout(context, provider, sessionId));
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, id);
    if (locked === undefined) return false;
    if (facts === undefined) return markUnknownToProvider(context, tx, locked, isOver);
    const { isChanged, mustCancelSubscription } = await applyProviderState(context, tx, locked, {
      facts,
      askedAt,
    });
    if (mustCancelSubscription) await context.queue.enqueue(tx, cancelSubscriptionJob, { id });
    return isChanged;
  });
}

/** The time is that before the question: what is answered is no older. */
async function fetchCheckout({ clock }: Context, provider: Provider, sessionId: string) {
  const askedAt = clock.now();
  return { askedAt, facts: await provider.retrieveCheckout(sessionId) };
}

/** Nobody was told the address of a checkout that is not known here, so nobody can have paid it. */
function expireUnopened(context: Context, { id }: PaymentRow): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return false;
    return (await transitionPayment(context, tx, payment, "expired")).state !== payment.state;
  });
}

/** Nobody can pay a checkout that the provider does not know. */
async function markUnknownToProvider(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  isOver: boolean,
): Promise<boolean> {
  const { id, problem } = payment;
  await writeProblem(tx, { id, problem: "UNKNOWN_TO_PROVIDER", now: context.clock.now() });
  if (isOver) await transitionPayment(context, tx, payment, "expired");
  return problem !== "UNKNOWN_TO_PROVIDER";
}

/** A checkout that the provider speaks of before its opening was written down here. */
export function attachSession(context: Context, id: string, sessionId: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return;
    await writeSession(tx, { id, sessionId, url: null });
  });
}
