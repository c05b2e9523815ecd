import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, jwtVerify, SignJWT } from "jose";
import Provider, { type AdapterFactory, type AdapterPayload, type Configuration } from "oidc-provider";
import { z } from "zod";

/** A user of the service. */
export type Person = { id: string; name?: string; email?: string; verified?: boolean | string };

/** Faults that a service can simulate. */
export type Fault =
  | "token endpoint fails"
  | "token endpoint hangs"
  | "token endpoint redirects"
  | "profile fails"
  | "discovery fails"
  | "nonce of another"
  | "signature of another";

export type StreamingService = {
  url: string;
  /** Environment variables that configure the program as its client. */
  environment: Record<string, string>;
  /** The user logged in there; undefined to refuse access. */
  person: Person | undefined;
  fault: Fault | undefined;
  close(): Promise<void>;
};

type Kind = "apple" | "spotify" | "amazon" | "oidc";

const clientId = "example.wrapsody";
const clientSecret = "a secret of forty characters or somewhat more";
const team = { id: "TEAM123456", keyId: "KEY1234567" };

/** How each service deviates from the standard. */
const kinds = {
  apple: {
    routes: { authorization: "/auth/authorize", token: "/auth/token", jwks: "/auth/keys" },
    scopes: ["openid", "name", "email"],
    authentication: "client_secret_post",
    profilePath: undefined,
    profile: undefined,
  },
  spotify: {
    routes: { authorization: "/authorize", token: "/api/token", jwks: "/jwks" },
    scopes: ["user-read-email"],
    authentication: "client_secret_basic",
    profilePath: "/v1/me",
    profile: ({ id, name, email }: Person) => ({ id, display_name: name ?? null, email }),
  },
  amazon: {
    routes: { authorization: "/ap/oa", token: "/auth/o2/token", jwks: "/jwks" },
    scopes: ["profile"],
    authentication: "client_secret_post",
    profilePath: "/user/profile",
    profile: ({ id, name, email }: Person) => ({ user_id: id, name, email }),
  },
  // As the standard describes it: claims come from the user info endpoint.
  oidc: {
    routes: { authorization: "/auth", token: "/token", jwks: "/jwks", userinfo: "/me" },
    scopes: ["openid", "profile", "email"],
    authentication: "client_secret_basic",
    profilePath: "/me",
    profile: undefined,
  },
} as const;

/**
 * Starts a certified OpenID provider on this machine with the endpoints, scopes and deviations of a service
 * and the program as its client. It has no login page: `person` is logged in.
 */
export async function openStreamingService(kind: Kind, programUrl: string): Promise<StreamingService> {
  const server = createServer();
  // Keeps idle connections open: a closed one would break the client's next request.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const teamKey = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const state: StreamingService = {
    url,
    environment: environmentOf(kind, url, teamKey.privateKey),
    person: undefined,
    fault: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(
    url,
    configurationOf(kind, state, `${programUrl}/api/v1/user/social/${kind}/callback`),
  );
  if (kind === "apple") {
    checkSignedSecrets(provider, url, teamKey.publicKey);
    addNames(provider, state);
    forgeTokens(provider, state);
  }
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (applyFault(kind, state, request, response)) return;
    if (request.url?.startsWith("/interaction/")) void logIn(provider, kind, state, request, response);
    else if (kinds[kind].profile !== undefined && request.url === kinds[kind].profilePath)
      void sendProfile(provider, kind, state, request, response);
    else void answer(request, response);
  });
  return state;
}

function environmentOf(kind: Kind, url: string, teamKey: KeyObject): Record<string, string> {
  const pem = teamKey.export({ type: "pkcs8", format: "pem" }).toString();
  if (kind === "apple") {
    const ids = { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: team.id, APPLE_KEY_ID: team.keyId };
    return { ...ids, APPLE_PRIVATE_KEY: pem, APPLE_URL: url };
  }
  if (kind === "oidc") {
    const credentials = { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
    return { OIDC_ISSUER: url, OIDC_NAME: "Label login", ...credentials };
  }
  const name = kind.toUpperCase();
  return {
    [`${name}_CLIENT_ID`]: clientId,
    [`${name}_CLIENT_SECRET`]: clientSecret,
    [`${name}_URL`]: url,
    [`${name}_API_URL`]: url,
  };
}

function configurationOf(kind: Kind, state: StreamingService, redirectUri: string): Configuration {
  const { routes, scopes, authentication } = kinds[kind];
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: authentication,
      },
    ],
    routes,
    scopes: [...scopes],
    jwks: { keys: [{ ...key, use: "sig", alg: "RS256", kid: "signing" }] },
    adapter: memoryAdapter(),
    cookies: { keys: ["of this service"] },
    // Apple puts the address into the identity token and has no PKCE; the other services require PKCE here.
    conformIdTokenClaims: kind === "oidc",
    claims: { openid: ["sub"], email: ["email", "email_verified"], name: [], profile: ["name"] },
    pkce: { required: () => kind !== "apple" },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 300,
      IdToken: 300,
      Interaction: 300,
      Session: 300,
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: state.person?.name,
        email: state.person?.email,
        email_verified: state.person?.verified,
      }),
    }),
    // Consent is implied.
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({
        ...(client === undefined ? {} : { clientId: client.clientId }),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      });
      grant.addOIDCScope(scopes.join(" "));
      await grant.save();
      return grant;
    },
  };
}

