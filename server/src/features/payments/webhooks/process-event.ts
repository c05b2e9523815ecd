import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { clearResolved } from "../admin/needs-attention.data.ts";
import { findPaymentId, listPaymentsMatching, type ProviderName } from "../payments.data.ts";
import { syncPayoutAccount } from "../payouts/payout-accounts.ts";
import type { Provider, ProviderEvent } from "../provider.ts";
import { attachSession, syncPayment } from "../sync/sync-payment.ts";
import { findPendingEvent, insertEvent, markEventProcessed } from "./events.data.ts";

/** Asks the provider about what it told of by itself, and carries that out. */
export const processEventJob = job({
  name: "carry-out-payment-event",
  payload: z.object({ id: z.number().int() }),
  tries: 25,
  run: (context, { id }) => processEvent(context, id),
});

/** Keeps an event and leaves it to a job, so that the provider is answered at once; one that came before is passed over. */
export async function storeEvent(context: Context, provider: Provider, event: ProviderEvent): Promise<void> {
  const { db, clock, queue } = context;
  await db.transaction().execute(async (tx) => {
    const id = await insertEvent(tx, { provider: provider.name, event, now: clock.now() });
    if (id !== undefined) await queue.enqueue(tx, processEventJob, { id });
  });
}

/**
 * An event is only a hint: what counts is what the provider answers now. So it does not matter which of them comes first, late, or
 * twice.
 */
async function processEvent(context: Context, id: number): Promise<void> {
  const event = await findPendingEvent(context.db, id);
  if (event === undefined) return;
  const { payoutAccount, customerId, ...about } = event.told;
  if (payoutAccount !== undefined) await syncPayoutAccount(context, event.provider, payoutAccount);
  const paymentId = await findPaymentId(context.db, event.provider, about);
  if (paymentId !== undefined) {
    if (about.sessionId !== undefined) await attachSession(context, paymentId, about.sessionId);
    await syncPayment(context, paymentId);
  } else if (customerId !== undefined) await syncPaymentsOfCustomer(context, event.provider, customerId);
  // What a bank says of a dispute is news, also where it was disputed before.
  if (paymentId !== undefined && event.type.startsWith("charge.dispute."))
    await clearResolved(context.db, paymentId);
  await markEventProcessed(context.db, id, context.clock.now());
}

/** Of a later bill no charge is known here: whatever its payer pays again and again is asked about. */
async function syncPaymentsOfCustomer(
  context: Context,
  provider: ProviderName,
  customerId: string,
): Promise<void> {
  for (const id of await listPaymentsMatching(context.db, provider, { customerId }))
    await syncPayment(context, id);
}
