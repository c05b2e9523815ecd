import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { defaultLanguage } from "@wrapsody/shared/api/language.ts";
import { type ListQuery, readListQuery, writeListQuery } from "@wrapsody/shared/api/page.ts";
import { Failure } from "../failure.ts";
import { type Call, FieldErrors, type Route } from "./routing.ts";

/** The request parameters of a page loader. */
type CallInput = { params?: unknown; query?: unknown; list?: Partial<ListQuery> };
export type InProcessCall = (
  endpoint: Pick<Endpoint, "method" | "path">,
  input: CallInput,
) => Promise<unknown>;

/** Returns what a response shows as well; undefined if the route does not say it. */
export type RecordedCall = (
  ...call: Parameters<InProcessCall>
) => Promise<{ answer: unknown; shows: readonly string[] | undefined }>;

/**
 * Calls routes without HTTP, for server-rendered pages: anonymously, with responses stripped to what the endpoint
 * declares, as on the wire.
 */
export function createInProcessCall(routes: readonly Route[]): RecordedCall {
  const byName = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
  return async ({ method, path }, input) => {
    const route = byName.get(`${method} ${path}`);
    if (route === undefined) throw new Failure("X001", { message: `no route answers ${method} ${path}` });
    const call = anonymousCall(route.endpoint, input);
    const result = await route.handle(call);
    return { answer: route.endpoint.answer.parse(result), shows: route.shows?.(result, call) };
  };
}

/** Validates like a request, because the parameters of a page come from its URL. */
function anonymousCall(endpoint: Endpoint, { params, query, list }: CallInput): Call<Endpoint> {
  return {
    params: checked(endpoint.params, params),
    query: checked(endpoint.query, query),
    body: {},
    files: {},
    list: checkedList(endpoint, list),
    session: undefined,
    visitor: undefined,
    sharer: undefined,
    source: undefined,
    address: "127.0.0.1",
    device: { address: "127.0.0.1", userAgent: "", fingerprint: undefined },
    language: defaultLanguage,
    sessionToken: undefined,
    cookies: "",
    idempotencyKey: undefined,
  };
}

function checked(schema: Endpoint["params"], input: unknown): Record<string, unknown> {
  const errors = new FieldErrors();
  const data = errors.parse(schema, input ?? {});
  if (data === undefined) throw new Failure("E0007", { errors: errors.found });
  return data;
}

function checkedList({ list }: Endpoint, query: Partial<ListQuery> = {}): ListQuery {
  const listQuery = readListQuery(writeListQuery(query), list ?? { filters: {}, sortKeys: ["created_at"] });
  if (listQuery.ok) return listQuery.query;
  throw new Failure("E0007", { errors: listQuery.errors });
}
