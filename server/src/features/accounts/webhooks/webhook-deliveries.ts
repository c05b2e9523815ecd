import { createHmac } from "node:crypto";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { WebhookData, WebhookDelivery, WebhookEvent } from "@wrapsody/shared/operations/webhooks.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { PrivateAddressError, postToPublicAddress } from "../../../platform/http/public-request.ts";
import { type EnqueueOptions, job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../users/users.data.ts";
import {
  deleteMessagesBefore,
  findPendingDelivery,
  insertMessage,
  insertMessageTo,
  listDeliveries,
  type PendingDelivery,
  readDelivery,
  recordAttempt,
  resetDelivery,
} from "./webhook-deliveries.data.ts";
import { disableEndpoint, findOwnEndpoint } from "./webhook-endpoints.data.ts";
import { secretPurpose } from "./webhook-endpoints.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses between the attempts of a delivery, as Standard Webhooks 1.0 suggests: ten attempts in about three days. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
const REQUEST_TIMEOUT_MS = 15 * SECOND_MS;
/** Events are deleted after this. */
const RETENTION_MS = 30 * 24 * HOUR_MS;

type Payload<Event extends WebhookEvent> = { type: Event; timestamp: string; data: WebhookData[Event] };

type EmittedEvent<Event extends WebhookEvent> = {
  accountId: string | null | undefined;
  type: Event;
  data: WebhookData[Event];
  /** ISO 8601, if it happened before now. */
  at?: string;
};

/**
 * Sends an event to the endpoints of an account that subscribe to it, once the transaction commits. Does nothing if none does, or if
 * the account is undefined.
 */
export async function emitWebhookEvent<Event extends WebhookEvent>(
  context: Pick<Context, "clock" | "queue">,
  tx: Executor,
  { accountId, type, data, at }: EmittedEvent<Event>,
): Promise<void> {
  if (accountId == null) return;
  const now = context.clock.now();
  const payload: Payload<Event> = { type, timestamp: at ?? now.toISOString(), data };
  const deliveries = await insertMessage(tx, { accountId, type, payload, now });
  for (const deliveryId of deliveries) await enqueueDelivery(context, tx, deliveryId);
}

/**
 * Attempts a delivery. Receivers tell repeats by their `webhook-id`: a worker that is killed after a request sends it again. A failed
 * attempt schedules the next one; after the last one, or the status 410, the endpoint is disabled.
 */
export const deliverWebhookJob = job({
  name: "deliver-webhook",
  payload: z.object({ deliveryId: z.string() }),
  tries: 10,
  sends: "webhooks",
  async run(context, { deliveryId }) {
    const delivery = await findPendingDelivery(context.db, deliveryId);
    if (delivery === undefined) return;
    const { isDisabled } = delivery;
    const { status, problem } = isDisabled ? endpointDisabled : await attemptDelivery(context, delivery);
    await context.db.transaction().execute(async (tx) => {
      const now = context.clock.now();
      const attempts = delivery.attempts + 1;
      const isDelivered = status !== null && status >= 200 && status < 300;
      const delayMs = isDelivered || isDisabled || status === 410 ? undefined : RETRY_DELAYS_MS[attempts - 1];
      const nextAttemptAt = delayMs === undefined ? null : new Date(now.getTime() + delayMs);
      const state = isDelivered ? "DELIVERED" : nextAttemptAt === null ? "FAILED" : "PENDING";
      const attempt = { state, attempts, status, problem, now, nextAttemptAt } as const;
      if (!(await recordAttempt(tx, deliveryId, attempt))) return;
      if (state === "FAILED") await giveUpEndpoint(context, tx, delivery, now);
      if (nextAttemptAt === null) return;
      await enqueueDelivery(context, tx, deliveryId, { runAt: nextAttemptAt });
    });
  },
});

/** Enqueues the next attempt, instead of one that is still waiting. */
function enqueueDelivery(
  { queue }: Pick<Context, "queue">,
  tx: Executor,
  deliveryId: string,
  options: EnqueueOptions = {},
): Promise<void> {
  return queue.enqueue(tx, deliverWebhookJob, { deliveryId }, { ...options, key: `webhook ${deliveryId}` });
}

type Outcome = { status: number | null; problem: string | null };
const endpointDisabled: Outcome = { status: null, problem: "The endpoint is disabled." };

async function attemptDelivery(context: Context, delivery: PendingDelivery): Promise<Outcome> {
  const { url, payload, messageId } = delivery;
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(context.clock.now().getTime() / 1000));
  const headers = {
    "content-type": "application/json",
    "user-agent": "Wrapsody-Webhooks/1.0",
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": readSecrets(context, delivery)
      .map((secret) => signMessage(secret, { id: messageId, timestamp, body }))
      .join(" "),
  };
  const allowPrivate = !context.config.production;
  try {
    const status = await postToPublicAddress({
      url,
      headers,
      body,
      timeoutMs: REQUEST_TIMEOUT_MS,
      allowPrivate,
    });
    return { status, problem: status >= 300 && status < 400 ? "Redirects are not followed." : null };
  } catch (error) {
    return { status: null, problem: describeProblem(error) };
  }
}

