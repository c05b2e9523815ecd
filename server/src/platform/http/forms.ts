import type { FastifyInstance, FastifyRequest } from "fastify";

/** Bytes of a form: some short fields. */
const longestForm = 16_384;

/** Lets the routes of this scope alone take what HTML forms send; everything else that is called takes JSON. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: longestForm },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** What a form sent; empty where something else came. */
export function readForm({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** The query of the request's address. */
export function readQuery({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
}
