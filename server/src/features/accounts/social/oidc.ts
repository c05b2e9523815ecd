import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  fetchUserInfo,
} from "openid-client";
import { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import type { ProviderProfile } from "./identity.ts";
import { type Network, TIMEOUT_S, type Tokens } from "./oauth-client.ts";

export type OidcProvider = NonNullable<Config["social"]["oidc"]>;

/** Time until the provider's metadata is read again. */
const METADATA_MAX_AGE_MS = 3_600_000;

/**
 * The operator's own OpenID Connect provider. The first login discovers its endpoints, so a provider that is away does not
 * keep this program from starting.
 */
export function openOidc(oidc: OidcProvider): Network {
  let discovered: { client: Promise<Configuration>; at: number } | undefined;
  return {
    loadClient() {
      if (discovered !== undefined && performance.now() - discovered.at < METADATA_MAX_AGE_MS)
        return discovered.client;
      const current = { client: discoverProvider(oidc), at: performance.now() };
      discovered = current;
      current.client.catch(() => {
        if (discovered === current) discovered = undefined;
      });
      return current.client;
    },
    scope: "openid profile email",
    proof: "pkce and nonce",
    fetchProfile: (tokens, _callback, client) => fetchProfile(oidc, tokens, client),
  };
}

/**
 * Reads the provider's metadata.
 *
 * @throws Error unless it responds within 8 seconds with metadata of exactly this issuer
 */
export function discoverProvider(oidc: OidcProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = oidc;
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return discovery(
    new URL(issuer),
    clientId,
    undefined,
    (server, client, body, headers) => {
      // The standard's default is client_secret_basic.
      const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
      const authenticate = methods.includes("client_secret_basic") ? basic : post;
      authenticate(server, client, body, headers);
    },
    { timeout: TIMEOUT_S, execute: issuer.startsWith("http:") ? [allowInsecureRequests] : [] },
  );
}

const claims = z.object({
  sub: z.string(),
  name: z.string().nullish(),
  preferred_username: z.string().nullish(),
  email: z.string().nullish(),
  // Some providers send the name of the boolean.
  email_verified: z.union([z.boolean(), z.stringbool()]).nullish(),
});

/**
 * Takes the claims of the identity token and of the user info endpoint, if there is one. States the issuer, because the operator
 * may change the provider, and another one may give the same id to another person.
 */
async function fetchProfile(
  { issuer }: OidcProvider,
  tokens: Tokens,
  client: Configuration,
): Promise<ProviderProfile> {
  const token = claims.parse(tokens.claims());
  const hasUserInfo = client.serverMetadata().userinfo_endpoint !== undefined;
  const profile = hasUserInfo
    ? claims.parse({ ...token, ...(await fetchUserInfo(client, tokens.access_token, token.sub)) })
    : token;
  return {
    subject: token.sub,
    issuer,
    name: profile.name ?? profile.preferred_username,
    email: profile.email,
    emailVerified: profile.email_verified ?? false,
  };
}