/** In-memory storage of the provider. */
function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const key = (id: string) => `${model} ${id}`;
    return {
      upsert: async (id, payload) => void stored.set(key(id), payload),
      find: async (id) => stored.get(key(id)),
      findByUid: async (uid) => stored.values().find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => void stored.set(key(id), { ...stored.get(key(id)), consumed: true }),
      destroy: async (id) => void stored.delete(key(id)),
      async revokeByGrantId(grantId) {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
      },
    };
  };
}

/** Verifies Apple's client secret, a short-lived JWT signed with the team's key. */
function checkSignedSecrets(provider: Provider, url: string, publicKey: KeyObject): void {
  Object.defineProperty(provider.Client.prototype, "compareClientSecret", {
    async value(value: string) {
      const expected = { algorithms: ["ES256"], issuer: team.id, audience: url, subject: clientId };
      const { protectedHeader } = await jwtVerify(value, publicKey, { ...expected, maxTokenAge: "5m" });
      return protectedHeader.kid === team.keyId;
    },
  });
}

/** Adds the name to Apple's form post. */
function addNames(provider: Provider, state: StreamingService): void {
  provider.use(async (ctx, next) => {
    await next();
    const { person } = state;
    if (typeof ctx.body !== "string" || person?.name === undefined) return;
    const [firstName = "", ...lastNames] = person.name.split(" ");
    const result = JSON.stringify({
      name: { firstName, lastName: lastNames.join(" ") },
      email: person.email,
    });
    const field = `<input type="hidden" name="user" value="${result.replaceAll('"', "&quot;")}"/>`;
    ctx.body = ctx.body.replace("</form>", `${field}</form>`);
  });
}

function forgeTokens(provider: Provider, state: StreamingService): void {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  provider.use(async (ctx, next) => {
    await next();
    if (state.fault !== "signature of another" || ctx.path !== kinds.apple.routes.token) return;
    const answer = tokens.parse(ctx.body);
    const forged = new SignJWT(decodeJwt(answer.id_token)).setProtectedHeader({
      alg: "RS256",
      kid: "signing",
    });
    ctx.body = { ...answer, id_token: await forged.sign(privateKey) };
  });
}

const tokens = z.looseObject({ id_token: z.string() });

/** Applies the fault. Returns whether it responded in the provider's place. */
function applyFault(
  kind: Kind,
  { fault }: StreamingService,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { routes, profilePath } = kinds[kind];
  const asks = (path: string | undefined) => path !== undefined && request.url?.split("?")[0] === path;
  if (fault === "nonce of another" && asks(routes.authorization))
    request.url = request.url?.replace(/nonce=[^&]+/, "nonce=of-another-login");
  if (fault === "token endpoint hangs" && asks(routes.token)) return true;
  if (fault === "token endpoint fails" && asks(routes.token)) response.writeHead(500).end("out of order");
  if (fault === "token endpoint redirects" && asks(routes.token))
    response.writeHead(307, { location: `${routes.token}?again` }).end();
  if (fault === "profile fails" && asks(profilePath)) response.writeHead(503).end();
  if (fault === "discovery fails" && asks("/.well-known/openid-configuration")) response.writeHead(503).end();
  return response.writableEnded;
}

/** Account id; identity tokens expose it, the profiles of Spotify and Amazon have ids of their own. */
function accountOf(kind: Kind, { id }: Person): string {
  return kind === "apple" || kind === "oidc" ? id : "the only one";
}

async function logIn(
  provider: Provider,
  kind: Kind,
  { person }: StreamingService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result =
    person === undefined ? { error: "access_denied" } : { login: { accountId: accountOf(kind, person) } };
  await provider.interactionFinished(request, response, result);
}

/** Responds with the service's proprietary profile. */
async function sendProfile(
  provider: Provider,
  kind: Kind,
  { person }: StreamingService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = await provider.AccessToken.find(request.headers.authorization?.slice("Bearer ".length) ?? "");
  const result = token === undefined || person === undefined ? undefined : kinds[kind].profile?.(person);
  response.writeHead(result === undefined ? 401 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(result ?? { error: "invalid_token" }));
}
