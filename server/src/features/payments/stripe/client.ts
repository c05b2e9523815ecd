import Stripe from "stripe";
import type { Config } from "../../../platform/config/config.ts";
import { providerUnavailable } from "../provider.ts";

export type StripeAccess = NonNullable<Config["payments"]["stripe"]>;

/** Milliseconds for one answer; a further try follows on its own. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_NETWORK_RETRIES = 2;

const clients = new WeakMap<StripeAccess, Stripe>();

/** Keeps its connections, so one serves the whole process. */
export function stripeClient(access: StripeAccess): Stripe {
  const known = clients.get(access);
  if (known !== undefined) return known;
  const { protocol, hostname, port } = new URL(access.url);
  const client = new Stripe(access.secretKey, {
    // The version that the library was made for, whatever the account's own is.
    apiVersion: "2026-10-28.endive",
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port),
    maxNetworkRetries: MAX_NETWORK_RETRIES,
    timeout: REQUEST_TIMEOUT_MS,
    telemetry: false,
  });
  clients.set(access, client);
  return client;
}

const { errors } = Stripe;

/** What was asked of Stripe. @throws Failure E0048 where it did not answer, or not now: nobody knows then whether it did it */
export async function callStripe<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
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

/** Whether Stripe refused what was asked; undefined: it failed in another way. */
export function rejectionCode(error: unknown): string | undefined {
  return error instanceof errors.StripeInvalidRequestError ? (error.code ?? "refused") : undefined;
}

/** Whether what was asked for is not there for this platform: others are refused so, and what is gone. */
export function isForbidden(error: unknown): boolean {
  return error instanceof errors.StripePermissionError || rejectionCode(error) === "account_invalid";
}

/** Whether Stripe refused what was asked because what a parameter names is not there any more. */
export function isMissing(error: unknown, param: string): boolean {
  return (
    rejectionCode(error) === "resource_missing" &&
    error instanceof errors.StripeError &&
    error.param === param
  );
}
