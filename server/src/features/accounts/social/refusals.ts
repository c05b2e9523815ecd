import { AuthorizationResponseError } from "openid-client";

/** Error codes of a user who cancelled; the second one is Apple's. */
const CANCELLATION_ERRORS = ["access_denied", "user_cancelled_authorize"];

/** Whether the user cancelled at the service. */
export function isUserCancellation(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && CANCELLATION_ERRORS.includes(error.error);
}

/**
 * Formats an error for the log: messages and error codes only, because the errors also carry responses with
 * codes and tokens.
 */
export function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const told = "error" in error && typeof error.error === "string" ? ` (${error.error.slice(0, 60)})` : "";
  const cause = error.cause instanceof Error ? `: ${formatReason(error.cause)}` : "";
  return `${error.message}${told}${cause}`;
}
