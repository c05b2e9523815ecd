import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { findProvider } from "../providers.ts";
import { storeEvent } from "./process-event.ts";

/** Stripe's events have a few thousand bytes. */
const MAX_EVENT_BYTES = 256 * 1024;

/** Adds the provider's webhook. The body is kept as raw bytes, because the signature covers them and is the only authentication. */
export function addPaymentWebhook(app: FastifyInstance, context: Context): void {
  const provider = findProvider(context);
  if (provider === undefined) return;
  void app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MAX_EVENT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(`${apiPrefix}/payment/webhook/${provider.name.toLowerCase()}`, async ({ headers, body }) => {
      const signature = headers["stripe-signature"];
      const sent = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const event = provider.verifyEvent(sent, typeof signature === "string" ? signature : undefined);
      await storeEvent(context, provider, event);
      return { success: true, body: {} };
    });
  });
}
