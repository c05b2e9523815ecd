import { randomUUID } from "node:crypto";
import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { Encryption } from "../../../platform/security/encryption.ts";
import { signEvent } from "../webhooks/signed-events.ts";

/** Derives the webhook secret from the key of the installation, so that every node has the same. */
export function webhookSecret(encryption: Encryption): string {
  return encryption.hmac("sandbox-payments-webhook", "wrapsody").toString("base64url");
}

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number().int(),
  object: z.record(z.string(), z.json()),
});
export type SandboxEvent = z.output<typeof eventSchema>;

export function createEvent(type: string, object: SandboxEvent["object"], createdAt: Date): SandboxEvent {
  return { id: `sbxevt_${randomUUID()}`, type, created: Math.floor(createdAt.getTime() / 1000), object };
}

/** The identifiers of a subscription in events. */
type EventSubscription = { id: string; payment_id: string };

/** Builds an invoice event, which names its subscription. */
export function invoiceEvent(
  type: "invoice.paid" | "invoice.payment_failed",
  { id, subscription }: { id: string; subscription: EventSubscription },
  createdAt: Date,
): SandboxEvent {
  const metadata = { payment_id: subscription.payment_id };
  const parent = { subscription_details: { subscription: subscription.id, metadata } };
  return createEvent(type, { id, object: "invoice", parent }, createdAt);
}

export function subscriptionEvent(
  what: "updated" | "deleted",
  { id, payment_id }: EventSubscription,
  createdAt: Date,
): SandboxEvent {
  const object = { id, object: "subscription", metadata: { payment_id } };
  return createEvent(`customer.subscription.${what}`, object, createdAt);
}

/** Enqueues the delivery of an event after `seconds`. */
export async function enqueueEvent(
  { queue }: Context,
  tx: Executor,
  event: SandboxEvent,
  seconds = 0,
): Promise<void> {
  // Uses the real clock, as the queue does.
  const later = seconds === 0 ? {} : { runAt: new Date(Date.now() + seconds * 1000) };
  await queue.enqueue(tx, deliverSandboxEventJob, event, later);
}

const DELIVERY_TIMEOUT_MS = 30_000;

/** Delivers a webhook as a real provider does: signed, by HTTP, with retries. */
export const deliverSandboxEventJob = job({
  name: "deliver-sandbox-event",
  payload: eventSchema,
  tries: 10,
  run: deliver,
});

async function deliver(
  { publicUrl, encryption, clock }: Context,
  { object, ...fields }: SandboxEvent,
): Promise<void> {
  const body = JSON.stringify({ ...fields, object: "event", data: { object } });
  const signature = signEvent(body, { secret: webhookSecret(encryption), now: clock.now() });
  const answer = await fetch(`${publicUrl}${apiPrefix}/payment/webhook/sandbox`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`webhook failed with status ${answer.status}`);
}
