import { useEffect, useRef, useState } from "react";
import { draftPlace } from "../../../../../lib/drafts/stored-drafts.ts";
import { useDebouncedSave } from "../../../../../lib/drafts/use-debounced-save.ts";
import { readEdits, type StoredEdits, storeEdits, type UnsavedEdits } from "./stored-edits.ts";

export type EditorDraft = {
  place: string;
  /** The draft that the editor starts with. */
  stored: StoredEdits | undefined;
};

/** Reads the draft of the editor of an experience, which the browser kept. */
export function useEditorDraft(campaign: number): EditorDraft {
  // Fixed for the lifetime of the page, so that the end of the session does not move the draft to another account.
  const [place] = useState(() => draftPlace(`components-${campaign}`));
  const [stored] = useState(() => readEdits(place, Date.now()));
  return { place, stored };
}

/**
 * Stores what is unsaved after each pause, and immediately when the page is hidden or left. Removes the draft once nothing is.
 * `isForbidden`: the browser stores nothing. `restoredAt`: when a restored draft was saved, as long as something of it may be left.
 */
export function useStoringEdits(
  { place, stored }: EditorDraft,
  { changed, added, images }: UnsavedEdits,
): { isForbidden: boolean; restoredAt: string | undefined } {
  const [isForbidden, setForbidden] = useState(false);
  const [isRestored, setRestored] = useState(stored !== undefined);
  const { schedule } = useDebouncedSave(() =>
    setForbidden(!storeEdits(place, { changed, added, images }, new Date())),
  );
  const count = changed.length + added.length + images.length;
  const before = useRef({ changed, added, images });
  useEffect(() => {
    const { current } = before;
    if (current.changed === changed && current.added === added && current.images === images) return;
    before.current = { changed, added, images };
    // Input after everything was saved or discarded starts a new draft.
    if (count === 0) setRestored(false);
    schedule();
  }, [changed, added, images, count, schedule]);
  return { isForbidden, restoredAt: isRestored && count > 0 ? stored?.savedAt : undefined };
}
