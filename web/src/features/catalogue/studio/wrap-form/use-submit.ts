import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { loadSchema } from "../../../../lib/shims/lazy-zod.ts";
import type { Change, Draft } from "./draft.ts";
import { type Problems, toFieldErrors } from "./payload.ts";

export type Sending = {
  busy: boolean;
  /** Uploaded share of the bytes, 0 to 1; undefined while nothing is pending. */
  progress: number | undefined;
  problems: Problems;
  /** A failure that belongs to no field. */
  failure: ApiError | undefined;
  /** Number of rejected submits. Each moves the focus to the first error. */
  refusals: number;
  submit(): void;
  /** Clears the error of a field that the user is correcting. */
  clearError(change: ErrorClearing): void;
};

/** A change of the draft, or another picture. */
export type ErrorClearing = Change | { type: "picture" };

type Options<Body, Answer> = {
  draft: Draft;
  /** The schema of the call, fetched while the user types. */
  schema: z.ZodType;
  /** Validates the draft. @throws ApiError E0007 */
  check(draft: Draft): Promise<Body>;
  /** Sends the body. @throws ApiError */
  send(body: Body, onProgress: (sent: number) => void): Promise<Answer>;
  onSuccess(answer: Answer, sent: Draft): void;
  onRefusal?(error: ApiError): void;
};

const nothing: Problems = {};

/** Validates the form with the schema of the call and submits it, one call at a time. */
export function useSubmit<Body, Answer>(options: Options<Body, Answer>): Sending {
  const { schema } = options;
  const [problems, setProblems] = useState<Problems>(nothing);
  const [failure, setFailure] = useState<ApiError>();
  const [progress, setProgress] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const pending = useRef(false);
  useEffect(() => void loadSchema(schema).catch(() => undefined), [schema]);

  const send = async () => {
    const { draft } = options;
    try {
      const body = await options.check(draft);
      const answer = await options.send(body, setProgress);
      setProblems(nothing);
      setFailure(undefined);
      options.onSuccess(answer, draft);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fieldErrors = toFieldErrors(draft, error.errors);
      setProblems(fieldErrors);
      setFailure(Object.keys(fieldErrors).length > 0 ? undefined : error);
      setRefusals((count) => count + 1);
      options.onRefusal?.(error);
    }
  };
  const submit = () => {
    if (pending.current) return;
    pending.current = true;
    setBusy(true);
    void send().finally(() => {
      pending.current = false;
      setBusy(false);
      setProgress(undefined);
    });
  };
  const clearError = useCallback(
    (change: ErrorClearing) => setProblems((current) => clearErrors(current, change)),
    [],
  );
  return { busy, progress, problems, failure, refusals, submit, clearError };
}

function clearErrors(problems: Problems, change: ErrorClearing): Problems {
  const isCleared = (place: string) => {
    switch (change.type) {
      case "restart":
        return true;
      case "picture":
        return place === "image";
      case "basic":
        return place === `basics.${change.field}`;
      case "cell":
        return place === `${change.list}.${change.key}.${change.field}` || place === change.list;
      case "move":
        return false;
      case "add":
        return place === change.list;
      default:
        return place.startsWith(`${change.list}.${change.key}.`) || place === change.list;
    }
  };
  const left = Object.entries(problems).filter(([place]) => !isCleared(place));
  return left.length === Object.keys(problems).length ? problems : Object.fromEntries(left);
}
