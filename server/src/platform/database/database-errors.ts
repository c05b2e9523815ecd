/** Returns whether a row refers to one that is missing or is being deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23503";
}

/** Messages of pg for servers that did not answer in time. */
const TIMEOUTS =
  /^(timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated due to connection timeout)$/;

/** Returns why a server cannot be used, for the end of a sentence. */
export function describeServerError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (TIMEOUTS.test(error.message)) return "it does not respond";
  // Node reports several failed addresses of a host without a message.
  if (error instanceof AggregateError && error.message === "") return describeServerError(error.errors[0]);
  return error.message || error.name;
}
