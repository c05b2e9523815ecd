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
import type { Limits } from "./limits.ts";

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

/** What stands before every handler. */
export type Gate = { findSession: FindSession; limits: Limits };

/** Adds the routes below the API prefix. */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], gate: Gate): void {
  for (const one of routes) addRoute(app, one, gate);
}

function addRoute(app: FastifyInstance, { endpoint, handle }: Route, { findSession, limits }: Gate): void {
  const limit = endpoint.limit ?? (endpoint.method === "GET" ? undefined : "write");
  app.route({
    method: endpoint.method,
    url: `${apiPrefix}/${endpoint.path}`,
    schema: { response: { 200: envelopeSchema(endpoint) } },
    handler: async (request, reply) => {
      const session = await sessionOf(request, endpoint, findSession);
      if (limit !== undefined) {
        await limits.count(limit, { address: request.ip, accountId: session?.accountId }, reply);
      }
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
  const params = errors.collect(endpoint.params.safeParse(withoutBrokenText(request.params)));
  let list: ListQuery | undefined;
  if (endpoint.list !== undefined) {
    const read = readListQuery(rawQuery(request), endpoint.list, new Set(Object.keys(endpoint.query.shape)));
    if (read.ok) list = read.query;
    else errors.found.push(...read.errors);
  }
  const query = errors.collect(endpoint.query.safeParse(withoutBrokenText(request.query)));
  const body = errors.collect(endpoint.body.safeParse(withoutBrokenText(request.body ?? {})));
  if (errors.found.length > 0) throw new Failure("E0007", { errors: errors.found });
  return { params, query, body, list };
}

/** As it was sent: in a filter the percent-encoding tells a value from an operator. */
function rawQuery(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : request.url.slice(start + 1);
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

/** No call is deeper than a few levels; whoever nests thousands wants to exhaust the stack. */
const deepest = 40;

/** PostgreSQL holds neither NUL nor half a surrogate pair; both only ever arrive by accident or malice. */
export function withoutBrokenText(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return sound(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepest) throw new Failure("E0000", { message: "The request is nested too deeply." });
  if (Array.isArray(value)) return value.map((inner) => withoutBrokenText(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sound(key), withoutBrokenText(inner, depth + 1)]),
  );
}

function sound(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
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
