import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/queue.ts";
import { insertEvent, markEventDone, readWaitingEvent } from "./events.data.ts";
import { findPayment, listConcerned, type ProviderName } from "./payments.data.ts";
import { checkPayoutAccount } from "./payout-accounts.ts";
import type { Provider, ProviderEvent } from "./provider.ts";
import { rememberSession, settlePayment } from "./settle.ts";
import { forgetSeen } from "./stuck.data.ts";

/** Asks the provider about what it told of by itself, and carries that out. */
export const carryOutEventJob = job({
  name: "carry-out-payment-event",
  payload: z.object({ id: z.number().int() }),
  tries: 25,
  run: (context, { id }) => carryOutEvent(context, id),
});

/** Keeps an event and leaves it to a job, so that the provider is answered at once; one that came before is passed over. */
export async function receiveEvent(
  context: Context,
  provider: Provider,
  event: ProviderEvent,
): Promise<void> {
  const { db, clock, queue } = context;
  await db.transaction().execute(async (tx) => {
    const id = await insertEvent(tx, { provider: provider.name, event, now: clock.now() });
    if (id !== undefined) await queue.enqueue(tx, carryOutEventJob, { id });
  });
}

/**
 * An event is only a hint: what counts is what the provider answers now. So it does not matter which of them comes first, late, or
 * twice.
 */
async function carryOutEvent(context: Context, id: number): Promise<void> {
  const event = await readWaitingEvent(context.db, id);
  if (event === undefined) return;
  const { payoutAccount, customerId, ...about } = event.told;
  if (payoutAccount !== undefined) await checkPayoutAccount(context, event.provider, payoutAccount);
  const paymentId = await findPayment(context.db, event.provider, about);
  if (paymentId !== undefined) {
    if (about.sessionId !== undefined) await rememberSession(context, paymentId, about.sessionId);
    await settlePayment(context, paymentId);
  } else if (customerId !== undefined) await settlePayer(context, event.provider, customerId);
  // What a bank says of a dispute is news, also where it was disputed before.
  if (paymentId !== undefined && event.type.startsWith("charge.dispute."))
    await forgetSeen(context.db, paymentId);
  await markEventDone(context.db, id, context.clock.now());
}

/** Of a later bill no charge is known here: whatever its payer pays again and again is asked about. */
async function settlePayer(context: Context, provider: ProviderName, customerId: string): Promise<void> {
  for (const id of await listConcerned(context.db, provider, { customerId }))
    await settlePayment(context, id);
}
