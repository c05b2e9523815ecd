import type { Context } from "../../../platform/context.ts";
import { sandboxClientId, sandboxIssuer } from "./client.ts";
import { issueCode } from "./codes.ts";
import type { Listener } from "./listeners.ts";

/** A log-in that the one client has asked for. */
export type Request = { redirectUri: string; state: string; challenge: string };

export type Asked =
  | { kind: "request"; request: Request }
  /** The client is told, by the way of the browser. */
  | { kind: "refused"; address: string }
  /** Nobody is told: where the browser would be sent to is not an address of the client's. */
  | { kind: "stranger" };

/** Reads what a browser asks for in the client's name (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export function readRequest({ publicUrl }: Context, query: URLSearchParams): Asked {
  const redirectUri = `${publicUrl}/api/v1/user/social/sandbox/callback`;
  const isClient = query.get("client_id") === sandboxClientId && query.get("redirect_uri") === redirectUri;
  if (!isClient) return { kind: "stranger" };
  const [state, challenge] = [query.get("state") ?? "", query.get("code_challenge") ?? ""];
  const asked = { redirectUri, state, challenge };
  const refuse = (error: string): Asked => ({ kind: "refused", address: refusal(publicUrl, asked, error) });
  if (query.get("response_type") !== "code") return refuse("unsupported_response_type");
  const isProof = query.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge);
  return isProof ? { kind: "request", request: asked } : refuse("invalid_request");
}

/** Where the browser goes once somebody has logged in. */
export function approval(context: Context, request: Request, listener: Listener): string {
  const code = issueCode(context, { ...request, clientId: sandboxClientId, listener });
  return answer(context.publicUrl, request, { code });
}

/** Where it goes once nobody has. */
export function refusal(publicUrl: string, request: Request, error: string): string {
  return answer(publicUrl, request, { error });
}

/** The issuer stands in it so that a client can tell whose answer it is (RFC 9207). */
function answer(publicUrl: string, { redirectUri, state }: Request, told: Record<string, string>): string {
  return `${redirectUri}?${new URLSearchParams({ ...told, state, iss: sandboxIssuer(publicUrl) })}`;
}
