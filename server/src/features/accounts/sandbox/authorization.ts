import { timingSafeEqual } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Encryption } from "../../../platform/security/encryption.ts";
import { hashToken } from "../sessions/tokens.ts";
import { issueCode } from "./codes.ts";
import type { Listener } from "./listeners.ts";

/** Path of the sandbox streaming service below the public address. */
export const sandboxPath = "/sandbox/streaming";

/** The only client of the service. */
export const sandboxClientId = "wrapsody";

/** Derives the secret from the installation's key, so that every node knows it. */
export function sandboxClientSecret(encryption: Encryption): string {
  return encryption.hmac(CLIENT_PURPOSE, sandboxClientId).toString("base64url");
}

/** Compares a secret with those of all keys, because another node may present it. */
export function isSandboxClientSecret(encryption: Encryption, secret: string): boolean {
  const secrets = encryption
    .hmacs(CLIENT_PURPOSE, sandboxClientId)
    .map((known) => known.toString("base64url"));
  return secrets.filter((known) => timingSafeEqual(hashToken(known), hashToken(secret))).length > 0;
}

const CLIENT_PURPOSE = "sandbox-streaming-client";

export function sandboxIssuer(publicUrl: string): string {
  return `${publicUrl}${sandboxPath}`;
}

/** An authorization request of the one client. */
type ValidRequest = { redirectUri: string; state: string; challenge: string };

export type AuthorizationRequest =
  | { kind: "request"; request: ValidRequest }
  /** Redirects to the client with an error. */
  | { kind: "refused"; address: string }
  /** Shows an error page: the redirect URI is not one of the client's. */
  | { kind: "stranger" };

/** Parses an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export function parseAuthorizationRequest(
  { publicUrl }: Context,
  query: URLSearchParams,
): AuthorizationRequest {
  const redirectUri = `${publicUrl}/api/v1/user/social/sandbox/callback`;
  const isClient = query.get("client_id") === sandboxClientId && query.get("redirect_uri") === redirectUri;
  if (!isClient) return { kind: "stranger" };
  const [state, challenge] = [query.get("state") ?? "", query.get("code_challenge") ?? ""];
  const validRequest = { redirectUri, state, challenge };
  const refuse = (error: string): AuthorizationRequest => ({
    kind: "refused",
    address: errorUrl(publicUrl, validRequest, error),
  });
  if (query.get("response_type") !== "code") return refuse("unsupported_response_type");
  const isProof = query.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge);
  return isProof ? { kind: "request", request: validRequest } : refuse("invalid_request");
}

/** Returns the redirect with a code. */
export function approvalUrl(context: Context, request: ValidRequest, listener: Listener): string {
  const code = issueCode(context, { ...request, clientId: sandboxClientId, listener });
  return redirectUrl(context.publicUrl, request, { code });
}

/** Returns the redirect with an error. */
export function errorUrl(publicUrl: string, request: ValidRequest, error: string): string {
  return redirectUrl(publicUrl, request, { error });
}

/** Builds the redirect. Includes the issuer (RFC 9207), so that the client knows who responds. */
function redirectUrl(
  publicUrl: string,
  { redirectUri, state }: ValidRequest,
  parameters: Record<string, string>,
): string {
  return `${redirectUri}?${new URLSearchParams({ ...parameters, state, iss: sandboxIssuer(publicUrl) })}`;
}
