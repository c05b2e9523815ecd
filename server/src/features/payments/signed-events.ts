import Stripe from "stripe";
import { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import type { ProviderEvent } from "./provider.ts";

/** Seconds that a signature is good for: whoever recorded an event cannot send it again later. */
const replayWindow = 300;

/** What an event is about: only what names it; the provider is asked for the rest. */
const wire = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  created: z.number().int(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      client_reference_id: z.string().nullish(),
      payment_intent: z.string().nullish(),
    }),
  }),
});

/**
 * Reads an event as Stripe sends it (the sandbox sends the same): `t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`.
 *
 * @throws Failure E0007 for what is not signed with the secret, not signed within the last minutes, or no event
 */
export function readSignedEvent(
  sent: Buffer,
  signature: string | undefined,
  { secret, now }: { secret: string; now: Date },
): ProviderEvent {
  const { id, type, created, data } = wire.parse(verified(sent, signature ?? "", { secret, now }));
  return { id, type, createdAt: new Date(created * 1000), about: aboutOf(data.object) };
}

function verified(sent: Buffer, signature: string, { secret, now }: { secret: string; now: Date }): unknown {
  try {
    return Stripe.webhooks.constructEvent(sent, signature, secret, replayWindow, undefined, now.getTime());
  } catch (error) {
    const message = error instanceof SyntaxError ? "This is no JSON." : "This is not signed as it has to be.";
    throw new Failure("E0007", { errors: [{ field: "stripe-signature", message }], cause: error });
  }
}

type Told = z.output<typeof wire>["data"]["object"];

function aboutOf({ object, id, client_reference_id, payment_intent }: Told): ProviderEvent["about"] {
  if (object === "account") return id === undefined ? {} : { payoutAccount: id };
  if (object === "payment_intent") return id === undefined ? {} : { intentId: id };
  return {
    ...(object === "checkout.session" && id !== undefined ? { sessionId: id } : {}),
    ...(client_reference_id == null ? {} : { paymentId: client_reference_id }),
    ...(payment_intent == null ? {} : { intentId: payment_intent }),
  };
}

/** Signs as `readSignedEvent` reads it. */
export function signEvent(payload: string, { secret, now }: { secret: string; now: Date }): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}
