import { type ErrorCode, errorCodes, type FieldError } from "@wrapsody/shared/api/errors.ts";

/**
 * An expected failure, thrown anywhere below a route or a job and sent by the error handler.
 * Every other error is a bug: it is logged in full and sent as X001.
 */
export class Failure extends Error {
  override name = "Failure";
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  /** Seconds until the next attempt, for status 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    details: { message?: string; errors?: FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(details.message ?? errorCodes[code].message, { cause: details.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.errors = details.errors ?? [];
    this.retryAfter = details.retryAfter;
  }
}

/** Missing, private and foreign resources return the same 404, so that none of them can be probed. */
export function notFound(message?: string): Failure {
  return new Failure("E0001", message === undefined ? {} : { message });
}
