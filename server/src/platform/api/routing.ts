import { Readable } from "node:stream";
import SerializerSelector from "@fastify/fast-json-stringify-compiler";
import type { MemberRole } from "@wrapsody/shared/accounts/accounts.ts";
import { findPermission, mayCall } from "@wrapsody/shared/accounts/permissions.ts";
import {
  type AnswerOf,
  apiPrefix,
  type BodyOf,
  type Endpoint,
  type FileParts,
  type ParamsOf,
  type QueryOf,
} from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import { type Language, languageOf } from "@wrapsody/shared/api/language.ts";
import { type ListQuery, readListQuery } from "@wrapsody/shared/api/page.ts";
import { describeIssue } from "@wrapsody/shared/api/validation-messages.ts";
import { describeUnreadable, normalizeText } from "@wrapsody/shared/text/text.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Failure } from "../failure.ts";
import { missingFiles, type Received, type Upload, type UploadFolder } from "../http/uploads.ts";
import type { PageEntity } from "../pages/page-invalidation.ts";
import type { RateLimits } from "../security/rate-limits.ts";
import { attachmentDisposition } from "../storage/file-response.ts";
import { FileDownload, StreamedJson, streamJson } from "./streamed-json.ts";
import { findUnknownKeys } from "./unknown-keys.ts";

/** The authenticated caller: a valid session or a publisher's API key. */
export type Session = {
  /** The account that the call concerns: the caller's own, or the one that they work for. */
  accountId: string;
  /** Set if the account is not the caller's own: the caller, with their role in the account. */
  member?: Member;
  role: "ADMIN" | "ARTIST" | "PROVIDER";
  userType: "provider" | "artist";
  /** Undefined for API keys. */
  sessionId: string | undefined;
};

type Member = { accountId: string; role: MemberRole };

export type FindSession = {
  /** Finds the valid session of a bearer token and records its last address. */
  byToken(token: string, address: string): Promise<Session | undefined>;
  /** Finds the account of an API key. */
  byKeys(keys: { id: string; secret: string }, address: string): Promise<Session | undefined>;
  /** Returns the session of a member who works for another account; undefined if they are not its member now. */
  forAccount?(session: Session, accountId: string): Promise<Session | undefined>;
};

/** Device details as sent by the client; not authenticated. */
export type Device = {
  address: string;
  userAgent: string;
  fingerprint: string | undefined;
  /** The authenticated member who acts, if the call concerns an account that is not their own. Events name them. */
  memberId?: string;
};

/** The files of a request by part name; required files are always present. */
type FilesOf<Files extends FileParts | undefined> = Files extends FileParts
  ? { [Name in keyof Files]: Files[Name] extends { missing: string } ? Upload : Upload | undefined }
  : Record<never, never>;

/** A parsed request, independent of the web framework. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Stored on this node's disk until the response is sent. */
  files: FilesOf<E["files"]>;
  /** Paging, sort and filters; only for endpoints with a `list`. */
  list: ListQuery;
  session: E["access"] extends "session" | "personal" ? Session : Session | undefined;
  /** `X-Wrap-Per`: the visitor ID, 16 characters chosen by the browser. */
  visitor: string | undefined;
  /** `X-Wrap-Inc`: who shared the link that the visitor followed. */
  sharer: string | undefined;
  /** `X-Wrap-Source`: how the visit began, in upper case; unverified. */
  source: string | undefined;
  /** The caller's network address. */
  address: string;
  device: Device;
  /** The best match of `Accept-Language` among the supported languages. */
  language: Language;
  /** `X-Session-Token`: the pre-authentication token between password and MFA code. */
  sessionToken: string | undefined;
  /** The `Cookie` header as it came. */
  cookies: string;
  idempotencyKey: string | undefined;
};

export type Route = {
  endpoint: Endpoint;
  handle(call: Call<Endpoint>): Promise<unknown>;
  /** Returns the entities whose change affects the result, for pages that show it; undefined: any change may. */
  shows?: (result: unknown, call: Call<Endpoint>) => readonly PageEntity[] | undefined;
};

/** Binds a handler to its endpoint, which types the request and the response. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | StreamedJson | FileDownload>,
): Route {
  return { endpoint, handle: handle as unknown as Route["handle"] };
}

/**
 * Like `route`, for endpoints that pages call: `shows` names the entities whose change affects the result. The result may have
 * more fields than the endpoint declares, which the response leaves out.
 */
