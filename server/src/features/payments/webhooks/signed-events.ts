import Stripe from "stripe";
import { z } from "zod";
import { Failure } from "../../../platform/failure.ts";
import type { ProviderEvent } from "../provider.ts";

/** Seconds that a signature is good for: whoever recorded an event cannot send it again later. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Ours, with what was begun by a payment. */
const metadata = z.object({ payment_id: z.string().optional() }).nullish().catch(null);

/** What an event is about: only what names it; the provider is asked for the rest. */
const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  created: z.number().int(),
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

/** Each endpoint that events are sent from has a secret of its own. */
type Signers = { secrets: readonly string[]; now: Date };

/**
 * Reads an event as Stripe sends it (the sandbox sends the same): `t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`.
 *
 * @throws Failure E0007 for what is not signed with any of the secrets, not signed within the last minutes, or no event
 */
export function verifyEvent(sent: Buffer, signature: string | undefined, given: Signers): ProviderEvent {
  const { id, type, created, data } = eventSchema.parse(verifySignature(sent, signature ?? "", given));
  return { id, type, createdAt: new Date(created * 1000), references: extractReferences(data.object) };
}

function verifySignature(sent: Buffer, signature: string, { secrets, now }: Signers): unknown {
  let cause: unknown;
  for (const secret of secrets)
    try {
      return Stripe.webhooks.constructEvent(
        sent,
        signature,
        secret,
        SIGNATURE_TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      );
    } catch (error) {
      if (error instanceof SyntaxError) throw invalidSignature("This is no JSON.", error);
      cause = error;
    }
  throw invalidSignature("This is not signed as it has to be.", cause);
}

function invalidSignature(message: string, cause: unknown): Failure {
  return new Failure("E0007", { errors: [{ field: "stripe-signature", message }], cause });
}

type EventObject = z.output<typeof eventSchema>["data"]["object"];

function extractReferences(told: EventObject): ProviderEvent["references"] {
  const { object, id, client_reference_id, payment_intent, customer } = told;
  if (object === "account") return id === undefined ? {} : { payoutAccount: id };
  if (object === "payment_intent") return id === undefined ? {} : { intentId: id };
  const subscriptionId = findSubscriptionId(told);
  const paymentId = client_reference_id ?? (subscriptionId === undefined ? undefined : findPaymentId(told));
  return {
    ...(object === "checkout.session" && id !== undefined ? { sessionId: id } : {}),
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(payment_intent == null ? {} : { intentId: payment_intent }),
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    ...(customer == null ? {} : { customerId: customer }),
  };
}

/** An invoice names its subscription within its parent; sessions and schedules name theirs at once. */
function findSubscriptionId({ object, id, subscription, parent }: EventObject): string | undefined {
  if (object === "subscription") return id;
  return subscription ?? parent?.subscription_details?.subscription;
}

/** Known from the first event on, when nobody here has written down yet which subscription a payment began. */
function findPaymentId({ metadata, parent }: EventObject): string | undefined {
  return metadata?.payment_id ?? parent?.subscription_details?.metadata?.payment_id;
}

/** Signs as `readSignedEvent` reads it. */
export function signEvent(payload: string, { secret, now }: { secret: string; now: Date }): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}