/** Returns the secrets that sign: the new one, and the previous one during its overlap. */
function readSecrets({ encryption, clock }: Context, delivery: PendingDelivery): string[] {
  const { endpointId, secret, previousSecret, previousUntil } = delivery;
  const isOverlap = previousUntil !== null && new Date(previousUntil) > clock.now();
  const sealed = previousSecret !== null && isOverlap ? [secret, previousSecret] : [secret];
  return sealed.map((value) => encryption.decrypt(secretPurpose(endpointId), value));
}

/** Signs as Standard Webhooks 1.0: HMAC-SHA256 of id, timestamp and body, in base64. */
function signMessage(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

function describeProblem(error: unknown): string {
  if (error instanceof PrivateAddressError) return "The address is not public.";
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "No response within 15 seconds.";
  return "code" in error && typeof error.code === "string" ? error.code : error.message.slice(0, 200);
}

async function giveUpEndpoint(
  context: Context,
  tx: Executor,
  { endpointId, accountId, url }: PendingDelivery,
  now: Date,
): Promise<void> {
  if (!(await disableEndpoint(tx, endpointId, now))) return;
  const owner = await readContact(tx, accountId);
  const link = `${context.publicUrl}/my/settings`;
  await notify(context, tx, "webhook-disabled", owner, { address: new URL(url).origin, link });
}

type OwnEndpoint = { accountId: string; id: string };

/** Lists the deliveries to an endpoint of the account. @throws Failure E0001 if it has no such endpoint */
export async function listOwnDeliveries(
  { db }: Context,
  { accountId, id }: OwnEndpoint,
  list: ListQuery,
): Promise<Rows<WebhookDelivery>> {
  await assertOwnEndpoint(db, { accountId, id });
  return listDeliveries(db, id, list);
}

/** Sends a test event to an endpoint. @throws Failure E0001 if the account has no such endpoint, E0005 if it is disabled */
export async function testWebhook(context: Context, own: OwnEndpoint): Promise<WebhookDelivery> {
  return context.db.transaction().execute(async (tx) => {
    await assertEnabledEndpoint(tx, own);
    const now = context.clock.now();
    const type = "endpoint.tested";
    const payload: Payload<typeof type> = {
      type,
      timestamp: now.toISOString(),
      data: { endpoint_id: own.id },
    };
    const message = { accountId: own.accountId, type, payload, now };
    return sendDelivery(context, tx, await insertMessageTo(tx, own.id, message));
  });
}

/**
 * Sends a delivery again, with the same id.
 *
 * @throws Failure E0001 if the account has no such delivery, E0005 if its endpoint is disabled
 */
export async function repeatDelivery(
  context: Context,
  { delivery: id, ...own }: OwnEndpoint & { delivery: string },
): Promise<WebhookDelivery> {
  return context.db.transaction().execute(async (tx) => {
    await assertEnabledEndpoint(tx, own);
    const now = context.clock.now();
    if (!(await resetDelivery(tx, { endpointId: own.id, id, now }))) throw notFound();
    return sendDelivery(context, tx, id);
  });
}

async function sendDelivery(context: Context, tx: Executor, deliveryId: string): Promise<WebhookDelivery> {
  await enqueueDelivery(context, tx, deliveryId, { priority: "urgent" });
  const delivery = await readDelivery(tx, deliveryId);
  if (delivery === undefined) throw notFound();
  return delivery;
}

async function assertOwnEndpoint(db: Executor, { accountId, id }: OwnEndpoint): Promise<void> {
  if ((await findOwnEndpoint(db, { accountId, id })) === undefined) throw notFound();
}

/** @throws Failure E0001 if the account has no such endpoint, E0005 if it is disabled */
async function assertEnabledEndpoint(db: Executor, own: OwnEndpoint): Promise<void> {
  const endpoint = await findOwnEndpoint(db, own);
  if (endpoint === undefined) throw notFound();
  if (endpoint.disabled_at !== null) throw new Failure("E0005", { message: "Enable the endpoint first." });
}

export const deleteWebhookMessagesJob = job({
  name: "delete-webhook-messages",
  payload: z.object({}),
  tries: 3,
  cron: "39 3 * * *",
  run: ({ db, clock }) => deleteMessagesBefore(db, new Date(clock.now().getTime() - RETENTION_MS)),
});
