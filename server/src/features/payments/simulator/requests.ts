import { createHash } from "node:crypto";
import { accountEndpoints, createEndpoints } from "./endpoints.ts";
import { parseForm, StripeError } from "./parameters.ts";
import type { Simulator } from "./simulator.ts";

/** The version of Stripe's API that the program pins, and the only one that is simulated. */
export const API_VERSION = "2026-10-28.endive";
const MAX_KEY_LENGTH = 255;

/** An HTTP request to the API. Header names are in lower case. */
export type ApiRequest = {
  method: string;
  /** With the query. */
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
};

/** A request by the name of its endpoint, such as `POST /v1/refunds`; `form` are its encoded parameters. */
export type ApiCall = {
  endpoint: string;
  id: string;
  form: string;
  idempotencyKey: string | undefined;
  /** The connected account that the platform acts for. */
  account?: string | undefined;
};

/** Matches paths with an id. */
const idPath =
  /^\/v1\/(?:checkout\/sessions|accounts|subscriptions|subscription_schedules|invoices)\/([^/]+)/;

export function parseCall({ method, url, headers, body }: ApiRequest): ApiCall {
  const { pathname, search } = new URL(url, "http://stripe");
  const id = idPath.exec(pathname)?.[1] ?? "";
  return {
    endpoint: `${method} ${id === "" ? pathname : pathname.replace(`/${id}`, "/:id")}`,
    id,
    form: method === "POST" ? body : search.slice(1),
    idempotencyKey: method === "POST" ? headers["idempotency-key"] : undefined,
    account: headers["stripe-account"],
  };
}

/** @throws StripeError if the API key, the version or a header is wrong */
export function authenticate({ method, headers }: ApiRequest, secretKey: string): void {
  const { authorization } = headers;
  if (authorization === undefined) throw new StripeError({ message: "You did not provide an API key." }, 401);
  if (authorization !== `Bearer ${secretKey}`)
    throw new StripeError({ message: "Invalid API Key provided." }, 401);
  if (headers["stripe-version"] !== API_VERSION)
    throw new StripeError({ message: "Invalid Stripe API version" });
  if ((headers["idempotency-key"] ?? "").length > MAX_KEY_LENGTH)
    throw new StripeError({ message: "Idempotency keys may be at most 255 characters." });
  const type = headers["content-type"];
  if (method === "POST" && type !== undefined && !type.startsWith("application/x-www-form-urlencoded"))
    throw new StripeError({ message: "Invalid content type." });
}

/** Carries out a call and returns the JSON of its response. @throws StripeError */
export function executeCall(simulator: Simulator, { endpoint, id, form, account }: ApiCall): string {
  const endpoints = account === undefined ? createEndpoints(simulator) : accountEndpoints(simulator, account);
  const handle = endpoints[endpoint];
  if (handle === undefined)
    throw new StripeError({ message: `Unrecognized request URL (${endpoint}).` }, 404);
  return JSON.stringify(handle(id, parseForm(form)));
}

/** The response of the first request with an idempotency key. */
export type StoredResponse = { fingerprint: string; response: string };

/** Identifies a request and its parameters. */
export function fingerprintOf({ endpoint, id, form }: ApiCall): string {
  return createHash("sha256").update(`${endpoint} ${id} ${form}`).digest("hex");
}

/** Returns the stored response to a repeat. @throws StripeError if the key was used with other parameters */
export function replayResponse(call: ApiCall, stored: StoredResponse): string {
  if (stored.fingerprint === fingerprintOf(call)) return stored.response;
  throw new StripeError(
    {
      message:
        "Keys for idempotent requests can only be used with the same parameters they were first used with.",
    },
    400,
    "idempotency_error",
  );
}

/** Formats the response to a rejected request. @throws any other error */
export function toErrorResponse(error: unknown): { status: number; body: string } {
  if (!(error instanceof StripeError)) throw error;
  return { status: error.status, body: JSON.stringify({ error: error.body }) };
}
