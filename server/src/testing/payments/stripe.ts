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
  const asked: { call: string; id: string; key: string | undefined; sent: string }[] = [];
  const faults: { call: string; fault: Fault }[] = [];
  let isDown = false;
  let holding: { call: string; come(): void; gone: Promise<void> } | undefined;
  let gathering: { call: string; left: number; all: Promise<void>; come(): void } | undefined;

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
      return send(response, 500, JSON.stringify({ error }));
    }
    asked.push({ call, id, key, sent });
    if (gathering?.call === call) {
      gathering.left -= 1;
      if (gathering.left === 0) gathering.come();
      await gathering.all;
    }
    try {
      authenticate(request, stripeKey);
      const answer = respond(parsed);
      if (holding?.call === call) {
        const { come, gone } = holding;
        holding = undefined;
        come();
        await gone;
      }
      if (happens?.fault === "unanswered") return void incoming.socket.destroy();
      send(response, 200, answer);
    } catch (error) {
      const { status, body } = toErrorResponse(error);
      send(response, status, body);
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
    asked,
    faults,
    /** The environment variables that make the program use this simulator. */
    environment: {
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: `${webhookSecret},${connectSecret}`,
      STRIPE_API_URL: url,
    },
    setClock(given: () => Date) {
      clock = given;
    },
    /** Delays the responses of `left` calls until all of them have arrived. */
    gather(call: string, left: number) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gathering = { call, left, all: promise, come: resolve };
    },
    /** Processes the next such call but delays its response until `letGo`; `held` resolves when it has arrived. */
    hold(call: string) {
      const held = Promise.withResolvers<void>();
      const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
      holding = { call, come: held.resolve, gone };
      return { held: held.promise, letGo };
    },
    setDown(given: boolean) {
      isDown = given;
    },
    /** Builds an event with its signature header. */
    event(
      type: string,
      object: object,
      { id = `evt_${randomBytes(12).toString("hex")}`, secret = webhookSecret } = {},
    ) {
      const payload = JSON.stringify({
        id,
        object: "event",
        api_version: API_VERSION,
        created: now(),
        livemode: false,
        pending_webhooks: 1,
        type,
        request: { id: null, idempotency_key: null },
        data: { object },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now() });
      return { payload, signature };
    },
    sessionEvent(type: string, sessionId: string, given: { id?: string; secret?: string } = {}) {
      return this.event(type, serializeSession(stripePages, simulator.session(sessionId)), given);
    },
    chargeEvent(type: string, sessionId: string) {
      const { charge, intentId } = simulator.session(sessionId);
      if (charge === undefined) throw new Error("nothing was charged");
      return this.event(type, serializeCharge(charge, intentId, false));
    },
    /** Signs events. */
    signed(events: readonly SimulatorEvent[]) {
      return events.map(({ type, object }) => this.event(type, object));
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

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}