export function pageRoute<E extends Endpoint, Result extends AnswerOf<E>>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result>,
  shows: (result: Result, call: Call<E>) => readonly PageEntity[] | undefined,
): Route {
  return { endpoint, handle, shows } as unknown as Route;
}

/** Dependencies of every route: authentication, rate limits, uploads. */
type RouteDependencies = {
  findSession: FindSession;
  rateLimits: RateLimits;
  uploads: UploadFolder;
  /** Returns the language of callers without a supported one. */
  defaultLanguage?: () => Language;
};

/** Adds the routes below the API prefix. */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], gate: RouteDependencies): void {
  // Leaves the body unread: files are accepted only after authentication.
  app.addContentTypeParser(multipart, (_request, _payload, done) => done(null));
  for (const route of routes) addRoute(app, route, gate);
}

const multipart = "multipart/form-data";

function addRoute(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  { findSession, rateLimits, uploads, defaultLanguage }: RouteDependencies,
): void {
  const limit = endpoint.limit ?? (endpoint.method === "GET" ? undefined : "write");
  app.route({
    method: endpoint.method,
    url: `${apiPrefix}/${endpoint.path}`,
    handler: async (request, reply) => {
      const caller =
        endpoint.access === "public" ? undefined : await sessionOf(request, endpoint, findSession);
      const limited = { address: request.ip, accountId: caller?.accountId };
      if (caller !== undefined && caller.sessionId === undefined) {
        await rateLimits.consume("key", limited, reply);
      }
      if (limit !== undefined) await rateLimits.consume(limit, limited, reply);
      const findActing = () =>
        caller === undefined ? undefined : actingSession(request, endpoint, caller, findSession);
      const acting = await findActing();
      const received = await receiveBody(endpoint.files, request, uploads);
      const count = async (subject: string) => rateLimits.consume("subject", { ...limited, subject }, reply);
      const body = await answerOf(endpoint, request, received, {
        // A member may have been removed while a large file arrived.
        findSession: async () => (endpoint.files === undefined ? acting : findActing()),
        count,
        handle,
        language: languageOf(request.headers["accept-language"], defaultLanguage?.()),
      });
      if (endpoint.method === "GET") setCaching(reply, endpoint);
      if (body instanceof StreamedJson) return sendLong(reply, body);
      if (body instanceof FileDownload) return sendFile(reply, body);
      const code = endpoint.codeOf?.(body);
      const envelope = { success: true, ...(code === undefined ? {} : { code }), body };
      // Serialized here, because a schema for each route took a fifth of the time in which a server is created.
      const text = getSerializer(endpoint)(envelope);
      return reply.type("application/json; charset=utf-8").send(text);
    },
  });
}

type Answering = {
  findSession(): Promise<Session | undefined>;
  /** @throws Failure E0010 if the rate limit of the subject is exceeded */
  count(subject: string): Promise<void>;
  handle: Route["handle"];
  language: Language;
};

async function answerOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  received: Received,
  { findSession, count, handle, language }: Answering,
): Promise<unknown> {
  try {
    const session = await findSession();
    const parsed = parseCall(endpoint, request, received);
    if (session?.member !== undefined && !mayCall(session.member.role, endpoint, parsed.body ?? {}))
      throw new Failure("E0075");
    if (endpoint.limitedBy !== undefined) await count(subjectOf(endpoint, endpoint.limitedBy, parsed));
    const { device, ...origin } = originOf(request);
    const by = session?.member === undefined ? {} : { memberId: session.member.accountId };
    const call = { ...parsed, session, language, ...origin, device: { ...device, ...by } };
    return await handle(call as Call<Endpoint>);
  } finally {
    await received.discard();
  }
}

/** Builds the rate limit key that is shared by all endpoints of the same tag and values. */
function subjectOf(
  { tag }: Endpoint,
  names: readonly string[],
  { params, query, body }: ReturnType<typeof parseCall>,
): string {
  const values: Record<string, unknown> = { ...params, ...query, ...body };
  return [tag, ...names.map((name) => String(values[name]).toLowerCase())].join(" ");
}

