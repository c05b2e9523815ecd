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

/** OAuth client of a login service: mostly data. */
export type Network = {
  /** @throws Error if the service's metadata has to be read and cannot be */
  loadClient(): Promise<Configuration>;
  scope: string;
  /** Binds a code to its attempt: a PKCE verifier, a nonce in the identity token, or both. */
  proof: "pkce" | "nonce" | "pkce and nonce";
  /** Response mode; the query by default. */
  responseMode?: "form_post";
  /** Fetches the user's profile. `callback` is the redirect URL with its parameters. */
  fetchProfile(
    tokens: Tokens,
    callback: URL,
    client: Configuration,
  ): ProviderProfile | Promise<ProviderProfile>;
};

/** A login in progress. */
type Attempt = {
  redirectUri: string;
  state: string;
  /** The verifier or the nonce: 43 characters of `[A-Za-z0-9_-]`. */
  secret: string;
};

/** Timeout of a request to a service, in seconds; the user waits for it. */
export const TIMEOUT_S = 8;

/** Creates a client. The endpoints are configured, so no discovery request precedes the first login. */
export function openClient(server: ServerMetadata, clientId: string, secret: ClientAuth): Configuration {
  const client = new Configuration(server, clientId, undefined, secret);
  client.timeout = TIMEOUT_S;
  // The configuration allows plain http for loopback addresses only.
  if (server.token_endpoint?.startsWith("http:")) allowInsecureRequests(client);
  return client;
}

/**
 * Builds the authorization URL.
 *
 * @throws Error if the service's metadata has to be read and cannot be
 */
export async function authorizationUrl(network: Network, attempt: Attempt): Promise<URL> {
  const { redirectUri, state, secret } = attempt;
  const nonce = await nonceOf(network, secret);
  return buildAuthorizationUrl(await network.loadClient(), {
    redirect_uri: redirectUri,
    scope: network.scope,
    state,
    ...(nonce === undefined ? {} : { nonce }),
    ...(network.proof === "nonce"
      ? {}
      : { code_challenge: await calculatePKCECodeChallenge(secret), code_challenge_method: "S256" }),
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
  const { secret, state: expectedState } = attempt;
  const expectedNonce = await nonceOf(network, secret);
  const client = await network.loadClient();
  const tokens = await authorizationCodeGrant(client, callback, {
    expectedState,
    ...(expectedNonce === undefined ? {} : { expectedNonce }),
    ...(network.proof === "nonce" ? {} : { pkceCodeVerifier: secret }),
  });
  return parseIdentity(await network.fetchProfile(tokens, callback, client));
}

/** Returns the nonce of an attempt. Beside PKCE it is the challenge, because the verifier must stay secret. */
function nonceOf({ proof }: Network, secret: string): string | undefined | Promise<string> {
  if (proof === "pkce") return undefined;
  return proof === "nonce" ? secret : calculatePKCECodeChallenge(secret);
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
