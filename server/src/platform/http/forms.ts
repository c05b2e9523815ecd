import type { FastifyInstance, FastifyRequest } from "fastify";

const MAX_FORM_BYTES = 16_384;

/** Accepts URL-encoded forms on the routes of this scope. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** Returns the form fields; empty for another content type. */
export function readForm({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Returns the query parameters of the request. */
export function readQuery({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
}
