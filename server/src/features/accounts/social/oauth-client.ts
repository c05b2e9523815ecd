import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  type ServerMetadata,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import type { z } from "zod";
import { type Identity, type ProviderProfile, parseIdentity } from "./identity.ts";

/** Token response of a service. */
export type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** OAuth client of a streaming service: mostly data. */
export type Network = {
  client: Configuration;
  scope: string;
  /** Binds a code to its attempt: a PKCE verifier, or a nonce in the identity token. */
  proof: "pkce" | "nonce";
  /** Response mode; the query by default. */
  responseMode?: "form_post";
  /** Fetches the user's profile. `callback` is the redirect URL with its parameters. */
  fetchProfile(tokens: Tokens, callback: URL): ProviderProfile | Promise<ProviderProfile>;
};

/** A login in progress. */
type Attempt = {
  redirectUri: string;
  state: string;
  /** The verifier or the nonce: 43 characters of `[A-Za-z0-9_-]`. */
  secret: string;
};

/** Timeout of a request to a service, in seconds; the user waits for it. */
const TIMEOUT_S = 8;

/** Creates a client. The endpoints are configured, so no discovery request precedes the first login. */
export function openClient(server: ServerMetadata, clientId: string, secret: ClientAuth): Configuration {
  const client = new Configuration(server, clientId, undefined, secret);
  client.timeout = TIMEOUT_S;
  // The configuration allows plain http for loopback addresses only.
  if (server.token_endpoint?.startsWith("http:")) allowInsecureRequests(client);
  return client;
}

/** Builds the authorization URL. */
export async function authorizationUrl(network: Network, attempt: Attempt): Promise<URL> {
  const { redirectUri, state, secret } = attempt;
  const proof: Record<string, string> =
    network.proof === "nonce"
      ? { nonce: secret }
      : { code_challenge: await calculatePKCECodeChallenge(secret), code_challenge_method: "S256" };
  return buildAuthorizationUrl(network.client, {
    redirect_uri: redirectUri,
    scope: network.scope,
    state,
    ...proof,
    ...(network.responseMode === undefined ? {} : { response_mode: network.responseMode }),
  });
}

/**
 * Exchanges the code in the callback's parameters and returns the identity. Redirects are not followed.
 *
 * @throws Error of any kind if the identity cannot be verified
 */
export async function exchangeCode(
  network: Network,
  attempt: Attempt,
  parameters: URLSearchParams,
): Promise<Identity> {
  const callback = new URL(attempt.redirectUri);
  callback.search = parameters.toString();
  const proof =
    network.proof === "nonce" ? { expectedNonce: attempt.secret } : { pkceCodeVerifier: attempt.secret };
  const checks = { ...proof, expectedState: attempt.state };
  const tokens = await authorizationCodeGrant(network.client, callback, checks);
  return parseIdentity(await network.fetchProfile(tokens, callback));
}

/**
 * Fetches a resource with an access token.
 *
 * @throws Error unless the response is 200 and matches `schema`
 */
export async function fetchWithToken<Schema extends z.ZodType>(
  { client, accessToken, url }: { client: Configuration; accessToken: string; url: string },
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetchProtectedResource(client, accessToken, new URL(url), "GET");
  if (response.status === 200) return schema.parse(await response.json());
  await response.body?.cancel();
  throw new Error(`service responded with status ${response.status}`);
}

/** Error codes of a user who cancelled; the second one is Apple's. */
const CANCELLATION_ERRORS = ["access_denied", "user_cancelled_authorize"];

/** Whether the user cancelled at the service. */
export function isUserCancellation(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && CANCELLATION_ERRORS.includes(error.error);
}

/**
 * Formats an error for the log: messages and error codes only, because the errors also carry responses with
 * codes and tokens.
 */
export function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const errorCode =
    "error" in error && typeof error.error === "string" ? ` (${error.error.slice(0, 60)})` : "";
  const cause = error.cause instanceof Error ? `: ${formatReason(error.cause)}` : "";
  return `${error.message}${errorCode}${cause}`;
}
