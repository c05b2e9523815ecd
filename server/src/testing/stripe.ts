import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { writeCharge } from "./stripe-billing-wire.ts";
import { callsOf } from "./stripe-calls.ts";
import { openCheckoutState, writeSession } from "./stripe-checkout.ts";
import type { StripeEvent } from "./stripe-lifecycle.ts";
import { readForm, StripeError } from "./stripe-parameters.ts";

export const stripeKey = "sk_test_51OurOwnEdgeAndNobodyElse";
export const webhookSecret = "whsec_ourOwnEdgeAndNobodyElse";
/** The secret of the Connect webhook endpoint. */
export const connectSecret = "whsec_ofConnectedAccounts";
const version = "2026-10-28.endive";

/** A fault to inject into a call. */
export type Fault =
  /** The connection breaks before the request is processed. */
  | "lost"
  /** The request is processed, but the connection breaks before the response. */
  | "unanswered"
  /** A server error; nothing was processed. */
  | "in trouble";

export type StripeEdge = Awaited<ReturnType<typeof openStripe>>;

/**
 * Simulates the part of Stripe's API that the program uses. Validates as Stripe does (keys, versions, unknown parameters, types,
 * amounts, times, reused idempotency keys) and signs its events. The test sets the clock.
 */
export async function openStripe() {
  let clock = () => new Date();
  const now = () => Math.floor(clock().getTime() / 1000);
  const book = openCheckoutState(now);
  const kept = new Map<string, { sent: string; status: number; answer: string }>();
  const asked: { call: string; id: string; key: string | undefined; sent: string }[] = [];
  const faults: { call: string; fault: Fault }[] = [];
  let isDown = false;
  let holding: { call: string; come(): void; gone: Promise<void> } | undefined;
  let gathering: { call: string; left: number; all: Promise<void>; come(): void } | undefined;

  const calls = callsOf(book);

  function answerOf(call: string, id: string, form: ReturnType<typeof readForm>): object {
    const answer = calls[call];
    if (answer === undefined) throw new StripeError({ message: `Unrecognized request URL (${call}).` }, 404);
    return answer(id, form);
  }

  /** Returns the stored response of an idempotency key; rejects a key that was used with other parameters. */
  function answerOnce(call: string, id: string, sent: string, key: string | undefined) {
    const name = key === undefined || !call.startsWith("POST") ? undefined : key;
    const known = name === undefined ? undefined : kept.get(name);
    if (known !== undefined && known.sent !== `${call} ${id} ${sent}`)
      throw new StripeError(
        {
          message:
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        },
        400,
        "idempotency_error",
      );
    if (known !== undefined) return known;
    const made = {
      sent: `${call} ${id} ${sent}`,
      status: 200,
      answer: JSON.stringify(answerOf(call, id, readForm(sent))),
    };
    if (name !== undefined) kept.set(name, made);
    return made;
  }

  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "", "http://stripe");
    const id = named.exec(pathname)?.[1] ?? "";
    const call = `${request.method} ${id === "" ? pathname : pathname.replace(`/${id}`, "/:id")}`;
    const body = await text(request);
    const sent = request.method === "POST" ? body : search.slice(1);
    const key = headerOf(request, "idempotency-key");
    const fault = faults.findIndex((one) => one.call === call);
    const [happens] = fault < 0 ? [] : faults.splice(fault, 1);
    if (isDown || happens?.fault === "lost") return void request.socket.destroy();
    if (happens?.fault === "in trouble")
      return sendJson(response, 500, {
        error: { type: "api_error", message: "Something went wrong on Stripe's end." },
      });
    asked.push({ call, id, key, sent });
    if (gathering?.call === call) {
      gathering.left -= 1;
      if (gathering.left === 0) gathering.come();
      await gathering.all;
    }
    try {
      checkCaller(request);
      const { status, answer } = answerOnce(call, id, sent, key);
      if (holding?.call === call) {
        const { come, gone } = holding;
        holding = undefined;
        come();
        await gone;
      }
      if (happens?.fault === "unanswered") return void request.socket.destroy();
      response.writeHead(status, { "content-type": "application/json" }).end(answer);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      sendJson(response, error.status, { error: error.told });
    }
  });
  // Keeps idle connections open: closing one would break the next call of a delayed client.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    book,
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
        api_version: version,
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
      return this.event(type, writeSession(book.session(sessionId), []), given);
    },
    chargeEvent(type: string, sessionId: string) {
      const { charge, intentId } = book.session(sessionId);
      if (charge === undefined) throw new Error("nothing was charged");
      return this.event(type, writeCharge(charge, intentId, false));
    },
    /** Signs events. */
    signed(told: readonly StripeEvent[]) {
      return told.map(({ type, object }) => this.event(type, object));
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Paths with an id. */
const named = /^\/v1\/(?:checkout\/sessions|accounts|subscriptions|subscription_schedules|invoices)\/([^/]+)/;

function checkCaller(request: IncomingMessage): void {
  const unauthorized = (message: string) => new StripeError({ message }, 401);
  const given = headerOf(request, "authorization");
  if (given === undefined) throw unauthorized("You did not provide an API key.");
  if (given !== `Bearer ${stripeKey}`) throw unauthorized("Invalid API Key provided.");
  if (headerOf(request, "stripe-version") !== version)
    throw new StripeError({ message: "Invalid Stripe API version" });
  if ((headerOf(request, "idempotency-key") ?? "").length > 255)
    throw new StripeError({ message: "Idempotency keys may be at most 255 characters." });
  const type = headerOf(request, "content-type");
  if (
    request.method === "POST" &&
    type !== undefined &&
    !type.startsWith("application/x-www-form-urlencoded")
  )
    throw new StripeError({ message: "Invalid content type." });
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
