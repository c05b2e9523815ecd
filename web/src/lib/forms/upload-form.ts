import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/api-fetch.ts";

type Problems = Readonly<Record<string, string>>;
type UploadFormOptions<Answer> = {
  /** Validates and sends the form. @throws ApiError */
  send(onProgress: (sent: number) => void): Promise<Answer>;
  onSuccess(answer: Answer): void;
  form: { readonly current: HTMLFormElement | null };
};

/**
 * Sends a form with files, one request at a time. Shows errors on their fields and focuses the first; `failure` is an
 * error without a field. `progress` is the share of bytes sent, 0 to 1.
 */
export function useUploadForm<Answer>({ send, onSuccess, form }: UploadFormOptions<Answer>) {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [refusals, setRefusals] = useState(0);
  const pending = useRef(false);
  useEffect(() => {
    if (refusals === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (invalid ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [form, refusals]);
  const run = async (): Promise<Answer | undefined> => {
    try {
      const answer = await send(setProgress);
      setProblems({});
      setFailure(undefined);
      onSuccess(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(firstOfEach(error.errors));
      setFailure(error.errors.length > 0 ? undefined : error);
      setRefusals((count) => count + 1);
      return undefined;
    }
  };
  /** Returns the response, or undefined if the call failed or one is already pending. */
  const submitted = async (): Promise<Answer | undefined> => {
    if (pending.current) return undefined;
    pending.current = true;
    setBusy(true);
    return run().finally(() => {
      pending.current = false;
      setBusy(false);
      setProgress(undefined);
    });
  };
  const clearErrors = (fields: readonly string[]) => {
    if (fields.some((field) => field in problems))
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field))));
  };
  /** Clears all errors, after the input was discarded. */
  const reset = () => {
    setProblems({});
    setFailure(undefined);
  };
  return { problems, failure, busy, progress, submit: () => void submitted(), submitted, clearErrors, reset };
}

function firstOfEach(errors: readonly FieldError[]): Problems {
  return Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message]));
}
