const name = "social_login";
/** Below it are all calls of a log-in by a network, and nothing else. */
const path = "/api/v1/user/social";
/** Seconds that a log-in may take. */
export const ATTEMPT_LIFETIME_S = 600;

/**
 * Ties a log-in to the browser that began it. A network may answer with a form that its page sends, with which browsers
 * send no `Lax` cookie; so it is asked for when the site itself completes the log-in.
 */
export function buildBrowserCookie(secret: string, publicUrl: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${secret}; Path=${path}; Max-Age=${ATTEMPT_LIFETIME_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** The secret in a `Cookie` header. */
export function parseBrowserCookie(cookies: string): string | undefined {
  return /(?:^|;\s*)social_login=([\w-]{43})(?:;|$)/.exec(cookies)?.[1];
}
