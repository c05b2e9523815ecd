import { randomUUID } from "node:crypto";
import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/queue.ts";
import type { Seal } from "../../../platform/seal.ts";
import { signEvent } from "../signed-events.ts";

/** Every node of the installation can tell it from the installation's own key. */
export function sandboxSecret(seal: Seal): string {
  return seal.mark("sandbox-payments-webhook", "wrapsody").toString("base64url");
}

const event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number().int(),
  object: z.record(z.string(), z.string()),
});
export type SandboxEvent = z.output<typeof event>;

export function newEvent(type: string, object: SandboxEvent["object"], createdAt: Date): SandboxEvent {
  return { id: `sbxevt_${randomUUID()}`, type, created: Math.floor(createdAt.getTime() / 1000), object };
}

/** Milliseconds for our own answer. */
const patience = 10_000;

/** Tells the program of a payment as an outside provider does it: signed, over the network, again until it is taken. */
export const deliverSandboxEventJob = job({
  name: "deliver-sandbox-event",
  payload: event,
  tries: 10,
  run: deliver,
});

async function deliver(
  { publicUrl, seal, clock }: Context,
  { object, ...told }: SandboxEvent,
): Promise<void> {
  const body = JSON.stringify({ ...told, object: "event", data: { object } });
  const signature = signEvent(body, { secret: sandboxSecret(seal), now: clock.now() });
  const answer = await fetch(`${publicUrl}${apiPrefix}/payment/webhook/sandbox`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
    signal: AbortSignal.timeout(patience),
  });
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
}
