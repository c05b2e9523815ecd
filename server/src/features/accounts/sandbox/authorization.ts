import type { Context } from "../../../platform/context.ts";
import { sandboxClientId, sandboxIssuer } from "./client.ts";
import { issueCode } from "./codes.ts";
import type { Listener } from "./listeners.ts";

/** A log-in that the one client has asked for. */
export type ValidRequest = { redirectUri: string; state: string; challenge: string };

export type AuthorizationRequest =
  | { kind: "request"; request: ValidRequest }
  /** The client is told, by the way of the browser. */
  | { kind: "refused"; address: string }
  /** Nobody is told: where the browser would be sent to is not an address of the client's. */
  | { kind: "stranger" };

/** Reads what a browser asks for in the client's name (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export function parseAuthorizationRequest(
  { publicUrl }: Context,
  query: URLSearchParams,
): AuthorizationRequest {
  const redirectUri = `${publicUrl}/api/v1/user/social/sandbox/callback`;
  const isClient = query.get("client_id") === sandboxClientId && query.get("redirect_uri") === redirectUri;
  if (!isClient) return { kind: "stranger" };
  const [state, challenge] = [query.get("state") ?? "", query.get("code_challenge") ?? ""];
  const asked = { redirectUri, state, challenge };
  const refuse = (error: string): AuthorizationRequest => ({
    kind: "refused",
    address: errorUrl(publicUrl, asked, error),
  });
  if (query.get("response_type") !== "code") return refuse("unsupported_response_type");
  const isProof = query.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge);
  return isProof ? { kind: "request", request: asked } : refuse("invalid_request");
}

/** Where the browser goes once somebody has logged in. */
export function approvalUrl(context: Context, request: ValidRequest, listener: Listener): string {
  const code = issueCode(context, { ...request, clientId: sandboxClientId, listener });
  return redirectUrl(context.publicUrl, request, { code });
}

/** Where it goes once nobody has. */
export function errorUrl(publicUrl: string, request: ValidRequest, error: string): string {
  return redirectUrl(publicUrl, request, { error });
}

/** The issuer stands in it so that a client can tell whose answer it is (RFC 9207). */
function redirectUrl(
  publicUrl: string,
  { redirectUri, state }: ValidRequest,
  told: Record<string, string>,
): string {
  return `${redirectUri}?${new URLSearchParams({ ...told, state, iss: sandboxIssuer(publicUrl) })}`;
}
