import type { Socket } from "node:net";
import { type ErrorAnswer, errorCodes } from "@wrapsody/shared/api/errors.ts";
import { type Language, languageOf } from "@wrapsody/shared/api/language.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnavailableError } from "../database/database.ts";
import { Failure } from "../failure.ts";
import { StorageUnavailableError } from "../storage/s3-requests.ts";
import { isStorageFull } from "../storage/storage.ts";
import { localizeMessage } from "./messages.ts";

/** `Retry-After` while the database is away. */
export const DATABASE_RETRY_SECONDS = 5;

type Refusal = { status: number; failure: Failure };

/** Sends failures. Logs every other error in full and sends X001, E0049 if a disk is full, or E0051 if
 * the file store does not answer. */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, failure } = refusalOf(error);
  const { log, id: reqId } = request;
  if (failure.code === "E0049") log.error({ reqId, err: failure.cause }, "storage is full");
  if (failure.code === "E0051") log.error({ reqId, err: failure.cause }, "storage is unavailable");
  // Logged once for all requests where the state of the database is watched.
  if (failure.code === "E0052") log.debug({ reqId, err: failure.cause }, "database unavailable");
  if (failure.code === "X001") log.error({ reqId, err: error }, "unexpected error");
  if (failure.retryAfter !== undefined) reply.header("retry-after", Math.ceil(failure.retryAfter));
  // Headers that the handler set for its own response.
  for (const name of ["etag", "content-encoding", "content-length", "last-modified"])
    reply.removeHeader(name);
  const language = languageOf(request.headers["accept-language"]);
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .header("content-language", language)
    .header("vary", "accept-language")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(envelope(failure, language));
}

function envelope({ code, message, errors }: Failure, language: Language): ErrorAnswer {
  return {
    success: false,
    code,
    ...localizeMessage(message, language),
    errors: errors.map((error) => ({ field: error.field, ...localizeMessage(error.message, language) })),
  };
}

/** Maps errors of reading the request by their status; their messages name internals and are not sent. */
function refusalOf(error: FastifyError | Error): Refusal {
  if (error instanceof Failure) return { status: error.status, failure: error };
  if (error instanceof DatabaseUnavailableError) {
    return {
      status: 503,
      failure: new Failure("E0052", { retryAfter: DATABASE_RETRY_SECONDS, cause: error }),
    };
  }
  if (isStorageFull(error)) return errorResponse("E0049", 507, undefined, error);
  if (error instanceof StorageUnavailableError) return errorResponse("E0051", 503, undefined, error);
  const status = statusOfRequestError(error);
  if (status === undefined) return errorResponse("X001", 500, undefined, error);
  if (status === 413) return errorResponse("E0008", 413, undefined, error);
  if (status === 415) return errorResponse("E0009", 415, undefined, error);
  return errorResponse("E0000", status, messages[status] ?? "The request could not be read.", error);
}

/**
 * Returns the status of an error in the request itself: one of Fastify's, or a connection that broke during the body. Errors of
 * other services can have a status too, but theirs is no mistake of the caller.
 */
function statusOfRequestError(error: FastifyError | Error): number | undefined {
  if (!("statusCode" in error) || error.statusCode === undefined) return undefined;
  const isRequestError = error.code.startsWith("FST_") || error.code === "ECONNRESET";
  return isRequestError && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : undefined;
}

function errorResponse(
  code: "X001" | "E0000" | "E0008" | "E0009" | "E0049" | "E0051",
  status: number,
  message: string | undefined,
  cause: unknown,
): Refusal {
  return { status, failure: new Failure(code, { ...(message === undefined ? {} : { message }), cause }) };
}

const messages: Record<number, string> = {
  408: "The request timed out.",
  414: "The URL is too long.",
  431: "The request headers are too large.",
};

/** Responds to malformed HTTP and to oversized or slow headers, where no request object exists. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const failure = new Failure("E0000", { message: messages[status] ?? "The request could not be read." });
  const body = JSON.stringify(envelope(failure, "en"));
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** Sent if rendering fails, when the site's texts are unavailable. */
export function fallbackErrorPage(siteName: string): string {
  const name = siteName.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${name}</title><main><h1>${name}</h1><p>${errorCodes.X001.message}</p></main></html>`;
}
