import { createHash } from "node:crypto";
import {
  type AnswerOf,
  apiPrefix,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from "@wrapsody/shared/endpoint.ts";
import { type ListQuery, readListQuery } from "@wrapsody/shared/page.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Failure } from "./failure.ts";

/** Who is calling, as far as a living session proves it. */
export type Session = {
  accountId: string;
  role: "ADMIN" | "ARTIST" | "PROVIDER";
  userType: "provider" | "artist";
};

/** Finds the living session of a bearer token. */
export type FindSession = (token: string) => Promise<Session | undefined>;

/** A call as its handler sees it: parsed, and with nothing of the web framework. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Paging, sort and filters; on calls that are described with a list. */
  list: ListQuery;
  session: E["access"] extends "session" ? Session : Session | undefined;
  /** `X-Wrap-Per`: the visitor's id, 16 characters the browser chose. */
  visitor: string | undefined;
  /** `X-Wrap-Inc`: who shared the link the visitor came by. */
  sharer: string | undefined;
  /** The caller's network address. */
  address: string;
  idempotencyKey: string | undefined;
};

export type Route = {
  endpoint: Endpoint;
  handle(call: Call<Endpoint>): Promise<unknown>;
};

/** Binds a handler to the call it answers; the description types both sides. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E>>,
): Route {
  return { endpoint, handle: handle as unknown as Route["handle"] };
}

/** Adds the routes below the API prefix. */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], findSession: FindSession): void {
  for (const one of routes) addRoute(app, one, findSession);
}

function addRoute(app: FastifyInstance, { endpoint, handle }: Route, findSession: FindSession): void {
  app.route({
    method: endpoint.method,
    url: `${apiPrefix}/${endpoint.path}`,
    schema: { response: { 200: envelopeSchema(endpoint) } },
    handler: async (request, reply) => {
      const session = await sessionOf(request, endpoint, findSession);
      const call = { ...parseCall(endpoint, request), session, ...originOf(request) };
      const body = await handle(call as Call<Endpoint>);
      if (endpoint.method === "GET") setCaching(reply, endpoint);
      return { success: true, body };
    },
  });
}

/** The success envelope as JSON Schema: what the serializer keeps is exactly what the endpoint declares. */
function envelopeSchema(endpoint: Endpoint): unknown {
  const envelope = z.object({ success: z.literal(true), body: endpoint.answer });
  const { $schema, ...schema } = z.toJSONSchema(envelope, { io: "output", unrepresentable: "any" });
  return schema;
}

async function sessionOf(
  request: FastifyRequest,
  endpoint: Endpoint,
  findSession: FindSession,
): Promise<Session | undefined> {
  if (endpoint.access === "public") return undefined;
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? "")?.[1];
  const session = token === undefined ? undefined : await findSession(token);
  if (endpoint.access === "session" && session === undefined) {
    throw new Failure(request.headers.authorization === undefined ? "E0002" : "E0003");
  }
  return session;
}

function parseCall(endpoint: Endpoint, request: FastifyRequest) {
  const errors = new FieldErrors();
  const params = errors.collect(endpoint.params.safeParse(request.params));
  const raw = request.raw.url?.split("?", 2)[1] ?? "";
  let list: ListQuery | undefined;
  if (endpoint.list !== undefined) {
    const read = readListQuery(raw, endpoint.list, new Set(Object.keys(endpoint.query.shape)));
    if (read.ok) list = read.query;
    else errors.found.push(...read.errors);
  }
  const query = errors.collect(endpoint.query.safeParse(request.query));
  const body = errors.collect(endpoint.body.safeParse(withoutBrokenText(request.body ?? {})));
  if (errors.found.length > 0) throw new Failure("E0007", { errors: errors.found });
  return { params, query, body, list };
}

class FieldErrors {
  readonly found: { field: string; message: string }[] = [];

  collect<T>(result: z.ZodSafeParseResult<T>): T | undefined {
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      this.found.push({ field: issue.path.join("."), message: issue.message });
    }
    return undefined;
  }
}

/** PostgreSQL holds neither NUL nor half a surrogate pair; both only ever arrive by accident or malice. */
function withoutBrokenText(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (Array.isArray(value)) return value.map(withoutBrokenText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutBrokenText(inner)]));
}

function originOf(request: FastifyRequest) {
  return {
    visitor: headerMatching(request, "x-wrap-per", /^[A-Za-z0-9]{16}$/),
    sharer: headerMatching(request, "x-wrap-inc", /^[A-Za-z0-9-]{1,64}$/),
    idempotencyKey: headerMatching(request, "idempotency-key", /^[\x21-\x7e]{1,128}$/),
    address: request.ip,
  };
}

function headerMatching(request: FastifyRequest, name: string, form: RegExp): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" && form.test(value) ? value : undefined;
}

/** Public answers may be kept briefly by anyone; the rest is nobody else's business. */
function setCaching(reply: FastifyReply, endpoint: Endpoint): void {
  if (reply.hasHeader("cache-control")) return;
  reply.header(
    "cache-control",
    endpoint.access === "public" ? "public, max-age=0, must-revalidate" : "private, no-store",
  );
}

/** Weak: the same answer may still be compressed differently. */
export function entityTag(payload: string | Buffer): string {
  return `W/"${createHash("sha1").update(payload).digest("base64url")}"`;
}
