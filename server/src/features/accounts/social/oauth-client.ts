import {
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

/** What a network answered a code with. */
export type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** A streaming service as a client sees it: mostly data. */
export type Network = {
  client: Configuration;
  scope: string;
  /** What ties a code to the attempt it was asked for: a PKCE verifier, or a nonce inside the identity token. */
  proof: "pkce" | "nonce";
  /** How the answer comes back: by default in the query. */
  responseMode?: "form_post";
  /** Finds out who it is. `callback` is the address that the browser came back to, with all that it carried. */
  fetchProfile(tokens: Tokens, callback: URL): ProviderProfile | Promise<ProviderProfile>;
};

/** What is known of an attempt while it is under way. */
type Attempt = {
  redirectUri: string;
  state: string;
  /** 43 letters, digits, `-` and `_`: the verifier or the nonce. */
  secret: string;
};

/** Seconds that a network has for each answer; the person waits meanwhile. */
const TIMEOUT_S = 8;

/** A client of the service. Its addresses are given, so that nothing has to be asked for before the first log-in. */
export function openClient(server: ServerMetadata, clientId: string, secret: ClientAuth): Configuration {
  const client = new Configuration(server, clientId, undefined, secret);
  client.timeout = TIMEOUT_S;
  // The configuration allows plain http for this machine alone.
  if (server.token_endpoint?.startsWith("http:")) allowInsecureRequests(client);
  return client;
}

/** Where the browser is sent to log in. */
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
 * Finds out who came back from a network with these parameters. Redirects of the network's own are not followed.
 *
 * @throws Error of any kind when that cannot be proved
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

/** Asks a service for what belongs to the access token. @throws Error unless it answers in the form of `schema` */
export async function fetchWithToken<Schema extends z.ZodType>(
  { client, accessToken, url }: { client: Configuration; accessToken: string; url: string },
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetchProtectedResource(client, accessToken, new URL(url), "GET");
  if (response.status === 200) return schema.parse(await response.json());
  await response.body?.cancel();
  throw new Error(`the service answered ${response.status}`);
}
