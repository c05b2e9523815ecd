const name = "social_login";
/** Path of all social login calls and nothing else. */
const path = "/api/v1/user/social";
/** Maximum duration of a login, in seconds. */
export const ATTEMPT_LIFETIME_S = 600;

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
