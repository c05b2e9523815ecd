import Stripe from "stripe";
import { readQuarantine } from "../../../platform/backup/quarantine.data.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/database/database.ts";
import { stretchTimeout } from "../../../platform/timeouts.ts";
import { providerUnavailable } from "../provider.ts";
import { createSimulatorHttpClient, simulatorKey } from "../simulator/embedded.ts";
import { API_VERSION } from "../simulator/requests.ts";

export type StripeAccess = NonNullable<Config["payments"]["stripe"]>;

/** Timeout of one attempt. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_NETWORK_RETRIES = 2;

const options = {
  // Pins the version of the library instead of the account's default.
  apiVersion: API_VERSION,
  maxNetworkRetries: MAX_NETWORK_RETRIES,
  timeout: stretchTimeout(REQUEST_TIMEOUT_MS),
  telemetry: false,
} as const;

/** A request that would change something at Stripe on behalf of a restored site. */
class QuarantineError extends Error {
  override name = "QuarantineError";
}

/** Creates an HTTP client that only reads while the site is in quarantine: its calls fail as if Stripe did not answer. */
function createHttpClient(db: Database) {
  const http = Stripe.createNodeHttpClient();
  return {
    getClientName: () => http.getClientName(),
    async makeRequest(...request: Parameters<typeof http.makeRequest>) {
      const method = request[3];
      if (method !== "GET" && (await readQuarantine(db)) !== undefined)
        throw new QuarantineError("Payments are held until “npm run wrapsody -- restore --release”.");
      return http.makeRequest(...request);
    },
  };
}

const clients = new WeakMap<StripeAccess, Stripe>();

/** Returns the client of this process, which keeps its connections open. */
export function stripeClient(access: StripeAccess, db: Database): Stripe {
  const known = clients.get(access);
  if (known !== undefined) return known;
  const { protocol, hostname, port } = new URL(access.url);
  const client = new Stripe(access.secretKey, {
    ...options,
    httpClient: createHttpClient(db),
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port),
  });
  clients.set(access, client);
  return client;
}

const simulatorClients = new WeakMap<Context, Stripe>();

/** Returns a client whose requests the simulator of this process answers. */
export function simulatorClient(context: Context): Stripe {
  const known = simulatorClients.get(context);
  if (known !== undefined) return known;
  const httpClient = createSimulatorHttpClient(context);
  const client = new Stripe(simulatorKey(context.encryption), { ...options, httpClient });
  simulatorClients.set(context, client);
  return client;
}

const { errors } = Stripe;

/** Awaits a Stripe request. @throws Failure E0048 if the outcome is unknown: no answer, a server error, or a rate limit */
export async function callStripe<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw isOutcomeUnknown(error) ? providerUnavailable(error) : error;
  }
}

function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof errors.StripeIdempotencyError) return error.code === "idempotency_key_in_use";
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError
  );
}

/** Returns the code with which Stripe rejected a request; undefined for other errors. */
export function rejectionCode(error: unknown): string | undefined {
  return error instanceof errors.StripeInvalidRequestError ? (error.code ?? "refused") : undefined;
}

/** Returns whether the object is not accessible to this platform. Stripe answers the same for deleted objects and those of others. */
export function isForbidden(error: unknown): boolean {
  return error instanceof errors.StripePermissionError || rejectionCode(error) === "account_invalid";
}

/** Returns whether Stripe rejected a request because the object named by `param` no longer exists. */
export function isMissing(error: unknown, param: string): boolean {
  return (
    rejectionCode(error) === "resource_missing" &&
    error instanceof errors.StripeError &&
    error.param === param
  );
}

/** Returns an expandable field if it was expanded. */
export function expanded<Thing extends object>(thing: string | Thing | null | undefined): Thing | undefined {
  return typeof thing === "object" && thing !== null ? thing : undefined;
}

/** Returns the id of an expandable field. */
export function idOf(thing: string | { id: string } | null | undefined): string | undefined {
  return typeof thing === "object" && thing !== null ? thing.id : (thing ?? undefined);
}
