import { randomUUID } from "node:crypto";
import { apiPrefix } from "@wrapsody/shared/api/endpoint.ts";
import Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { Encryption } from "../../../platform/security/encryption.ts";
import type { SimulatorEvent } from "./objects.ts";

/** Derives the webhook secret from the key of the installation, so that every process has the same. */
export function simulatorWebhookSecret(encryption: Encryption): string {
  return encryption.hmac(WEBHOOK_PURPOSE, "wrapsody").toString("base64url");
}

/** Returns the signing secrets of all keys, because another node may have sent the event. */
export function simulatorWebhookSecrets(encryption: Encryption): string[] {
  return encryption.hmacs(WEBHOOK_PURPOSE, "wrapsody").map((secret) => secret.toString("base64url"));
}

const WEBHOOK_PURPOSE = "sandbox-payments-webhook";

/** The payload of the job. Earlier versions enqueued it with fewer fields in `object`. */
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number().int(),
  account: z.string().optional(),
  object: z.record(z.string(), z.json()),
});
export type QueuedEvent = z.output<typeof eventSchema>;

/** The identifiers of an object. The queue stores no more of it: a session's URLs contain the code of an order. */
const identifiers = z.object({
  id: z.string(),
  object: z.string(),
  client_reference_id: z.string().nullish(),
  customer: z.string().nullish(),
  subscription: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  parent: z.record(z.string(), z.json()).nullish(),
});

export function createEvent({ type, object, account }: SimulatorEvent, createdAt: Date): QueuedEvent {
  const created = Math.floor(createdAt.getTime() / 1000);
  const id = `evt_${randomUUID()}`;
  return eventSchema.parse({ id, type, created, account, object: identifiers.parse(object) });
}

/** Enqueues the delivery of an event after `seconds`. */
export async function enqueueEvent(
  { queue }: Context,
  tx: Executor,
  event: QueuedEvent,
  seconds = 0,
): Promise<void> {
  // Uses the real clock, as the queue does.
  const options = seconds === 0 ? {} : { runAt: new Date(Date.now() + seconds * 1000) };
  await queue.enqueue(tx, deliverSandboxEventJob, event, options);
}

const DELIVERY_TIMEOUT_MS = 30_000;

/** Delivers a webhook as Stripe does: signed, by HTTP, with retries. */
export const deliverSandboxEventJob = job({
  name: "deliver-sandbox-event",
  sends: "payments",
  payload: eventSchema,
  tries: 10,
  run: deliverEvent,
});

async function deliverEvent(
  { publicUrl, encryption, clock }: Context,
  { object, ...fields }: QueuedEvent,
): Promise<void> {
  const payload = JSON.stringify({ ...fields, object: "event", data: { object } });
  const secret = simulatorWebhookSecret(encryption);
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const response = await fetch(`${publicUrl}${apiPrefix}/payment/webhook/sandbox`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    body: payload,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`webhook failed with status ${response.status}`);
}
