import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

export type PagePolicy = {
  nonce: string;
  /** The embeddable player: any site may frame it. */
  embeddable: boolean;
  /** Allows Apple's MusicKit. */
  appleMusic: boolean;
  /** Other origins that serve files; see `fileOrigin`. */
  files: string | undefined;
};

/** Builds the Content-Security-Policy of a page: own files, and inline scripts with this page's nonce. */
export function contentSecurityPolicy({ nonce, embeddable, appleMusic, files }: PagePolicy): string {
  const elsewhere = files === undefined ? "" : ` ${files}`;
  const apple = appleMusic ? " https://*.apple.com" : "";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${appleMusic ? " https://js-cdn.music.apple.com" : ""}`,
    "style-src 'self'",
    // Style attributes carry ambient colours and proportions; they cannot inject rules.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}`,
    `media-src 'self' blob:${elsewhere}`,
    "font-src 'self'",
    `connect-src 'self'${elsewhere}${apple}`,
    "manifest-src 'self'",
    "form-action 'self'",
    `frame-src 'self'${apple}`,
    "base-uri 'none'",
    `frame-ancestors ${embeddable ? "*" : "'self'"}`,
    "object-src 'none'",
  ].join("; ");
}

/** Returns the origins that browsers fetch files from, separated by spaces: the CDN and, by signed URLs, the store. */
export function fileOrigin(s3: Config["s3"]): string | undefined {
  if (s3 === undefined) return undefined;
  const origins = [s3.publicUrl && new URL(s3.publicUrl).origin, signedOrigin(s3)].filter(Boolean);
  return origins.length === 0 ? undefined : origins.join(" ");
}

function signedOrigin(s3: NonNullable<Config["s3"]>): string | undefined {
  if (!s3.signedUrls) return undefined;
  if (s3.endpoint === undefined) {
    const host = `s3.${s3.region}.amazonaws.com`;
    return s3.pathStyle ? `https://${host}` : `https://${s3.bucket}.${host}`;
  }
  const { protocol, host } = new URL(s3.endpoint);
  return s3.pathStyle ? `${protocol}//${host}` : `${protocol}//${s3.bucket}.${host}`;
}

/** Returns the headers of every response; pages add their own policy. */
export function securityHeaders(options: { https: boolean }): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(options.https ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

export function addSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
