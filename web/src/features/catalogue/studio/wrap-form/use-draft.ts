import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { type DraftPicture, useDraftPicture } from "../../../../lib/drafts/draft-picture.ts";
import { storePicture } from "../../../../lib/drafts/draft-pictures.ts";
import { applyChange, type Change, type Draft, emptyDraft } from "./draft.ts";
import { draftKey, readDraft, removeDraft, type StoredDraft, storeDraft } from "./stored-draft.ts";

/** Saves the draft after this time without a key press. */
const SAVE_DEBOUNCE_MS = 400;

export type Autosave = {
  /** Time of the last save; undefined before the first. */
  savedAt: string | undefined;
  /** The browser forbids storage: closing the page discards the draft. */
  forbidden: boolean;
  /** The draft was restored when the page opened. */
  restored: boolean;
  /** Change of the same draft in another tab. */
  elsewhere: "typed" | "ended" | undefined;
};

export type DraftState = {
  draft: Draft;
  change: Dispatch<Change>;
  callKey: string;
  /** Renews the idempotency key, so that the next submit creates another song. */
  renewKey(): void;
  picture: DraftPicture;
  autosave: Autosave;
  startOver(): void;
  /** Removes the draft after it became a song. */
  finish(): void;
};

/** Manages the draft of a song for an artist: restores it and saves it while the user types. */
export function useDraft(artist: number): DraftState {
  // Fixed for the lifetime of the page, so that the end of the session does not move the draft to another key.
  const [place] = useState(() => draftKey(artist));
  const [stored] = useState(() => readDraft(place));
  const [draft, change] = useReducer(applyChange, undefined, () => stored?.draft ?? emptyDraft());
  const [callKey, setCallKey] = useState(() => stored?.callKey ?? newIdempotencyKey());
  const [restored, setRestored] = useState(stored !== undefined);
  const picture = useDraftPicture(place, stored?.picture ?? null);
  const content = { draft, callKey, picture: picture.name };
  const { savedAt, forbidden, stop } = useAutosave(place, content, stored?.savedAt);
  const renewKey = useCallback(() => setCallKey(newIdempotencyKey()), []);
  return {
    draft,
    change,
    callKey,
    renewKey,
    picture,
    autosave: { savedAt, forbidden, restored, elsewhere: useOtherTabDraft(place) },
    startOver() {
      removeDraft(place);
      picture.startOver();
      change({ type: "restart", draft: emptyDraft() });
      renewKey();
      setRestored(false);
    },
    finish() {
      stop();
      removeDraft(place);
      void storePicture(place, undefined);
    },
  };
}

/** Saves the draft after each pause in typing, and immediately when the page is hidden. */
function useAutosave(place: string, content: Omit<StoredDraft, "savedAt">, before: string | undefined) {
  const [savedAt, setSavedAt] = useState(before);
  const [forbidden, setForbidden] = useState(false);
  const unsaved = useRef<Omit<StoredDraft, "savedAt">>(undefined);
  const stopped = useRef(false);
  const save = useCallback(() => {
    if (unsaved.current === undefined || stopped.current) return;
    const now = new Date().toISOString();
    setForbidden(!storeDraft(place, { ...unsaved.current, savedAt: now }));
    setSavedAt(now);
    unsaved.current = undefined;
  }, [place]);

  const { draft, callKey, picture } = content;
  const first = useRef({ draft, callKey, picture });
  useEffect(() => {
    const { current } = first;
    if (current.draft === draft && current.callKey === callKey && current.picture === picture) return;
    unsaved.current = { draft, callKey, picture };
    const timer = setTimeout(save, SAVE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, callKey, picture, save]);
  useEffect(() => {
    window.addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", save);
    return () => {
      window.removeEventListener("pagehide", save);
      document.removeEventListener("visibilitychange", save);
      save();
    };
  }, [save]);

  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { savedAt, forbidden, stop };
}

/** Detects changes of the same draft in another tab. The last write wins, and the page shows a warning. */
function useOtherTabDraft(place: string): Autosave["elsewhere"] {
  const [elsewhere, setElsewhere] = useState<Autosave["elsewhere"]>();
  useEffect(() => {
    const notice = ({ key, newValue }: StorageEvent) => {
      if (key === place) setElsewhere(newValue === null ? "ended" : "typed");
    };
    window.addEventListener("storage", notice);
    return () => window.removeEventListener("storage", notice);
  }, [place]);
  return elsewhere;
}
