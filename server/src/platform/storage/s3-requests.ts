import { S3ServiceException } from "@aws-sdk/client-s3";

/** Time without progress after which a request to the store fails, repeats of the SDK included. */
export const REQUEST_TIMEOUT_MS = 8_000;

/** The store does not answer. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";
}

/** Passed to the SDK: `signal` aborts the request, `progress` restarts its time. */
export type RequestTimer = { signal: AbortSignal; progress(): void };

/**
 * Runs requests to the store that together may take `timeoutMs` without progress. The SDK alone waits without
 * limit for a store that accepts a connection and stays silent.
 *
 * @throws StorageUnavailableError if the store does not answer, cannot be reached or fails
 */
export async function requestStore<Result>(
  run: (timer: RequestTimer) => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await run({ signal: controller.signal, progress: () => timer.refresh() });
  } catch (error) {
    if (!controller.signal.aborted && !isUnreachable(error)) throw error;
    throw new StorageUnavailableError("The file store is not responding.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const NETWORK_ERRORS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

function isUnreachable(error: unknown): boolean {
  if (error instanceof S3ServiceException) return error.$fault === "server";
  return error instanceof Error && "code" in error && NETWORK_ERRORS.has(String(error.code));
}
