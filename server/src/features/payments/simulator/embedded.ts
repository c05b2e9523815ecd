import Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Encryption } from "../../../platform/security/encryption.ts";
import { createEvent, enqueueEvent } from "./events.ts";
import {
  lockSimulator,
  type ObjectListing,
  readObjects,
  readResponse,
  type SealedRow,
  writeObject,
  writeResponse,
} from "./objects.data.ts";
import { createPageUrls } from "./page-urls.ts";
import {
  type ApiCall,
  authenticate,
  executeCall,
  fingerprintOf,
  parseCall,
  replayResponse,
  toErrorResponse,
} from "./requests.ts";
import { type ObjectRow, type ReturnUrls, toRows, toState } from "./rows.ts";
import { openSimulator, type Simulator } from "./simulator.ts";

/** Derives the API key from the key of the installation, so that every process has the same. */
export function simulatorKey(encryption: Encryption): string {
  return `sk_test_${encryption.hmac("stripe-simulator-key", "wrapsody").toString("hex")}`;
}

/**
 * Creates the HTTP client that takes the Stripe library's requests to the simulator of this process. There is no socket, so workers and
 * commands need no port; their state is shared in the database.
 */
export function createSimulatorHttpClient(context: Context) {
  return Stripe.createFetchHttpClient(async (input, init) => {
    const request = new Request(input, init);
    const { status, body } = await answerRequest(context, request);
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  });
}

async function answerRequest(context: Context, request: Request): Promise<{ status: number; body: string }> {
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  const received = { method, url, headers, body: await request.text() };
  try {
    authenticate(received, simulatorKey(context.encryption));
    return { status: 200, body: await executeInTransaction(context, parseCall(received)) };
  } catch (error) {
    return toErrorResponse(error);
  }
}

/** How long Stripe remembers idempotency keys. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
const RESPONSE_PURPOSE = "stripe-simulator-response";

function executeInTransaction(context: Context, call: ApiCall): Promise<string> {
  const { encryption, clock } = context;
  const now = clock.now();
  const since = new Date(now.getTime() - KEY_LIFETIME_MS);
  return withSimulator(context, selectObjects(call), async (simulator, tx) => {
    const { idempotencyKey: key } = call;
    const stored = key === undefined ? undefined : await readResponse(tx, key, since);
    if (stored !== undefined) {
      const response = encryption.decrypt(RESPONSE_PURPOSE, stored.response);
      return replayResponse(call, { ...stored, response });
    }
    const response = executeCall(simulator, call);
    if (key !== undefined) {
      const sealed = encryption.encrypt(RESPONSE_PURPOSE, response);
      await writeResponse(tx, { key, fingerprint: fingerprintOf(call), response: sealed, since, now });
    }
    return response;
  });
}

/** Selects the objects that a call names in its path and parameters, and what a list without them contains. */
function selectObjects({ endpoint, id, form, account = "" }: ApiCall): ObjectSelection {
  const params = new URLSearchParams(form);
  const ids = [id, account, ...params.values()].filter((value) => /^[\w-]{1,255}$/.test(value));
  const kind = listedKinds[endpoint];
  if (kind === undefined || params.has("payment_intent")) return { ids };
  return { ids, listing: { kind, since: Number(params.get("created[gte]") ?? 0) } };
}

const listedKinds: Readonly<Record<string, ObjectListing["kind"]>> = {
  "GET /v1/checkout/sessions": "session",
  "GET /v1/refunds": "refund",
  "GET /v1/transfers": "session",
  "GET /v1/billing_portal/configurations": "configuration",
};

type ObjectSelection = { ids: readonly string[]; listing?: ObjectListing };

/**
 * Runs `work` on the selected objects and all that belong to their customers, with the simulator locked, and stores what it changed.
 * Before, ends the periods that are due: Stripe does so on schedule, the simulator whenever a subscription is read. Events are enqueued
 * in the same transaction. Nothing is stored if `work` throws.
 */
export function withSimulator<Result>(
  context: Context,
  { ids, listing }: ObjectSelection,
  work: (simulator: Simulator, tx: Executor) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction().execute(async (tx) => {
    await lockSimulator(tx);
    const rows = (await readObjects(tx, { ids, listing })).map((row) => openRow(context, row));
    const state = toState(rows);
    const before = new Map(toRows(state).map((row) => [row.id, JSON.stringify(row)]));
    const now = context.clock.now();
    const simulator = openSimulator({
      state,
      now: () => Math.floor(now.getTime() / 1000),
      pages: createPageUrls(context.publicUrl),
    });
    for (const id of state.subscriptions.keys()) simulator.events.push(...simulator.lifecycle.renewDue(id));
    const result = await work(simulator, tx);
    for (const row of toRows(state))
      if (JSON.stringify(row) !== before.get(row.id)) await writeObject(tx, sealRow(context, row));
    for (const event of simulator.events) await enqueueEvent(context, tx, createEvent(event, now));
    return result;
  });
}

const SEAL_PURPOSE = "sandbox-checkout-ways";
const returnUrls = z.object({ successUrl: z.string(), cancelUrl: z.string() });

/** Encrypts the return URLs, because they contain the order's one-time code. */
function sealRow({ encryption }: Context, row: ObjectRow): SealedRow {
  if (row.kind !== "session") return row;
  const urls = encryption.encrypt(SEAL_PURPOSE, JSON.stringify(row.data.urls)).toString("base64");
  return { ...row, data: { ...row.data, urls } };
}

function openRow(context: Context, row: SealedRow): ObjectRow {
  if (row.kind !== "session") return row;
  return { ...row, data: { ...row.data, urls: openReturnUrls(context, row.data.urls) } };
}

/** Leads to the home page if the URLs cannot be decrypted: demo orders have none, and the key may have been replaced. */
function openReturnUrls({ encryption, publicUrl }: Context, sealed: string): ReturnUrls {
  try {
    return returnUrls.parse(JSON.parse(encryption.decrypt(SEAL_PURPOSE, Buffer.from(sealed, "base64"))));
  } catch {
    return { successUrl: publicUrl, cancelUrl: publicUrl };
  }
}
