import { apiPrefix } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { findStripe } from "../stripe/connection.ts";
import { storeEvent, verifyEvent } from "./webhook-events.ts";

/** Stripe's events have a few thousand bytes. */
const MAX_EVENT_BYTES = 256 * 1024;

/** Adds the provider's webhook. The body is kept as raw bytes, because the signature covers them and is the only authentication. */
export function addPaymentWebhook(app: FastifyInstance, context: Context): void {
  const connection = findStripe(context);
  if (connection === undefined) return;
  const { name, webhookSecrets: secrets } = connection;
  void app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MAX_EVENT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(`${apiPrefix}/payment/webhook/${name.toLowerCase()}`, async ({ headers, body }) => {
      const signature = headers["stripe-signature"];
      const sent = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const signers = { secrets, now: context.clock.now() };
      const event = verifyEvent(sent, typeof signature === "string" ? signature : undefined, signers);
      await storeEvent(context, name, event);
      return { success: true, body: {} };
    });
  });
}
