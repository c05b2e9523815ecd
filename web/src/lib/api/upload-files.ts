import type { AnswerOf, Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { ErrorAnswer } from "@wrapsody/shared/api/errors.ts";
import { dropSession, sessionToken } from "../storage/session.ts";
import { callerHeaders } from "../storage/visitor.ts";
import { ApiError, type RequestOptions, UNKNOWN_ERROR, urlOf } from "./api-fetch.ts";
import { OriginalFile } from "./original-file.ts";

/** Files of a call by part name. Undefined ones are not sent. */
export type Files<E extends Endpoint> = { [Name in keyof E["files"]]?: File | undefined };

/** The API rejected a call with 429. `wait` is in seconds. */
export class RateLimitedError extends ApiError {
  readonly wait: number;

  constructor(wait: number, answer: ErrorAnswer) {
    super(429, answer);
    this.wait = wait;
  }
}

export type UploadOptions = {
  /** Receives the share of bytes sent, 0 to 1. At 1 the server is processing. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
};

/**
 * Makes a call with files and reports the upload progress, which `fetch` cannot. The files stay unchanged, so that the
 * call can be repeated.
 *
 * @throws ApiError as `apiFetch` does
 */
export function uploadFiles<E extends Endpoint>(
  endpoint: E,
  options: RequestOptions<E> & { files: Files<E> },
  { onProgress, signal }: UploadOptions = {},
): Promise<AnswerOf<E>> {
  const token = sessionToken();
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError(0, { ...UNKNOWN_ERROR, errors: [] }));
    request.open(endpoint.method, urlOf(endpoint, options));
    request.responseType = "json";
    for (const [name, value] of headersOf(endpoint, options)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total);
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = () => reject(signal?.reason ?? new DOMException("aborted", "AbortError"));
    request.onload = () => {
      const answer = request.response as { success: true; body: AnswerOf<E> } | ErrorAnswer | null;
      if (answer?.success) return resolve(answer.body);
      if (request.status === 401) dropSession(token);
      const wait = Number(request.getResponseHeader("retry-after"));
      if (request.status === 429 && answer !== null && wait > 0)
        return reject(new RateLimitedError(wait, answer));
      reject(new ApiError(request.status, answer ?? { ...UNKNOWN_ERROR, errors: [] }));
    };
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(formOf(options));
  });
}

function headersOf<E extends Endpoint>(endpoint: E, { key }: RequestOptions<E>): [string, string][] {
  return Object.entries({
    ...callerHeaders(endpoint.access),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  });
}

/**
 * Builds the form data: a body of text values field by field, any other body as JSON in the part `data`, with what the server
 * does to an original. The files come last, with their names.
 */
function formOf<E extends Endpoint>({ body, files }: RequestOptions<E> & { files: Files<E> }): FormData {
  const form = new FormData();
  const sent = Object.entries<File | undefined>(files).flatMap(([name, file]) =>
    file === undefined ? [] : [{ name, file }],
  );
  const reductions = sent.map(({ file }) => (file instanceof OriginalFile ? file.fields : {}));
  const whole: Record<string, unknown> = Object.assign({}, body, ...reductions);
  const fields = Object.entries(whole).filter(([, value]) => value !== undefined);
  if (fields.every((field): field is [string, string] => typeof field[1] === "string")) {
    for (const [name, value] of fields) form.append(name, value);
  } else form.append("data", JSON.stringify(whole));
  for (const { name, file } of sent) form.append(name, file, file.name);
  return form;
}
