import { type RefObject, useEffect, useRef, useState } from "react";
import { type DraftPicture, useDraftPicture } from "./draft-picture.ts";
import { changedValues, readFormValues } from "./form-values.ts";
import { draftPlace, readDraft, removeDraft, storeDraft } from "./stored-drafts.ts";
import { useDebouncedSave } from "./use-debounced-save.ts";

export type FormDraft = {
  /** Restored fields by name, as typed. They are the initial values of the form. */
  values: Readonly<Record<string, string>>;
  /** When the restored draft was saved; undefined if none was restored. */
  restoredAt: string | undefined;
  picture: DraftPicture;
  /** Increases when the draft is discarded: the `key` of the fields, which then start without it. */
  round: number;
  /** Removes the draft, and what it restored from the form. */
  discard(): void;
  /** Removes the draft once it has been sent. What is typed afterwards is a new draft. */
  finish(): void;
};

/**
 * Keeps what is typed into a form in this browser until it has been sent. `name` identifies the form and its object, such
 * as `artist-12`. Works for controlled and uncontrolled fields: it listens to the events of the form element.
 */
export function useFormDraft(name: string, form: RefObject<HTMLFormElement | null>): FormDraft {
  // Fixed for the lifetime of the form, so that the end of the session does not move the draft to another account.
  const [place] = useState(() => draftPlace(name));
  const [restored, setRestored] = useState(() => readDraft(place, Date.now()));
  const [round, setRound] = useState(0);
  const values = restored?.values ?? noValues;
  const picture = useDraftPicture(place, restored?.picture ?? null);
  const clear = useAutosave({ place, form, before: values, picture: picture.name, round });
  const finish = () => {
    clear();
    picture.startOver();
    setRestored(undefined);
  };
  return {
    values,
    restoredAt: restored?.savedAt,
    picture,
    round,
    discard() {
      finish();
      setRound((count) => count + 1);
    },
    finish,
  };
}

const noValues: Readonly<Record<string, string>> = {};

type AutosaveOptions = {
  place: string;
  form: RefObject<HTMLFormElement | null>;
  /** The restored values. */
  before: Readonly<Record<string, string>>;
  picture: string | null;
  round: number;
};

/**
 * Saves the draft after each pause in typing, and immediately when the page is hidden or the form disappears. Returns a
 * function that removes the draft, so that only later changes are stored again.
 */
function useAutosave({ place, form, before, picture, round }: AutosaveOptions) {
  const first = useRef<ReadonlyMap<string, string>>(new Map());
  const restored = useRef(before);
  const latest = useRef({ values: before, picture });
  const { schedule, flush, cancel } = useDebouncedSave(() =>
    storeDraft(place, { ...latest.current, savedAt: new Date().toISOString() }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: discarding the draft starts with new fields
  useEffect(() => {
    const { current } = form;
    if (current === null) return;
    first.current = readFormValues(current);
    const listening = new AbortController();
    const note = () => {
      latest.current.values = changedValues(readFormValues(current), first.current, restored.current);
      schedule();
    };
    // Some browsers report a choice in a list by `change` only.
    for (const event of ["input", "change"])
      current.addEventListener(event, note, { signal: listening.signal });
    current.addEventListener("submit", flush, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [form, round, flush, schedule]);
  useEffect(() => {
    if (latest.current.picture === picture) return;
    latest.current.picture = picture;
    schedule();
  }, [picture, schedule]);

  return () => {
    cancel();
    restored.current = noValues;
    latest.current = { values: noValues, picture: null };
    // Read once React has rendered what the form shows next.
    setTimeout(() => {
      if (form.current !== null) first.current = readFormValues(form.current);
    });
    removeDraft(place);
  };
}