/** Returns the body, and reads files from a multipart request. @throws Failure E0009 if the endpoint accepts no files */
async function receiveBody(
  files: FileParts | undefined,
  request: FastifyRequest,
  uploads: UploadFolder,
): Promise<Received> {
  const holdsFiles = request.headers["content-type"]?.toLowerCase().startsWith(multipart) ?? false;
  if (holdsFiles && files !== undefined) return uploads.receive(files, request.raw);
  if (holdsFiles || (files !== undefined && request.body !== undefined)) throw new Failure("E0009");
  return { body: request.body ?? {}, uploads: {}, unknownParts: [], discard: async () => undefined };
}

/** Streams with backpressure. An error after the headers closes the connection. */
function sendLong(reply: FastifyReply, { body }: StreamedJson): FastifyReply {
  const text = Readable.from(streamJson({ success: true, body }), { objectMode: false });
  return reply.type("application/json; charset=utf-8").send(text);
}

/** Personalised, therefore not cacheable. */
function sendFile(reply: FastifyReply, { contentType, name, size, content }: FileDownload): FastifyReply {
  return reply
    .headers(size === undefined ? {} : { "content-length": size })
    .header("content-disposition", attachmentDisposition(name))
    .headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" })
    .type(contentType)
    .serializer((answered: unknown) => String(answered))
    .send(content);
}

const compileSerializer = SerializerSelector()();
type Serializer = ReturnType<typeof compileSerializer>;
const serializers = new WeakMap<Endpoint, Serializer>();

/**
 * Compiles the serializer of an endpoint with its first answer, once for its GET and HEAD routes and for all servers of the process.
 * Compiling all of them took a tenth of the time of a start.
 */
function getSerializer(endpoint: Endpoint): Serializer {
  const cached = serializers.get(endpoint);
  if (cached !== undefined) return cached;
  const { method, path: url } = endpoint;
  const compiled = compileSerializer({ method, url, httpStatus: "200", schema: envelopeSchema(endpoint) });
  serializers.set(endpoint, compiled);
  return compiled;
}

/** The success envelope as JSON Schema; the serializer drops everything that the endpoint does not declare. */
function envelopeSchema(endpoint: Endpoint): unknown {
  const envelope = z.object({
    success: z.literal(true),
    ...(endpoint.codeOf === undefined ? {} : { code: z.string().optional() }),
    body: endpoint.answer,
  });
  const { $schema, ...schema } = z.toJSONSchema(envelope, { io: "output", unrepresentable: "any" });
  return schema;
}

async function sessionOf(
  request: FastifyRequest,
  endpoint: Endpoint,
  findSession: FindSession,
): Promise<Session | undefined> {
  const session = await provenSession(request, findSession);
  const needed = endpoint.access === "session" || endpoint.access === "personal";
  if (needed && session === undefined) {
    throw new Failure(request.headers.authorization === undefined ? "E0002" : "E0003");
  }
  if (endpoint.access === "personal" && session?.sessionId === undefined) throw new Failure("E0023");
  return session;
}

/**
 * Returns the session in the account that `X-Wrap-Account` names, if the call concerns an account rather than a person. Reads the
 * membership on every request, so that a removal ends access on all nodes at once.
 *
 * @throws Failure E0074 unless the caller is a member of the account, E0075 if their role does not allow the call whatever its body
 */
async function actingSession(
  request: FastifyRequest,
  endpoint: Endpoint,
  caller: Session,
  findSession: FindSession,
): Promise<Session> {
  const chosen = request.headers["x-wrap-account"];
  if (chosen === undefined || chosen === caller.accountId) return caller;
  if (findPermission(endpoint) === "PERSON") return caller;
  const session = await findSession.forAccount?.(caller, String(chosen));
  if (session?.member === undefined) throw new Failure("E0074");
  if (!mayCall(session.member.role, endpoint)) throw new Failure("E0075");
  return session;
}

function provenSession(request: FastifyRequest, findSession: FindSession): Promise<Session | undefined> {
  const header = request.headers.authorization ?? "";
  const token = /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1];
  if (token !== undefined) return findSession.byToken(token, request.ip);
  const pair = /^Basic ([A-Za-z0-9+/]{1,400}={0,2})$/i.exec(header)?.[1];
  const [, id, secret] = /^([\w-]+):([\w-]+)$/.exec(Buffer.from(pair ?? "", "base64").toString()) ?? [];
  return id === undefined || secret === undefined
    ? Promise.resolve(undefined)
    : findSession.byKeys({ id, secret }, request.ip);
}

