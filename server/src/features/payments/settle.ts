import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { job } from "../../platform/queue.ts";
import { advance } from "./advance.ts";
import { carryOut, type Told } from "./carry-out.ts";
import { lockPayment, type PaymentRow, readPayment, writeProblem, writeSession } from "./payments.data.ts";
import type { Provider } from "./provider.ts";
import { providerOf } from "./providers.ts";

/** Brings one payment up to what its provider says. */
export const settlePaymentJob = job({
  name: "settle-payment",
  payload: z.object({ id: z.uuid() }),
  tries: 10,
  async run(context, { id }) {
    await settlePayment(context, id);
  },
});

/** Ends what one payment began to pay for again and again; where its checkout is open still, closes that. */
export const endSubscriptionJob = job({
  name: "end-subscription",
  payload: z.object({ id: z.uuid() }),
  tries: 25,
  run: (context, { id }) => endSubscription(context, id),
});

/**
 * What ended already is asked for once more: whoever was killed may have left bills that are open. Whoever paid while their checkout
 * was being closed has something to end, too.
 */
async function endSubscription(context: Context, id: string): Promise<void> {
  const before = await readPayment(context.db, id);
  if (before?.state === "OPENING" || before?.state === "OPEN") await closePayment(context, id);
  const payment = await readPayment(context.db, id);
  if (payment === undefined || payment.subscription_id === null) return;
  await providerOf(context, payment).endSubscription(payment.subscription_id);
  await settlePayment(context, id);
}

/**
 * Asks the provider what became of a payment and carries that out; closes its checkout once its time is over. May run at any time, any
 * number of times and beside itself. Answers whether it changed the payment.
 *
 * @param told what the provider said already, when it was asked at `askedAt`
 * @throws Failure E0048 where the provider does not answer
 */
export async function settlePayment(context: Context, id: string, told?: Told): Promise<boolean> {
  const payment = await readPayment(context.db, id);
  if (payment === undefined) return false;
  const isOver = Date.parse(payment.expires_at) <= context.clock.now().getTime();
  return settle(context, payment, { isOver, told });
}

/** As `settlePayment`, but closes the checkout now, whatever time it has left. @throws Failure E0048 */
export async function closePayment(context: Context, id: string): Promise<void> {
  const payment = await readPayment(context.db, id);
  if (payment !== undefined) await settle(context, payment, { isOver: true, told: undefined });
}

async function settle(
  context: Context,
  payment: PaymentRow,
  { isOver, told }: { isOver: boolean; told: Told | undefined },
): Promise<boolean> {
  const { id, session_id: sessionId } = payment;
  if (sessionId === null) return isOver ? expireUnopened(context, payment) : false;
  const provider = providerOf(context, payment);
  const closes = isOver && (payment.state === "OPEN" || payment.state === "OPENING");
  if (closes) await provider.closeCheckout(sessionId);
  const { facts, askedAt } = (closes ? undefined : told) ?? (await ask(context, provider, sessionId));
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, id);
    if (locked === undefined) return false;
    if (facts === undefined) return missing(context, tx, locked, isOver);
    const { isChanged, isToEnd } = await carryOut(context, tx, locked, { facts, askedAt });
    if (isToEnd) await context.queue.enqueue(tx, endSubscriptionJob, { id });
    return isChanged;
  });
}

/** The time is that before the question: what is answered is no older. */
async function ask({ clock }: Context, provider: Provider, sessionId: string) {
  const askedAt = clock.now();
  return { askedAt, facts: await provider.lookUp(sessionId) };
}

/** Nobody was told the address of a checkout that is not known here, so nobody can have paid it. */
function expireUnopened(context: Context, { id }: PaymentRow): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return false;
    return (await advance(context, tx, payment, "expired")).state !== payment.state;
  });
}

/** Nobody can pay a checkout that the provider does not know. */
async function missing(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  isOver: boolean,
): Promise<boolean> {
  const { id, problem } = payment;
  await writeProblem(tx, { id, problem: "UNKNOWN_TO_PROVIDER", now: context.clock.now() });
  if (isOver) await advance(context, tx, payment, "expired");
  return problem !== "UNKNOWN_TO_PROVIDER";
}

/** A checkout that the provider speaks of before its opening was written down here. */
export function rememberSession(context: Context, id: string, sessionId: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return;
    await writeSession(tx, { id, sessionId, url: null });
  });
}
