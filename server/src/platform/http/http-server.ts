import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import type { Config } from "../config/config.ts";
import type { Log } from "../log.ts";
import { type RateLimits, unlimited } from "../security/rate-limits.ts";
import { addUnknownApiRoutes, rejectUnknownRoute, trackMethods } from "./allowed-methods.ts";
import { handleClientError, handleError } from "./error-handler.ts";
import { trustedProxies } from "./ip-addresses.ts";
import { addResponseHooks } from "./response-hooks.ts";

/** Bytes of a JSON body; uploads have their own limits. */
const BODY_LIMIT = 1_000_000;
/** Long enough to upload the largest file on a slow connection. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const DEFAULT_BODY_TIMEOUTS: BodyTimeouts = { bodyMs: 120_000, afterResponseMs: 60_000 };
/** Characters, including the query string. */
const MAX_URL_LENGTH = 8_000;

/**
 * Sends a prepared response before routing; returns false to continue with the routes. Fastify's hooks cost more than
 * sending a cached page.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

export type HttpOptions = { rateLimits?: RateLimits; fastPath?: FastPath; timeouts?: BodyTimeouts };

/** Timeouts of request bodies other than files, in milliseconds. */
type BodyTimeouts = {
  /** Until the body is complete. */
  bodyMs: number;
  /** Until a client that is still sending has read the response. */
  afterResponseMs: number;
};

/** Paths for process supervisors and proxies. They count towards no rate limit and are logged only if they fail. */
export const probePaths = { live: "/livez", ready: "/readyz" } as const;

function isProbe(url: string): boolean {
  const path = pathOf(url);
  return path === probePaths.live || path === probePaths.ready;
}

/** Creates the web server with request IDs, rate limits, error handling, ETags and compression. */
export function createHttpServer(
  config: Config,
  log: Log,
  { rateLimits = unlimited, fastPath = () => false, timeouts = DEFAULT_BODY_TIMEOUTS }: HttpOptions = {},
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Lines name their request themselves. A logger for each request costs as much as its line.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy.length === 0 ? false : trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    genReqId: requestId,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // Requests that arrive during shutdown are served; their connections close afterwards.
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
    serverFactory(handle) {
      const server = createServer(
        { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 60_000, keepAliveTimeout: 72_000 },
        (request, response) => {
          enforceBodyTimeouts(request, response, timeouts);
          if (!server.listening || !fastPath(request, response)) handle(request, response);
        },
      );
      return server;
    },
  }) as unknown as FastifyInstance;
  // Rejects text/plain with E0009 instead of validating it as an object.
  app.removeContentTypeParser("text/plain");
  const methodsOf = trackMethods(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => {
    const { failure, allow } = rejectUnknownRoute(pathOf(request.url), request.method, methodsOf);
    if (allow !== undefined) reply.header("allow", allow);
    return handleError(failure, request, reply);
  });
  app.addHook("onRequest", admit(rateLimits));
  addResponseHooks(app);
  app.addHook("onResponse", logAnswers(log));
  addUnknownApiRoutes(app, methodsOf);
  return app;
}

function bringsFiles({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") ?? false;
}

/**
 * Limits slow bodies to the body timeout instead of the file timeout, also for bodies that are no longer read. Does not
 * close right after the response, because the client could lose it.
 */
function enforceBodyTimeouts(
  request: IncomingMessage,
  response: ServerResponse,
  timeouts: BodyTimeouts,
): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!request.complete) breakOff(request, response);
    }, milliseconds);
    timer.unref();
  };
  if (!bringsFiles(request)) wait(timeouts.bodyMs);
  response.once("finish", () => {
    if (!request.complete) wait(timeouts.afterResponseMs);
  });
  request.once("close", () => clearTimeout(timer));
}

function breakOff(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) request.destroy();
  else handleClientError(Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.socket);
}

/** Returns a valid `X-Request-Id` of the caller, so that logs can be correlated, or a new ID. */
export function requestId(request: IncomingMessage): string {
  const requestId = request.headers["x-request-id"];
  return typeof requestId === "string" && /^[\w.-]{8,64}$/.test(requestId) ? requestId : randomUUID();
}

function admit(limits: RateLimits) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    reply.header("x-request-id", request.id);
    if (request.url.length > MAX_URL_LENGTH) {
      done(new errorCodes.FST_ERR_MAX_PARAM_LENGTH());
      return;
    }
    try {
      if (!isProbe(request.url)) limits.enforce(classOf(request.url), request.ip, reply);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function classOf(url: string): "call" | "page" | "file" {
  if (url.startsWith("/api/")) return "call";
  return /^\/(images|audio|assets|ipfs)\//.test(url) ? "file" : "page";
}

/** Returns the path without the query, which may contain codes and tokens. */
export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** A path segment with a secret: 256 random bits in base64, as in email links. */
const token = /(?<=\/)[\w-]{43}(?=\/|$)/g;

/** Returns the path with secrets redacted, for logs. */
export function redactPath(url: string): string {
  return pathOf(url).replace(token, "[redacted]");
}

/** Logs each response. Disables redaction, because the fields contain no secrets. */
function logAnswers(log: Log) {
  const answers = log.child({}, { redact: [] });
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const line = {
      reqId: request.id,
      method: request.method,
      path: redactPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 400 || !isProbe(request.url)) answers.info(line, "answered");
    done();
  };
}
