import { createPrivateKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { enableNonRepudiationChecks } from "openid-client";
import { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import type { ProviderProfile } from "./identity.ts";
import { type Network, openClient, type Tokens } from "./oauth-client.ts";

type Apple = NonNullable<Config["social"]["apple"]>;

/**
 * Sign in with Apple: OpenID Connect with three deviations. The client secret is a JWT signed with the team's
 * key; the response is a form post; and the name comes beside the identity token, with the first login only.
 */
export function openApple(apple: Apple): Network {
  const { clientId, privateKey, url } = apple;
  const key = createPrivateKey(privateKey);
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/auth/authorize`,
    token_endpoint: `${url}/auth/token`,
    jwks_uri: `${url}/auth/keys`,
  };
  const client = openClient(server, clientId, async (_server, _client, body) => {
    body.set("client_id", clientId);
    body.set("client_secret", await signClientSecret(apple, key));
  });
  enableNonRepudiationChecks(client);
  return {
    loadClient: async () => client,
    scope: "openid name email",
    proof: "nonce",
    // Apple requires it if the scope includes name or email.
    responseMode: "form_post",
    fetchProfile: (tokens, callback) => parseProfile(tokens, callback.searchParams.get("user")),
  };
}

/** Signs a client secret for each use: it lives for minutes and never needs to be rotated by hand. */
function signClientSecret({ clientId, teamId, keyId, url }: Apple, key: KeyObject): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key);
}

const claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  // Apple sends a boolean or its name.
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
});

const person = z.object({
  name: z.object({ firstName: z.string().default(""), lastName: z.string().default("") }),
});

/**
 * Takes the address from the signed token only; `user` comes through the browser and provides at most the
 * name.
 */
function parseProfile(tokens: Tokens, user: string | null): ProviderProfile {
  const { sub, email, email_verified: emailVerified } = claims.parse(tokens.claims());
  return { subject: sub, name: parseName(user), email, emailVerified };
}

function parseName(user: string | null): string | undefined {
  if (user === null) return undefined;
  try {
    const { firstName, lastName } = person.parse(JSON.parse(user)).name;
    return `${firstName} ${lastName}`;
  } catch {
    return undefined;
  }
}
