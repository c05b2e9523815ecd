import Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { clearResolved } from "../admin/needs-attention.data.ts";
import { findPaymentId, listPaymentsMatching, type ProviderName } from "../payments.data.ts";
import { syncPayoutAccount } from "../payouts/payout-accounts.ts";
import { syncPayouts } from "../payouts/payouts.ts";
import type { ProviderEvent } from "../provider.ts";
import { attachSession, syncPayment } from "../sync/sync-payment.ts";
import { findPendingEvent, insertEvent, markEventProcessed } from "./events.data.ts";

/** Limits replay of recorded events. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The metadata that this program sets on what it creates. */
const metadata = z.object({ payment_id: z.string().optional() }).nullish().catch(null);

/** The identifiers of an event; everything else is fetched from the provider. */
const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  created: z.number().int(),
  /** The payout account that it happened on. */
  account: z.string().max(255).optional(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      client_reference_id: z.string().nullish(),
      payment_intent: z.string().nullish(),
      subscription: z.string().nullish().catch(null),
      customer: z.string().nullish().catch(null),
      metadata: metadata,
      parent: z
        .object({
          subscription_details: z.object({ subscription: z.string(), metadata: metadata }).nullish(),
        })
        .nullish()
        .catch(null),
    }),
  }),
});

/** One secret per webhook endpoint. */
type Signers = { secrets: readonly string[]; now: Date };

/**
 * Verifies and parses a webhook in Stripe's format: `t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`.
 *
 * @throws Failure E0007 if no secret matches the signature, the signature is too old, or the body is no event
 */
export function verifyEvent(body: Buffer, signature: string | undefined, signers: Signers): ProviderEvent {
  const event = eventSchema.parse(verifySignature(body, signature ?? "", signers));
  const { id, type, created } = event;
  return { id, type, createdAt: new Date(created * 1000), references: extractReferences(event) };
}

function verifySignature(body: Buffer, signature: string, { secrets, now }: Signers): unknown {
  let cause: unknown;
  for (const secret of secrets)
    try {
      return Stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        SIGNATURE_TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      );
    } catch (error) {
      if (error instanceof SyntaxError) throw invalidSignature("Invalid JSON.", error);
      cause = error;
    }
  throw invalidSignature("Invalid signature.", cause);
}

function invalidSignature(message: string, cause: unknown): Failure {
  return new Failure("E0007", { errors: [{ field: "stripe-signature", message }], cause });
}

type Event = z.output<typeof eventSchema>;
type EventObject = Event["data"]["object"];

function extractReferences({ account, data: { object: eventObject } }: Event): ProviderEvent["references"] {
  const { object, id, client_reference_id, payment_intent, customer } = eventObject;
  if (object === "account") return id === undefined ? {} : { payoutAccount: id };
  if (object === "payout") return account === undefined ? {} : { payoutAccount: account };
  if (object === "payment_intent") return id === undefined ? {} : { intentId: id };
  const subscriptionId = findSubscriptionId(eventObject);
  const paymentId =
    client_reference_id ?? (subscriptionId === undefined ? undefined : readPaymentId(eventObject));
  return {
    ...(object === "checkout.session" && id !== undefined ? { sessionId: id } : {}),
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(payment_intent == null ? {} : { intentId: payment_intent }),
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    ...(customer == null ? {} : { customerId: customer }),
  };
}

/** Invoices name their subscription in their parent; sessions and schedules name it directly. */
function findSubscriptionId({ object, id, subscription, parent }: EventObject): string | undefined {
  if (object === "subscription") return id;
  return subscription ?? parent?.subscription_details?.subscription;
}

/** Reads the payment id from metadata, because the first event of a subscription may arrive before the subscription id is stored. */
function readPaymentId({ metadata, parent }: EventObject): string | undefined {
  return metadata?.payment_id ?? parent?.subscription_details?.metadata?.payment_id;
}

/** Syncs what a webhook event is about. */
export const processEventJob = job({
  name: "carry-out-payment-event",
  sends: "payments",
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
  if (payoutAccount !== undefined && event.type.startsWith("payout."))
    await syncPayouts(context, event.provider, payoutAccount);
  else if (payoutAccount !== undefined) await syncPayoutAccount(context, event.provider, payoutAccount);
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
