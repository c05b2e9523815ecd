import type { FieldError } from "@wrapsody/shared/errors.ts";
import { type OwnSong, postSong, studioTexts } from "@wrapsody/shared/studio.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { loadSchema } from "../../../../lib/shims/lazy-zod.ts";
import type { Change } from "./draft.ts";
import { type Problems, toFieldErrors, toPayload } from "./payload.ts";
import type { DraftState } from "./use-draft.ts";

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

type Options = {
  artist: string;
  draftState: DraftState;
  form: RefObject<HTMLFormElement | null>;
  onCreated(song: OwnSong): void;
};

const nothing: Problems = {};

/** Validates the form with the schema of the call and submits it. Repeats are idempotent. */
export function useSubmit({ artist, draftState, form, onCreated }: Options): Sending {
  const [problems, setProblems] = useState<Problems>(nothing);
  const [failure, setFailure] = useState<ApiError>();
  const [progress, setProgress] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const pending = useRef(false);
  // Fetched while the user types.
  useEffect(() => void loadSchema(postSong.body).catch(() => undefined), []);

  const send = async () => {
    const { draft, picture, callKey } = draftState;
    try {
      const unread = unreadDates(form.current);
      const song = await sendSong(
        { artist, body: toPayload(draft), image: picture.file, key: callKey, unread },
        setProgress,
      );
      draftState.finish();
      onCreated(song);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fieldErrors = { ...toFieldErrors(draft, error.errors), ...unreadDates(form.current) };
      setProblems(fieldErrors);
      setFailure(Object.keys(fieldErrors).length > 0 ? undefined : error);
      setRefusals((count) => count + 1);
      // The key has created a song already. The next submit creates another, and the page says so.
      if (error.code === "E0029") draftState.renewKey();
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

type Sent = { artist: string; body: unknown; image: File | undefined; key: string; unread: Problems };

/** @throws ApiError of the call; E0007 if the form is invalid, status 0 if the network fails */
async function sendSong({ artist, body, image, key, unread }: Sent, onProgress: (sent: number) => void) {
  const missing: FieldError[] = image === undefined ? [{ field: "image", message: studioTexts.noFile }] : [];
  const checkedBody = await validate(postSong.body, body, missing);
  if (Object.keys(unread).length > 0) throw new ApiError(400, { code: "E0007", message: "", errors: [] });
  const params = { id: artist };
  return uploadFiles(postSong, { params, body: checkedBody, files: { image }, key }, { onProgress });
}

/** Returns an error for each date that the browser could not parse, because such a field reads as empty. */
function unreadDates(form: HTMLFormElement | null): Problems {
  const fields = [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.badInput,
  );
  return Object.fromEntries(fields.map(({ name }) => [name, "Please enter a date as YYYY-MM-DD."]));
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
