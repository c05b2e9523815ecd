import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import {
  createState,
  newId,
  type PageUrls,
  type SimulatorEvent,
} from "../../features/payments/simulator/objects.ts";
import {
  API_VERSION,
  type ApiCall,
  type ApiRequest,
  authenticate,
  executeCall,
  fingerprintOf,
  parseCall,
  replayResponse,
  type StoredResponse,
  toErrorResponse,
} from "../../features/payments/simulator/requests.ts";
import { serializeCharge } from "../../features/payments/simulator/serialize.ts";
import { serializeSession } from "../../features/payments/simulator/serialize-checkout.ts";
import { openSimulator } from "../../features/payments/simulator/simulator.ts";

export const stripeKey = "sk_test_51OurOwnEdgeAndNobodyElse";
export const webhookSecret = "whsec_ourOwnEdgeAndNobodyElse";
/** The secret of the Connect webhook endpoint. */
export const connectSecret = "whsec_ofConnectedAccounts";

/** A fault to inject into a call. */
export type Fault =
  /** The connection breaks before the request is processed. */
  | "lost"
  /** The request is processed, but the connection breaks before the response. */
  | "unanswered"
  /** A server error; nothing was processed. */
  | "in trouble";

export type StripeEdge = Awaited<ReturnType<typeof openStripe>>;

/** The pages that Stripe hosts. */
const stripePages: PageUrls = {
  checkout: (id) => `https://checkout.stripe.com/c/pay/${id}#fid`,
  invoice: (id) => `https://invoice.stripe.com/i/${id}`,
  portal: () => `https://billing.stripe.com/p/session/${newId("test")}`,
  onboarding: (id) => `https://connect.stripe.com/setup/e/${id}/${randomBytes(6).toString("hex")}`,
};

/**
 * Serves the simulator over HTTP with its state in memory. Tests set the clock, inject faults, pay and renew, and deliver the events:
 * nothing happens automatically.
 */
export async function openStripe() {
  let clock = () => new Date();
  const now = () => Math.floor(clock().getTime() / 1000);
  const simulator = openSimulator({ state: createState(), now, pages: stripePages });
  const responses = new Map<string, StoredResponse>();
  const requests: { call: string; id: string; key: string | undefined; sent: string }[] = [];
  const faults: { call: string; fault: Fault }[] = [];
  let isDown = false;
  let delayed: { call: string; come(): void; released: Promise<void> } | undefined;
  let gathered: { call: string; left: number; all: Promise<void>; come(): void } | undefined;

  /** Returns the stored response of an idempotency key, or executes the call. */
  function respond(call: ApiCall): string {
    const { idempotencyKey: key } = call;
    const stored = key === undefined ? undefined : responses.get(key);
    if (stored !== undefined) return replayResponse(call, stored);
    const response = executeCall(simulator, call);
    if (key !== undefined) responses.set(key, { fingerprint: fingerprintOf(call), response });
    return response;
  }

  const server = createServer(async (incoming, response) => {
    const request = await toRequest(incoming);
    const parsed = parseCall(request);
    const { endpoint: call, id, form: sent, idempotencyKey: key } = parsed;
    const fault = faults.findIndex((injected) => injected.call === call);
    const [happens] = fault < 0 ? [] : faults.splice(fault, 1);
    if (isDown || happens?.fault === "lost") return void incoming.socket.destroy();
    if (happens?.fault === "in trouble") {
      const error = { type: "api_error", message: "Something went wrong on Stripe's end." };
      return sendJson(response, 500, JSON.stringify({ error }));
    }
    requests.push({ call, id, key, sent });
    if (gathered?.call === call) {
      gathered.left -= 1;
      if (gathered.left === 0) gathered.come();
      await gathered.all;
    }
    try {
      authenticate(request, stripeKey);
      const answer = respond(parsed);
      if (delayed?.call === call) {
        const { come, released } = delayed;
        delayed = undefined;
        come();
        await released;
      }
      if (happens?.fault === "unanswered") return void incoming.socket.destroy();
      sendJson(response, 200, answer);
    } catch (error) {
      const { status, body } = toErrorResponse(error);
      sendJson(response, status, body);
    }
  });
  // Keeps idle connections open: closing one would break the next call of a delayed client.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    simulator,
    requests,
    faults,
    /** The environment variables that make the program use this simulator. */
    environment: {
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: `${webhookSecret},${connectSecret}`,
      STRIPE_API_URL: url,
    },
    setClock(readClock: () => Date) {
      clock = readClock;
    },
    /** Delays the responses of `left` calls until all of them have arrived. */
    gatherCalls(call: string, left: number) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gathered = { call, left, all: promise, come: resolve };
    },
    /** Processes the next such call but delays its response until `release`; `arrived` resolves when it has arrived. */
    delayResponse(call: string) {
      const arrived = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      delayed = { call, come: arrived.resolve, released };
      return { arrived: arrived.promise, release };
    },
    setDown(isUnreachable: boolean) {
      isDown = isUnreachable;
    },
    /** Builds an event with its signature header. */
    signEvent(
      type: string,
      object: object,
      {
        id = `evt_${randomBytes(12).toString("hex")}`,
        secret = webhookSecret,
        account,
      }: { id?: string; secret?: string; account?: string } = {},
    ) {
      const payload = JSON.stringify({
        id,
        object: "event",
        api_version: API_VERSION,
        created: now(),
        livemode: false,
        pending_webhooks: 1,
        account,
        type,
        request: { id: null, idempotency_key: null },
        data: { object },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now() });
      return { payload, signature };
    },
    signSessionEvent(type: string, sessionId: string, overrides: { id?: string; secret?: string } = {}) {
      return this.signEvent(type, serializeSession(stripePages, simulator.session(sessionId)), overrides);
    },
    signChargeEvent(type: string, sessionId: string) {
      const { charge, intentId } = simulator.session(sessionId);
      if (charge === undefined) throw new Error("nothing was charged");
      return this.signEvent(type, serializeCharge(charge, intentId, false));
    },
    /** Signs events. */
    signEvents(events: readonly SimulatorEvent[]) {
      return events.map(({ type, object }) => this.signEvent(type, object));
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function toRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const { method = "", url = "", headers } = incoming;
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return { method, url, headers: Object.fromEntries(single), body: await text(incoming) };
}

function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}
