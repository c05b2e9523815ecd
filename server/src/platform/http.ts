import { randomUUID } from "node:crypto";
import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import type { ErrorAnswer } from "@wrapsody/shared/errors.ts";
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import type { Config } from "./config.ts";
import { Failure, notFound } from "./failure.ts";
import type { Log } from "./log.ts";
import { entityTag } from "./routing.ts";

/** Bytes of a JSON body; uploads have limits of their own. */
const bodyLimit = 1_000_000;

/** The web server with what holds for every answer: request ids, one error sink, entity tags. */
export function createHttp(config: Config, log: Log): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: "idle",
  }) as unknown as FastifyInstance;
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply));
  app.addHook("onSend", tagAnswer);
  app.addHook("onResponse", logAnswer);
  return app;
}

function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asFailure(error);
  if (failure.code === "X001") request.log.error({ err: error, reqId: request.id }, "unexpected error");
  const answer: ErrorAnswer = {
    success: false,
    code: failure.code,
    message: failure.message,
    errors: failure.errors,
  };
  if (failure.retryAfter !== undefined) reply.header("retry-after", Math.ceil(failure.retryAfter));
  return reply
    .code(failure.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(answer);
}

function asFailure(error: FastifyError | Error): Failure {
  if (error instanceof Failure) return error;
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new Failure("E0008", { cause: error });
  if (status === 415) return new Failure("E0009", { cause: error });
  if (status !== undefined && status >= 400 && status < 500) {
    return new Failure("E0000", { message: "The request could not be read.", cause: error });
  }
  return new Failure("X001", { cause: error });
}

/** Reads of the API answer 304 to whoever already holds the same bytes. */
async function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  reply.header("x-request-id", request.id);
  const readsApi =
    (request.method === "GET" || request.method === "HEAD") && request.url.startsWith(apiPrefix);
  if (!readsApi || reply.statusCode !== 200 || typeof payload !== "string") return payload;
  const tag = entityTag(payload);
  reply.header("etag", tag);
  if (!(request.headers["if-none-match"] ?? "").includes(tag)) return payload;
  reply.code(304).removeHeader("content-length");
  return null;
}

async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      reqId: request.id,
      method: request.method,
      path: request.url.split("?", 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    "answered",
  );
}
