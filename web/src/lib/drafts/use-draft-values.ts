import { useEffect, useRef, useState } from "react";
import { draftPlace, readDraft, storeDraft } from "./stored-drafts.ts";
import { useDebouncedSave } from "./use-debounced-save.ts";

export type DraftValues = {
  /** Input that was not sent yet, by name. */
  values: Readonly<Record<string, string>>;
  /** When the restored draft was saved; undefined if none was restored. */
  restoredAt: string | undefined;
  change(values: Readonly<Record<string, string>>): void;
  /** Removes the draft. */
  clear(): void;
};

/**
 * Keeps what is typed into a form in this browser until it has been sent, as `useFormDraft` does, for values that a form element would
 * change: it has other line ends than the text that it was given.
 */
export function useDraftValues(name: string): DraftValues {
  // Fixed for the lifetime of the form, so that the end of the session does not move the draft to another account.
  const [place] = useState(() => draftPlace(name));
  const [restored, setRestored] = useState(() => readDraft(place, Date.now()));
  const [values, setValues] = useState(restored?.values ?? noValues);
  const { schedule } = useDebouncedSave(() =>
    storeDraft(place, { values, picture: null, savedAt: new Date().toISOString() }),
  );
  const stored = useRef(values);
  useEffect(() => {
    if (stored.current === values) return;
    stored.current = values;
    schedule();
  }, [values, schedule]);
  return {
    values,
    restoredAt: restored?.savedAt,
    change: (changed) => setValues((before) => ({ ...before, ...changed })),
    clear() {
      setValues(noValues);
      setRestored(undefined);
    },
  };
}

const noValues: Readonly<Record<string, string>> = {};
