import { randomBytes, randomUUID } from "node:crypto";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  type getWebhooks,
  type patchWebhook,
  type postWebhook,
  type WebhookEndpoint,
  webhookLimits,
  webhookTexts,
} from "@wrapsody/shared/operations/webhooks.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { isPublicUrl } from "../../../platform/http/public-request.ts";
import { recordEvent } from "../privacy/security-events.ts";
import {
  deleteEndpointRow,
  insertEndpoint,
  listEndpoints,
  lockAndCountEndpoints,
  replaceSecret,
  updateEndpoint,
} from "./webhook-endpoints.data.ts";

type Caller = { session: Session; device: Device };
type OwnEndpoint = Caller & { id: string };
type WithSecret = WebhookEndpoint & { secret: string };

/** The previous secret signs beside the new one for this long. */
const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Encryption purpose of an endpoint's secrets: a ciphertext copied to another row cannot be decrypted there. */
export const secretPurpose = (endpointId: string) => `webhook ${endpointId}`;

export async function listWebhooks(
  { db }: Context,
  { accountId }: Session,
): Promise<AnswerOf<typeof getWebhooks>> {
  const data = await listEndpoints(db, accountId);
  return { data, total: data.length };
}

/**
 * Adds an endpoint of the caller. Returns its secret, which is not shown again.
 *
 * @throws Failure E0007 on `url` if the address is not public, or the account has too many endpoints
 */
export async function addWebhook(
  context: Context,
  { session: { accountId }, device }: Caller,
  { url, events }: BodyOf<typeof postWebhook>,
): Promise<WithSecret> {
  await assertReceiver(context, url);
  const id = randomUUID();
  const { secret, sealed } = makeSecret(context, id);
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    if ((await lockAndCountEndpoints(tx, accountId)) >= webhookLimits.endpoints)
      throw new Failure("E0007", { errors: [{ field: "url", message: webhookTexts.tooMany }] });
    const added = await insertEndpoint(tx, { id, accountId, url, events, secret: sealed, now });
    await recordEvent(context, tx, {
      accountId,
      kind: "webhook-added",
      device,
      detail: { url: originOf(url) },
    });
    return { ...added, secret };
  });
}

/** @throws Failure E0001 if the caller has no such endpoint, E0007 on `url` if the address is not public */
export async function changeWebhook(
  context: Context,
  { session: { accountId }, device, id }: OwnEndpoint,
  { url, events, enabled }: BodyOf<typeof patchWebhook>,
): Promise<WebhookEndpoint> {
  if (url !== undefined) await assertReceiver(context, url);
  return context.db.transaction().execute(async (tx) => {
    const changed = await updateEndpoint(tx, { accountId, id }, { url, events, enabled: enabled === true });
    if (changed === undefined) throw notFound();
    const detail = { url: originOf(changed.url) };
    await recordEvent(context, tx, { accountId, kind: "webhook-changed", device, detail });
    return changed;
  });
}

/** Rotates the secret of an endpoint. @throws Failure E0001 if the caller has no such endpoint */
export async function rotateWebhookSecret(
  context: Context,
  { session: { accountId }, device, id }: OwnEndpoint,
): Promise<WithSecret> {
  const { secret, sealed } = makeSecret(context, id);
  const previousUntil = new Date(context.clock.now().getTime() + SECRET_OVERLAP_MS);
  return context.db.transaction().execute(async (tx) => {
    const changed = await replaceSecret(tx, { accountId, id }, { secret: sealed, previousUntil });
    if (changed === undefined) throw notFound();
    const detail = { url: originOf(changed.url) };
    await recordEvent(context, tx, { accountId, kind: "webhook-secret-rotated", device, detail });
    return { ...changed, secret };
  });
}

/** Deletes an endpoint of the caller. A repeat is not found. */
export async function deleteWebhookEndpoint(
  context: Context,
  { session: { accountId }, device, id }: OwnEndpoint,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!(await deleteEndpointRow(tx, { accountId, id }))) throw notFound();
    await recordEvent(context, tx, { accountId, kind: "webhook-deleted", device });
  });
}

function makeSecret({ encryption }: Context, endpointId: string): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, sealed: encryption.encrypt(secretPurpose(endpointId), secret) };
}

/** Tells a wrong address at once. Each delivery checks again, because a name may lead elsewhere later. */
async function assertReceiver({ config }: Context, url: string): Promise<void> {
  // A preview may send to a receiver on its own machine.
  if (!config.production) return;
  if (new URL(url).protocol !== "https:")
    throw new Failure("E0007", { errors: [{ field: "url", message: webhookTexts.url }] });
  if (!(await isPublicUrl(url)))
    throw new Failure("E0007", { errors: [{ field: "url", message: webhookTexts.private }] });
}

/** Without the path, which may hold a secret of the receiver. */
const originOf = (url: string) => new URL(url).origin;
