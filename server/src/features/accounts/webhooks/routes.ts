import {
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  patchWebhook,
  postWebhook,
  postWebhookDelivery,
  postWebhookSecret,
  postWebhookTest,
} from "@wrapsody/shared/operations/webhooks.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { listOwnDeliveries, repeatDelivery, testWebhook } from "./webhook-deliveries.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhookEndpoint,
  listWebhooks,
  rotateWebhookSecret,
} from "./webhook-endpoints.ts";

/** Returns the routes of a publisher's webhooks. */
export function webhookRoutes(context: Context): Route[] {
  return [
    route(getWebhooks, ({ session }) => listWebhooks(context, session)),
    route(postWebhook, ({ session, device, body }) => addWebhook(context, { session, device }, body)),
    route(patchWebhook, ({ session, device, params: { id }, body }) =>
      changeWebhook(context, { session, device, id }, body),
    ),
    route(deleteWebhook, async ({ session, device, params: { id } }) => {
      await deleteWebhookEndpoint(context, { session, device, id });
      return {};
    }),
    route(postWebhookSecret, ({ session, device, params: { id } }) =>
      rotateWebhookSecret(context, { session, device, id }),
    ),
    route(postWebhookTest, ({ session: { accountId }, params: { id } }) =>
      testWebhook(context, { accountId, id }),
    ),
    route(getWebhookDeliveries, ({ session: { accountId }, params: { id }, list }) =>
      listOwnDeliveries(context, { accountId, id }, list),
    ),
    route(postWebhookDelivery, ({ session: { accountId }, params: { id, delivery } }) =>
      repeatDelivery(context, { accountId, id, delivery }),
    ),
  ];
}
