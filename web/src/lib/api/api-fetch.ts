import {
  type AnswerOf,
  apiPrefix,
  type Endpoint,
  type ParamsOf,
  pathOf,
} from "@wrapsody/shared/api/endpoint.ts";
import type { ErrorAnswer, ErrorCode, FieldError } from "@wrapsody/shared/api/errors.ts";
import { type ListQuery, writeListQuery } from "@wrapsody/shared/api/page.ts";
import type { z } from "zod";
import { dropSession, sessionToken } from "../storage/session.ts";
import { callerHeaders } from "../storage/visitor.ts";
import { toEnglish } from "./translated-messages.ts";

/** Parameters of a call. An endpoint takes only the parts that it describes. */
export type RequestOptions<E extends Endpoint> = {
  params?: ParamsOf<E>;
  query?: z.input<E["query"]>;
  list?: Partial<ListQuery>;
  body?: z.input<E["body"]>;
  /** `X-Session-Token`: identifies the caller between the password and the MFA code. */
  sessionToken?: string;
  /** `Idempotency-Key`: the same for a call and its retries. */
  key?: string;
};

/** Calls the API: over the network in the browser, in process while the server renders a page. */
export type ApiFetch = <E extends Endpoint>(
  endpoint: E,
  options: RequestOptions<E>,
  signal?: AbortSignal,
) => Promise<AnswerOf<E>>;

/** A failed call with the status, code and field errors of the response. Messages are the English ones, by which pages find their texts. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldError[];

  constructor(status: number, answer: Pick<ErrorAnswer, "code" | "message" | "english" | "errors">) {
    super(toEnglish(answer));
    this.status = status;
    this.code = answer.code;
    this.errors = answer.errors.map((error) => ({ field: error.field, message: toEnglish(error) }));
  }
}

/** Returns true if the resource does not exist, was deleted or belongs to another user: all three look the same. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Stands for a response that is missing or unreadable. */
export const UNKNOWN_ERROR = { code: "E0000", message: "an unknown error occurred.", errors: [] } as const;

/** Calls the API from the browser. @throws ApiError; its status is 0 if the network failed */
export const apiFetch: ApiFetch = async (endpoint, options, signal) => {
  const token = endpoint.access === "public" ? undefined : sessionToken();
  const response = await fetch(urlOf(endpoint, options), {
    method: endpoint.method,
    headers: {
      ...callerHeaders(endpoint.access),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.key === undefined ? {} : { "idempotency-key": options.key }),
      ...(options.sessionToken === undefined ? {} : { "x-session-token": options.sessionToken }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, { ...UNKNOWN_ERROR, errors: [] });
  });
  const answer = (await response.json().catch(() => undefined)) as
    | { success: true; body: AnswerOf<typeof endpoint> }
    | ErrorAnswer
    | undefined;
  if (answer?.success) return answer.body;
  if (response.status === 401) dropSession(token);
  throw new ApiError(response.status, answer ?? { ...UNKNOWN_ERROR, errors: [] });
};

/** Builds the URL of a call with its query string. */
export function urlOf<E extends Endpoint>(endpoint: E, options: RequestOptions<E>): string {
  const segments = Object.entries(options.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  const listed = writeListQuery(options.list ?? {});
  if (listed !== "") segments.push(listed);
  const path = `${apiPrefix}/${pathOf(endpoint, options.params ?? {})}`;
  return segments.length === 0 ? path : `${path}?${segments.join("&")}`;
}
