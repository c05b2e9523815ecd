import { AuthorizationResponseError } from "openid-client";

/** How networks say that the person went back; the second one is Apple's. */
const CANCELLATION_ERRORS = ["access_denied", "user_cancelled_authorize"];

/** Whether the person did not want to after all, which is nobody's mistake. */
export function isUserCancellation(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && CANCELLATION_ERRORS.includes(error.error);
}

/**
 * Why a log-in failed, in words and error codes alone: what else hangs on these errors are answers of the network, with
 * codes and tokens.
 */
export function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const told = "error" in error && typeof error.error === "string" ? ` (${error.error.slice(0, 60)})` : "";
  const cause = error.cause instanceof Error ? `: ${formatReason(error.cause)}` : "";
  return `${error.message}${told}${cause}`;
}
