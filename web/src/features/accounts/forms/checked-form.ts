import type { AnswerOf, Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { ErrorCode, FieldError } from "@wrapsody/shared/api/errors.ts";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { ApiError, apiFetch, type RequestOptions } from "../../../lib/api/api-fetch.ts";
import { loadSchema } from "../../../lib/shims/lazy-zod.ts";

export type FieldErrors = Readonly<Record<string, string>>;

type Options<E extends Endpoint> = {
  endpoint: E;
  /** Builds the request body from the fields. May throw an ApiError, as `validate` does. */
  body(fields: Record<string, string>): z.input<E["body"]> | Promise<z.input<E["body"]>>;
  /** Request options besides the body. */
  request?: Omit<RequestOptions<E>, "body">;
  /** Maps error codes to the field that they belong to. */
  aboutField?: Partial<Record<ErrorCode, string>>;
  /** Handles a failure that belongs to no field. Returns true if the form need not show it. */
  failed?(error: ApiError): boolean;
  /** Receives the response and the submitted fields. */
  onSuccess(answer: AnswerOf<E>, fields: Record<string, string>): void;
};

/**
 * Manages a form that submits the body of a call. The schema of the call checks the fields first, then the server.
 * Each error is shown at its field, and the first one takes the focus. The fields are uncontrolled, so a failure
 * keeps the typed text.
 */
export function useApiForm<E extends Endpoint>(options: Options<E>) {
  const { endpoint } = options;
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const pending = useRef(false);
  // Fetched while the reader types.
  useEffect(() => void loadSchema(endpoint.body).catch(() => undefined), [endpoint]);
  const focusError = useFocusOnError(form);

  // Keeps the previous errors until the new result is known, so that the form does not jump.
  const show = (fieldErrors: FieldErrors, failed?: ApiError) => {
    setProblems(fieldErrors);
    setFailure(failed);
  };
  const showFailure = (error: ApiError) => {
    const fieldErrors = firstErrors(form.current, toFieldErrors(error, options.aboutField));
    focusError();
    if (Object.keys(fieldErrors).length > 0) show(fieldErrors);
    else show({}, options.failed?.(error) === true ? undefined : error);
  };
  const send = async (fields: Record<string, string>) => {
    try {
      const body = await options.body(fields);
      await validateBody(endpoint, body);
      const answer = await apiFetch(endpoint, { ...options.request, body });
      show({});
      options.onSuccess(answer, fields);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showFailure(error);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending.current) return;
    pending.current = true;
    setBusy(true);
    void send(fieldsOf(event.currentTarget)).finally(() => {
      pending.current = false;
      setBusy(false);
    });
  };
  const clearError = (field: string) => {
    if (field in problems) setProblems(({ [field]: _, ...others }) => others);
  };
  return { form, problems, failure, busy, submit, clearError, usable: useHydrated() };
}

/** Returns true once scripts run. Before that, submitting would navigate. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** Returns a function that focuses the first invalid field, else the error message. */
function useFocusOnError(form: { readonly current: HTMLFormElement | null }): () => void {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (invalid ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [form, refusals]);
  return () => setRefusals((count) => count + 1);
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * Validates the body. Skips the check if the schema cannot be fetched, because the server checks again.
 * @throws ApiError E0007, the same as the server
 */
async function validateBody(endpoint: Endpoint, body: unknown): Promise<void> {
  const schema = await loadSchema(endpoint.body).catch(() => undefined);
  const { issues, message } = schema?.safeParse(body).error ?? { issues: [], message: "" };
  if (issues.length === 0) return;
  const errors = issues.map((issue) => ({ field: issue.path.join("."), message: issue.message }));
  throw new ApiError(400, { code: "E0007", message, errors });
}

function toFieldErrors(
  { code, message, errors }: ApiError,
  aboutField: Partial<Record<ErrorCode, string>> = {},
): readonly FieldError[] {
  const field = aboutField[code];
  return field === undefined ? errors : [{ field, message }];
}

/** Returns the first error of each field in the form. */
function firstErrors(form: HTMLFormElement | null, errors: readonly FieldError[]): FieldErrors {
  const visible = errors.filter(({ field }) => form?.elements.namedItem(field) != null);
  return Object.fromEntries(visible.toReversed().map(({ field, message }) => [field, message]));
}
