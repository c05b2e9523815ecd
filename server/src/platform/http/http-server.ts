import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
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

/** Bytes of a JSON body; uploads have limits of their own. */
const bodyLimit = 1_000_000;
/** Milliseconds that a request may take to arrive: long enough for the largest file on a slow line. */
const longestArrival = 15 * 60_000;
const DEFAULT_BODY_TIMEOUTS: BodyTimeouts = { bodyMs: 120_000, afterResponseMs: 60_000 };
/** Characters of an address, its query included. */
const longestUrl = 8_000;

/**
 * Answers a request ahead of all routes, when it can do so at once; false: it is not its business. Fastify's own
 * way through hooks and reply costs more than sending a page that is ready.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

export type HttpOptions = { rateLimits?: RateLimits; fastPath?: FastPath; timeouts?: BodyTimeouts };

/** Milliseconds that a request is waited for; a file has the longest arrival that there is. */
type BodyTimeouts = {
  /** Until what is no file has arrived. */
  bodyMs: number;
  /** Until whoever still sends after their answer has read it. */
  afterResponseMs: number;
};

/** The web server with what holds for every answer: request ids, limits, one error sink, entity tags, compression. */
export function createHttpServer(
  config: Config,
  log: Log,
  { rateLimits = unlimited, fastPath = () => false, timeouts = DEFAULT_BODY_TIMEOUTS }: HttpOptions = {},
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "reqId" }),
    trustProxy: config.trustProxy.length === 0 ? false : trustedProxies(config.trustProxy),
    bodyLimit,
    genReqId: requestId,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // Requests that arrive while the server stops are finished like the others; their connections then close.
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
    serverFactory(handle) {
      const server = createServer(
        { requestTimeout: longestArrival, headersTimeout: 60_000, keepAliveTimeout: 72_000 },
        (request, response) => {
          awaitArrival(request, response, timeouts);
          if (!server.listening || !fastPath(request, response)) handle(request, response);
        },
      );
      return server;
    },
  }) as unknown as FastifyInstance;
  // What is no JSON is refused as that, instead of being taken for a text where an object has to be.
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
 * A body that comes a byte at a time would hold its connection for as long as a file may take; so would one that nobody
 * reads any more. Closed at once after its answer, a connection may be lost with the answer in it.
 */
function awaitArrival(request: IncomingMessage, response: ServerResponse, patience: BodyTimeouts): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!request.complete) breakOff(request, response);
    }, milliseconds);
    timer.unref();
  };
  if (!bringsFiles(request)) wait(patience.bodyMs);
  response.once("finish", () => {
    if (!request.complete) wait(patience.afterResponseMs);
  });
  request.once("close", () => clearTimeout(timer));
}

function breakOff(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) request.destroy();
  else handleClientError(Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.socket);
}

/** The caller's own id where it has the form of one, so that its log and ours can be laid side by side. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

function admit(limits: RateLimits) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    reply.header("x-request-id", request.id);
    if (request.url.length > longestUrl) {
      done(Object.assign(new Error("address too long"), { statusCode: 414 }));
      return;
    }
    try {
      limits.enforce(classOf(request.url), request.ip, reply);
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

/** The path alone: queries may carry codes and tokens. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

/** A part of a path that opens something: 256 random bits in base64, as links in mails carry them. */
const token = /(?<=\/)[\w-]{43}(?=\/|$)/g;

/** The path as a log may keep it. */
export function redactPath(url: string): string {
  return pathOf(url).replace(token, "[redacted]");
}

/** A line for each answer. It holds nothing that would have to be cut out, so nothing looks for it. */
function logAnswers(log: Log) {
  const answers = log.child({}, { redact: [] });
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    answers.info(
      {
        reqId: request.id,
        method: request.method,
        path: redactPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
    done();
  };
}
