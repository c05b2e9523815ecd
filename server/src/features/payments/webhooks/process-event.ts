import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { clearResolved } from "../admin/needs-attention.data.ts";
import { findPaymentId, listPaymentsMatching, type ProviderName } from "../payments.data.ts";
import { syncPayoutAccount } from "../payouts/payout-accounts.ts";
import type { ProviderEvent } from "../provider.ts";
import { attachSession, syncPayment } from "../sync/sync-payment.ts";
import { findPendingEvent, insertEvent, markEventProcessed } from "./events.data.ts";

/** Syncs what a webhook event is about. */
export const processEventJob = job({
  name: "carry-out-payment-event",
  payload: z.object({ id: z.number().int() }),
  tries: 25,
  run: (context, { id }) => processEvent(context, id),
});

/** Stores an event and enqueues its job, so that the provider gets its response right away. Ignores duplicates. */
export async function storeEvent(
  context: Context,
  provider: ProviderName,
  event: ProviderEvent,
): Promise<void> {
  const { db, clock, queue } = context;
  await db.transaction().execute(async (tx) => {
    const id = await insertEvent(tx, { provider, event, now: clock.now() });
    if (id !== undefined) await queue.enqueue(tx, processEventJob, { id });
  });
}

/** Applies the provider's current state, not the event's content. So events may arrive late, twice, or out of order. */
async function processEvent(context: Context, id: number): Promise<void> {
  const event = await findPendingEvent(context.db, id);
  if (event === undefined) return;
  const { payoutAccount, customerId, ...references } = event.references;
  if (payoutAccount !== undefined) await syncPayoutAccount(context, event.provider, payoutAccount);
  const paymentId = await findPaymentId(context.db, event.provider, references);
  if (paymentId !== undefined) {
    if (references.sessionId !== undefined) await attachSession(context, paymentId, references.sessionId);
    await syncPayment(context, paymentId);
  } else if (customerId !== undefined) await syncPaymentsOfCustomer(context, event.provider, customerId);
  // Every message of a dispute needs attention, also if the payment was disputed before.
  if (paymentId !== undefined && event.type.startsWith("charge.dispute."))
    await clearResolved(context.db, paymentId);
  await markEventProcessed(context.db, id, context.clock.now());
}

/** Syncs all subscriptions of a customer: the charges of later invoices are not stored here. */
async function syncPaymentsOfCustomer(
  context: Context,
  provider: ProviderName,
  customerId: string,
): Promise<void> {
  for (const id of await listPaymentsMatching(context.db, provider, { customerId }))
    await syncPayment(context, id);
}
