import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { ErrorAnswer } from "@wrapsody/shared/api/errors.ts";
import { dropSession, sessionToken } from "../storage/session.ts";
import { callerHeaders } from "../storage/visitor.ts";
import { ApiError, type RequestOptions, UNKNOWN_ERROR, urlOf } from "./api-fetch.ts";

/**
 * Makes a call that returns a file instead of JSON.
 *
 * @throws ApiError as `apiFetch` does
 */
export async function fetchFile<E extends Endpoint>(endpoint: E, options: RequestOptions<E>): Promise<Blob> {
  const token = endpoint.access === "public" ? undefined : sessionToken();
  const response = await fetch(urlOf(endpoint, options), {
    method: endpoint.method,
    headers: {
      ...callerHeaders(endpoint.access),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  }).catch(() => undefined);
  // The network may fail while the file downloads.
  const file = response?.ok ? await response.blob().catch(() => undefined) : undefined;
  if (file !== undefined) return file;
  if (response === undefined || response.ok) throw new ApiError(0, { ...UNKNOWN_ERROR, errors: [] });
  const answer = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  if (response.status === 401) dropSession(token);
  throw new ApiError(response.status, answer ?? { ...UNKNOWN_ERROR, errors: [] });
}
