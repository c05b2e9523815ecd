import { timingSafeEqual } from "node:crypto";
import { networkOfSlug, networkSlug, type SocialNetwork } from "@wrapsody/shared/accounts/social-login.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { hashToken, makeToken } from "../sessions/tokens.ts";
import { type Identity, identity } from "./identity.ts";
import { listOfferedNetworks, type Networks } from "./networks.ts";
import { consumeAnsweredAttempt, consumeAttempt, insertAttempt } from "./oauth-attempts.data.ts";
import {
  authorizationUrl,
  exchangeCode,
  formatReason,
  isUserCancellation,
  type Network,
} from "./oauth-client.ts";

/** Lifetime of the token that completes the login, from the service's response on. */
const TOKEN_LIFETIME_S = 60;

const SECRET_PURPOSE = "social-login-attempt";
const IDENTITY_PURPOSE = "social-login-identity";

/** Returns the redirect URI. Each service has its own, which prevents mix-up attacks. */
function callbackUrl({ publicUrl }: Context, network: SocialNetwork): string {
  return `${publicUrl}/api/v1/user/social/${networkSlug(network)}/callback`;
}

/**
 * Finds the service of a slug.
 *
 * @throws Failure E0016 if it is unknown or not offered
 */
function requireNetwork(networks: Networks, slug: string): { name: SocialNetwork; network: Network } {
  const name = networkOfSlug(slug);
  const network = name && networks[name];
  if (name === undefined || network === undefined) throw new Failure("E0016");
  return { name, network };
}

/**
 * Starts a login and returns the service's authorization URL.
 *
 * @throws Failure E0016 if the service is unknown or not offered, E0017 if its metadata cannot be read
 */
export async function startAuthorization(
  context: Context,
  networks: Networks,
  { slug, browser, language }: { slug: string; browser: string; language: Language },
): Promise<URL> {
  const { name, network } = requireNetwork(networks, slug);
  const [state, secret] = [makeToken(), makeToken()];
  await insertAttempt(context.db, {
    stateHash: hashToken(state),
    tokenHash: null,
    network: name,
    browserHash: hashToken(browser),
    sealed: context.encryption.encrypt(SECRET_PURPOSE, secret),
    language,
    expiresAt: secondsFromNow(context, ATTEMPT_LIFETIME_S),
  });
  const attempt = { redirectUri: callbackUrl(context, name), state, secret };
  return authorizationUrl(network, attempt).catch((error: unknown) => {
    logFailure(context, name, error);
    throw new Failure("E0017");
  });
}

/**
 * Processes the service's response and returns the token that completes the login. Each response is processed
 * once; the browser that started is checked when the token is redeemed.
 *
 * @throws Failure E0016 for an unknown service, E0017 for an invalid response
 */
export async function handleCallback(
  context: Context,
  networks: Networks,
  { slug, parameters }: { slug: string; parameters: URLSearchParams },
): Promise<{ token: string; network: string }> {
  const { name, network } = requireNetwork(networks, slug);
  const state = parameters.get("state") ?? "";
  const stateHash = hashToken(state);
  const attempt = await consumeAttempt(context.db, { stateHash, network: name, now: context.clock.now() });
  if (attempt === undefined) throw new Failure("E0017");
  const secret = context.encryption.decrypt(SECRET_PURPOSE, attempt.sealed);
  const authRequest = { redirectUri: callbackUrl(context, name), state, secret };
  const providerProfile = await exchangeCode(network, authRequest, parameters).catch((error: unknown) => {
    if (!isUserCancellation(error)) logFailure(context, name, error);
    throw new Failure("E0017");
  });
  const token = makeToken();
  await insertAttempt(context.db, {
    ...attempt,
    stateHash,
    tokenHash: hashToken(token),
    sealed: context.encryption.encrypt(IDENTITY_PURPOSE, JSON.stringify(providerProfile)),
    expiresAt: secondsFromNow(context, TOKEN_LIFETIME_S),
  });
  return { token, network: networkSlug(name) };
}

/** Logs a failure for the operator: most are wrong settings, at the service or here. */
function logFailure({ log }: Context, network: SocialNetwork, error: unknown): void {
  log.warn({ network, reason: formatReason(error) }, "social login failed");
}

/**
 * Redeems a login token for the browser that started the login. A token works once.
 *
 * @throws Failure E0016, E0017 for a token that is unknown, used, expired, of another service or another
 * browser
 */
export async function redeemLoginToken(
  context: Context,
  { slug, token, browser }: { slug: string; token: string; browser: string | undefined },
): Promise<{ network: SocialNetwork; identity: Identity; language: Language }> {
  const name = networkOfSlug(slug);
  if (name === undefined || !listOfferedNetworks(context.config).includes(name)) throw new Failure("E0016");
  const now = context.clock.now();
  const attempt = await consumeAnsweredAttempt(context.db, { tokenHash: hashToken(token), now });
  if (attempt === undefined || attempt.network !== name) throw new Failure("E0017");
  if (!timingSafeEqual(attempt.browserHash, hashToken(browser ?? ""))) throw new Failure("E0017");
  const decrypted: unknown = JSON.parse(context.encryption.decrypt(IDENTITY_PURPOSE, attempt.sealed));
  return { network: name, identity: identity.parse(decrypted), language: attempt.language };
}

function secondsFromNow({ clock }: Context, seconds: number): Date {
  return new Date(clock.now().getTime() + seconds * 1000);
}

const name = "social_login";
/** Path of all social login calls and nothing else. */
const path = "/api/v1/user/social";
/** Maximum duration of a login, in seconds. */
const ATTEMPT_LIFETIME_S = 600;

/**
 * Builds the cookie that binds a login to its browser. A service may respond with a cross-site form post,
 * which carries no `Lax` cookie; so the cookie is checked when the site itself completes the login.
 */
export function buildBrowserCookie(secret: string, publicUrl: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${secret}; Path=${path}; Max-Age=${ATTEMPT_LIFETIME_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** Parses the secret from a `Cookie` header. */
export function parseBrowserCookie(cookies: string): string | undefined {
  return /(?:^|;\s*)social_login=([\w-]{43})(?:;|$)/.exec(cookies)?.[1];
}
