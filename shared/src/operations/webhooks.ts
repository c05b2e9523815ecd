import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";

/** Events that a publisher can have sent. The version of an event is its type: changed data gets a new type. */
export const webhookEvents = [
  "order.paid",
  "artwork.minted",
  "claim.requested",
  "listing.changed",
  "endpoint.tested",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Events to choose from; a test is sent to any endpoint. */
export const chosenWebhookEvents = [
  "order.paid",
  "artwork.minted",
  "claim.requested",
  "listing.changed",
] as const;

/** `data` of each event. Amounts are integer cents. Nothing in it identifies a fan beyond the wallet of a public artwork. */
export type WebhookData = {
  "order.paid": {
    order_id: string;
    experience_id: number;
    amount_cents: number;
    fee_cents: number;
    paid_at: string;
  };
  "artwork.minted": {
    artwork_id: number;
    experience_id: number;
    network: string;
    contract_address: string;
    token_id: string;
    owner_wallet_address: string;
  };
  "claim.requested": {
    claim_id: number;
    song_id: number;
    reward_id: number;
    reward_name: string;
    reward_type: string;
  };
  "listing.changed": { song_id: number; pretty_id: string; name: string; from: string; to: string };
  "endpoint.tested": { endpoint_id: string };
};

export const webhookLimits = { endpoints: 10, url: 2_000 } as const;
export const webhookTexts = {
  url: "Enter an https address.",
  credentials: "The address must not contain a user name or password.",
  private: "This address is not public.",
  events: "Choose at least one event.",
  tooMany: `An account can have ${webhookLimits.endpoints} endpoints.`,
} as const;

const url = z
  .string({ error: "Required" })
  .trim()
  .min(1, { error: "Required" })
  .max(webhookLimits.url, { error: `Please use at most ${webhookLimits.url} characters.` })
  .refine((typed) => /^https?:$/.test(URL.parse(typed)?.protocol ?? ""), { error: webhookTexts.url })
  .refine(
    (typed) => {
      const { username = "", password = "" } = URL.parse(typed) ?? {};
      return username === "" && password === "";
    },
    { error: webhookTexts.credentials },
  );
const events = z
  .array(z.enum(chosenWebhookEvents, { error: webhookTexts.events }))
  .min(1, { error: webhookTexts.events })
  .transform((chosen) => [...new Set(chosen)]);

export const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  created_at: instant,
  /** Null while events are sent to it. */
  disabled_at: instant.nullable(),
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

/** With its secret, which is returned only when it is created or rotated. */
const withSecret = webhookEndpoint.extend({ secret: z.string() });

export const deliveryStates = ["PENDING", "DELIVERED", "FAILED"] as const;
export const webhookDelivery = z.object({
  id: z.string(),
  /** The `webhook-id` that the receiver sees, the same for each attempt. */
  message_id: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** HTTP status of the last attempt; null if there was no response. */
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
  created_at: instant,
  last_attempted_at: instant.nullable(),
  /** Null unless it is pending. */
  next_attempt_at: instant.nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const params = z.object({ id: z.guid({ error: "Not found." }) });

export const getWebhooks = endpoint({
  method: "GET",
  path: "my/webhooks",
  access: "personal",
  tag: "webhooks",
  summary: "Lists the caller's webhook endpoints, latest first.",
  answer: z.object({ data: z.array(webhookEndpoint), total: z.number().int() }),
});

export const postWebhook = endpoint({
  method: "POST",
  path: "my/webhook",
  access: "personal",
  limit: "upload",
  tag: "webhooks",
  summary:
    "Adds an endpoint that receives events about the caller's wraps and experiences as POST requests, signed as Standard Webhooks 1.0 " +
    "describes. The secret is returned once. The address must be public and use https.",
  body: z.object({ url, events }),
  answer: withSecret,
});

export const patchWebhook = endpoint({
  method: "PATCH",
  path: "my/webhook/:id",
  access: "personal",
  limit: "upload",
  tag: "webhooks",
  summary: "Changes the address or the events of an endpoint, and enables a disabled one with `enabled`.",
  params,
  body: z.object({ url: url.optional(), events: events.optional(), enabled: z.literal(true).optional() }),
  answer: webhookEndpoint,
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "my/webhook/:id",
  access: "personal",
  tag: "webhooks",
  summary: "Deletes an endpoint with its deliveries.",
  params,
  answer: z.object({}),
});

export const postWebhookSecret = endpoint({
  method: "POST",
  path: "my/webhook/:id/secret",
  access: "personal",
  limit: "upload",
  tag: "webhooks",
  summary:
    "Rotates the secret of an endpoint and returns the new one. For 24 hours, requests are signed with both.",
  params,
  answer: withSecret,
});

export const postWebhookTest = endpoint({
  method: "POST",
  path: "my/webhook/:id/test",
  access: "personal",
  limit: "upload",
  tag: "webhooks",
  summary: "Sends an event of the type `endpoint.tested` to an endpoint.",
  params,
  answer: webhookDelivery,
});

export const getWebhookDeliveries = endpoint({
  method: "GET",
  path: "my/webhook/:id/deliveries",
  access: "personal",
  tag: "webhooks",
  summary: "Lists the deliveries of the last 30 days to an endpoint, latest first.",
  params,
  list: { filters: { state: "text", type: "text" }, sortKeys: ["created_at"] },
  answer: listOf(webhookDelivery),
});

export const postWebhookDelivery = endpoint({
  method: "POST",
  path: "my/webhook/:id/delivery/:delivery",
  access: "personal",
  limit: "upload",
  tag: "webhooks",
  summary: "Sends a delivery again, with the same `webhook-id`.",
  params: params.extend({ delivery: z.guid({ error: "Not found." }) }),
  answer: webhookDelivery,
});
