import { type AnswerOf, apiPrefix, type Endpoint, type ParamsOf, pathOf } from "@wrapsody/shared/endpoint.ts";
import type { ErrorAnswer, ErrorCode, FieldError } from "@wrapsody/shared/errors.ts";
import { type ListQuery, writeListQuery } from "@wrapsody/shared/page.ts";
import type { z } from "zod";
import { loseSession, sessionToken } from "../storage/session.ts";
import { callerHeaders } from "../storage/visitor.ts";

/** What a call is given: each part only where the endpoint describes it. */
export type Asked<E extends Endpoint> = {
  params?: ParamsOf<E>;
  query?: z.input<E["query"]>;
  list?: Partial<ListQuery>;
  body?: z.input<E["body"]>;
  /** What stands for the caller between the password and the code (`X-Session-Token`). */
  sessionToken?: string;
  /** `Idempotency-Key`: the same for a try and its repeats, so that what was done already is not done again. */
  key?: string;
};

/** Makes a call: over the network in the browser, in the same process while a page is rendered. */
export type Ask = <E extends Endpoint>(
  endpoint: E,
  asked: Asked<E>,
  signal?: AbortSignal,
) => Promise<AnswerOf<E>>;

/** A call that was not a success, as the server told it. */
export class AskError extends Error {
  override name = "AskError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldError[];

  constructor(status: number, answer: Pick<ErrorAnswer, "code" | "message" | "errors">) {
    super(answer.message);
    this.status = status;
    this.code = answer.code;
    this.errors = answer.errors;
  }
}

/** What stands for an answer that did not come, or could not be read. */
export const unknownError = { code: "E0000", message: "an unknown error occurred.", errors: [] } as const;

/** `ask` of the browser. Throws `AskError`, also (with status 0) when the network is gone. */
export const ask: Ask = async (endpoint, asked, signal) => {
  const token = endpoint.access === "public" ? undefined : sessionToken();
  const response = await fetch(addressOf(endpoint, asked), {
    method: endpoint.method,
    headers: {
      ...callerHeaders(endpoint.access),
      ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
      ...(asked.key === undefined ? {} : { "idempotency-key": asked.key }),
      ...(asked.sessionToken === undefined ? {} : { "x-session-token": asked.sessionToken }),
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new AskError(0, { ...unknownError, errors: [] });
  });
  const answer = (await response.json().catch(() => undefined)) as
    | { success: true; body: AnswerOf<typeof endpoint> }
    | ErrorAnswer
    | undefined;
  if (answer?.success) return answer.body;
  if (response.status === 401) loseSession(token);
  throw new AskError(response.status, answer ?? { ...unknownError, errors: [] });
};

/** The address of a call with its query. */
export function addressOf<E extends Endpoint>(endpoint: E, asked: Asked<E>): string {
  const segments = Object.entries(asked.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  const listed = writeListQuery(asked.list ?? {});
  if (listed !== "") segments.push(listed);
  const path = `${apiPrefix}/${pathOf(endpoint, asked.params ?? {})}`;
  return segments.length === 0 ? path : `${path}?${segments.join("&")}`;
}
