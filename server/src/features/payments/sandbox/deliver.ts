import { randomUUID } from "node:crypto";
import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { Encryption } from "../../../platform/security/encryption.ts";
import { signEvent } from "../webhooks/signed-events.ts";

/** Every node of the installation can tell it from the installation's own key. */
export function sandboxSecret(encryption: Encryption): string {
  return encryption.hmac("sandbox-payments-webhook", "wrapsody").toString("base64url");
}

const event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number().int(),
  object: z.record(z.string(), z.json()),
});
export type SandboxEvent = z.output<typeof event>;

export function newEvent(type: string, object: SandboxEvent["object"], createdAt: Date): SandboxEvent {
  return { id: `sbxevt_${randomUUID()}`, type, created: Math.floor(createdAt.getTime() / 1000), object };
}

/** What a subscription is, and which payment began it. */
type Told = { id: string; payment_id: string };

/** A bill as it is told of: it names what it is a bill of. */
export function invoiceEvent(
  type: "invoice.paid" | "invoice.payment_failed",
  { id, subscription }: { id: string; subscription: Told },
  createdAt: Date,
): SandboxEvent {
  const metadata = { payment_id: subscription.payment_id };
  const parent = { subscription_details: { subscription: subscription.id, metadata } };
  return newEvent(type, { id, object: "invoice", parent }, createdAt);
}

export function subscriptionEvent(
  what: "updated" | "deleted",
  { id, payment_id }: Told,
  createdAt: Date,
): SandboxEvent {
  const object = { id, object: "subscription", metadata: { payment_id } };
  return newEvent(`customer.subscription.${what}`, object, createdAt);
}

/** Leaves the delivery of an event to a job, `seconds` later than at once. */
export async function tell(
  { queue }: Context,
  tx: Executor,
  event: SandboxEvent,
  seconds = 0,
): Promise<void> {
  // By the time of day, as the queue reckons.
  const later = seconds === 0 ? {} : { runAt: new Date(Date.now() + seconds * 1000) };
  await queue.enqueue(tx, deliverSandboxEventJob, event, later);
}

/** Milliseconds for our own answer. */
const patience = 30_000;

/** Tells the program of a payment as an outside provider does it: signed, over the network, again until it is taken. */
export const deliverSandboxEventJob = job({
  name: "deliver-sandbox-event",
  payload: event,
  tries: 10,
  run: deliver,
});

async function deliver(
  { publicUrl, encryption, clock }: Context,
  { object, ...told }: SandboxEvent,
): Promise<void> {
  const body = JSON.stringify({ ...told, object: "event", data: { object } });
  const signature = signEvent(body, { secret: sandboxSecret(encryption), now: clock.now() });
  const answer = await fetch(`${publicUrl}${apiPrefix}/payment/webhook/sandbox`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
    signal: AbortSignal.timeout(patience),
  });
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
}