function parseCall(endpoint: Endpoint, request: FastifyRequest, received: Received) {
  const errors = new FieldErrors();
  const params = errors.parse(endpoint.params, request.params);
  let list: ListQuery | undefined;
  if (endpoint.list !== undefined) {
    const listQuery = readListQuery(
      rawQuery(request),
      endpoint.list,
      new Set(Object.keys(endpoint.query.shape)),
    );
    if (listQuery.ok) list = listQuery.query;
    else errors.found.push(...listQuery.errors);
  }
  const query = errors.parse(endpoint.query, request.query);
  const body = errors.parse(endpoint.body, received.body);
  if (endpoint.files !== undefined) errors.found.push(...missingFiles(endpoint.files, received.uploads));
  // A file that was sent as text is missing already.
  const reported = new Set(errors.found.map(({ field }) => field));
  const unknown = findUnknownKeys(endpoint.body, received.body, received.unknownParts);
  errors.found.push(...unknown.filter(({ field }) => !reported.has(field)));
  if (errors.found.length > 0) throw new Failure("E0007", { errors: errors.found });
  return { params, query, body, list, files: received.uploads };
}

/** The query string without decoding: in a filter, percent-encoding distinguishes a value from an operator. */
function rawQuery(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : request.url.slice(start + 1);
}

/** Collects the errors of the parts of a request. */
export class FieldErrors {
  readonly found: FieldError[] = [];

  parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> | undefined {
    const { value, errors } = readTexts(input);
    const result = schema.safeParse(value, { error: describeIssue });
    if (result.success && errors.length === 0) return result.data;
    const named = new Set(errors.map(({ field }) => field));
    for (const issue of result.error?.issues ?? []) {
      const field = issue.path.join(".");
      if (!named.has(field)) errors.push({ field, message: issue.message });
    }
    this.found.push(...errors);
    return undefined;
  }
}

/** Protects the stack from deeply nested bodies. */
const MAX_DEPTH = 40;

/** Errors of one request; a hostile body may have a million texts. */
const MAX_UNREADABLE_TEXTS = 20;

/** Normalizes every text of an input to NFC. Reports texts with a character that none may have. */
function readTexts(input: unknown): { value: unknown; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const readText = (text: string, path: readonly string[]) => {
    const message = describeUnreadable(text);
    if (message !== undefined && errors.length < MAX_UNREADABLE_TEXTS)
      errors.push({ field: path.join("."), message });
    return normalizeText(text);
  };
  const read = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === "string") return readText(value, path);
    if (typeof value !== "object" || value === null) return value;
    if (path.length > MAX_DEPTH)
      throw new Failure("E0000", { message: "The request body is nested too deeply." });
    if (Array.isArray(value)) return value.map((inner, place) => read(inner, [...path, String(place)]));
    const entries = Object.entries(value).map(([key, inner]) => {
      const inside = [...path, key];
      return [readText(key, inside), read(inner, inside)];
    });
    return Object.fromEntries(entries);
  };
  return { value: read(input, []), errors };
}

function originOf(request: FastifyRequest) {
  return {
    visitor: headerMatching(request, "x-wrap-per", /^[A-Za-z0-9]{16}$/),
    sharer: headerMatching(request, "x-wrap-inc", /^[A-Za-z0-9-]{1,64}$/),
    source: headerMatching(request, "x-wrap-source", /^[a-z]{1,16}$/)?.toUpperCase(),
    idempotencyKey: headerMatching(request, "idempotency-key", /^[\x21-\x7e]{1,128}$/),
    sessionToken: headerMatching(request, "x-session-token", /^[\w-]{20,200}$/),
    cookies: request.headers.cookie ?? "",
    address: request.ip,
    device: {
      address: request.ip,
      userAgent: (request.headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT_LENGTH),
      fingerprint: headerMatching(request, "x-device-fingerprint", /^[\x21-\x7e]{1,128}$/),
    },
  };
}

const MAX_USER_AGENT_LENGTH = 300;

function headerMatching(request: FastifyRequest, name: string, form: RegExp): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" && form.test(value) ? value : undefined;
}

/** Public responses are cacheable with revalidation; all others are not stored. */
function setCaching(reply: FastifyReply, endpoint: Endpoint): void {
  if (reply.hasHeader("cache-control")) return;
  reply.header(
    "cache-control",
    endpoint.access === "public" ? "public, max-age=0, must-revalidate" : "private, no-store",
  );
}
