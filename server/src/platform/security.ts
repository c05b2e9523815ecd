import type { FastifyInstance } from "fastify";

/** The policy of a page: only our own files, and inline scripts that carry this page's nonce. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    // Ambient colours and proportions are written on elements; no rule can be smuggled in that way.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "object-src 'none'",
  ].join("; ");
}

/** Headers that hold for every answer; pages add their own policy. */
export function addSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "strict-origin-when-cross-origin");
    reply.header("permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=(), usb=()");
    reply.header("cross-origin-opener-policy", "same-origin");
    if (options.https) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  });
}
