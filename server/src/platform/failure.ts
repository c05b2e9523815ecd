import { type ErrorCode, errorCodes, type FieldError } from "@wrapsody/shared/errors.ts";

/**
 * A failure that a caller is told about: thrown anywhere below a route or a job, answered by the one error sink.
 * Everything else that is thrown is a bug, logged whole and answered as X001.
 */
export class Failure extends Error {
  override name = "Failure";
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  /** Seconds to wait before a further try, for answers of 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    told: { message?: string; errors?: FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(told.message ?? errorCodes[code].message, { cause: told.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.errors = told.errors ?? [];
    this.retryAfter = told.retryAfter;
  }
}

/** What is missing, not public, or somebody else's: all three read the same from outside. */
export function notFound(message?: string): Failure {
  return new Failure("E0001", message === undefined ? {} : { message });
}
