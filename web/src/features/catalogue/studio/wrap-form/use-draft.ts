import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { type DraftPicture, useDraftPicture } from "../../../../lib/drafts/draft-picture.ts";
import { storePicture } from "../../../../lib/drafts/draft-pictures.ts";
import { draftPlace } from "../../../../lib/drafts/stored-drafts.ts";
import { useDebouncedSave } from "../../../../lib/drafts/use-debounced-save.ts";
import { applyChange, type BasicField, type Change, type Draft } from "./draft.ts";
import { type DraftChanges, listChanges, mergeDraft } from "./draft-changes.ts";
import { readDraft, removeDraft, type StoredDraft, storeDraft } from "./stored-draft.ts";

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
  /** Changes of the draft; undefined if there are none. */
  changes: DraftChanges | undefined;
  change: Dispatch<Change>;
  callKey: string;
  /** Renews the idempotency key, so that the next submit creates another song. */
  renewKey(): void;
  picture: DraftPicture;
  autosave: Autosave;
  startOver(): void;
  /** Takes over what the server stores now, except what was changed here. */
  follow(next: Draft): void;
  /** Continues from a draft that was sent: what was typed since then is the only change. */
  continueFrom(sent: Draft): void;
  /** Removes the draft after it became a song. */
  finish(): void;
};

type DraftOptions = {
  /** Identifies the form and its object, such as `wrap-12`. */
  name: string;
  /** Initial values of the form. */
  initial: Draft;
  /** Fields that cannot be changed here and follow the server. */
  fixed?: readonly BasicField[];
};

/** Manages the draft of a song: restores it and saves it while the user types. */
export function useDraft({ name, initial: first, fixed = noFields }: DraftOptions): DraftState {
  // Fixed for the lifetime of the page, so that the end of the session does not move the draft to another key.
  const [place] = useState(() => draftPlace(name));
  const [stored] = useState(() => readDraft(place, first));
  const [{ draft, initial }, dispatch] = useReducer(changeState, undefined, () => ({
    draft: stored === undefined ? first : mergeDraft(stored.draft, first, first, fixed),
    initial: first,
  }));
  const changes = listChanges(draft, initial);
  const [callKey, setCallKey] = useState(() => stored?.callKey ?? newIdempotencyKey());
  const [restored, setRestored] = useState(
    () => stored !== undefined && (changes !== undefined || stored.picture !== null),
  );
  const picture = useDraftPicture(place, stored?.picture ?? null);
  const content = { draft, callKey, picture: picture.name };
  const { savedAt, forbidden, stop } = useAutosave(place, content, initial, stored?.savedAt);
  const renewKey = useCallback(() => setCallKey(newIdempotencyKey()), []);
  const follow = useCallback((next: Draft) => dispatch({ type: "follow", next, fixed }), [fixed]);
  return {
    draft,
    changes,
    change: dispatch,
    callKey,
    renewKey,
    picture,
    autosave: { savedAt, forbidden, restored, elsewhere: useOtherTabDraft(place) },
    startOver() {
      removeDraft(place);
      picture.startOver();
      dispatch({ type: "restart", draft: initial });
      renewKey();
      setRestored(false);
    },
    follow,
    continueFrom(sent) {
      dispatch({ type: "sent", sent });
      setRestored(false);
    },
    finish() {
      stop();
      removeDraft(place);
      void storePicture(place, undefined);
    },
  };
}

const noFields: readonly BasicField[] = [];

type State = { draft: Draft; initial: Draft };
type StateChange =
  | Change
  | { type: "follow"; next: Draft; fixed: readonly BasicField[] }
  | { type: "sent"; sent: Draft };

function changeState(state: State, change: StateChange): State {
  const { draft, initial } = state;
  switch (change.type) {
    case "follow": {
      const { next, fixed } = change;
      const isFollowed = fixed.every((field) => draft.basics[field] === next.basics[field]);
      if (isFollowed && listChanges(next, initial) === undefined) return state;
      return { draft: mergeDraft(draft, initial, next, fixed), initial: next };
    }
    case "sent":
      return { draft, initial: change.sent };
    default:
      return { draft: applyChange(draft, change), initial };
  }
}

/** Saves the draft after each pause in typing, and immediately when the page is hidden. */
function useAutosave(
  place: string,
  content: Omit<StoredDraft, "savedAt">,
  initial: Draft,
  before: string | undefined,
) {
  const { draft, callKey, picture } = content;
  const [savedAt, setSavedAt] = useState(before);
  const [forbidden, setForbidden] = useState(false);
  const stopped = useRef(false);
  const { schedule } = useDebouncedSave(() => {
    if (stopped.current) return;
    const now = new Date().toISOString();
    setForbidden(!storeDraft(place, { draft, callKey, picture, savedAt: now }, initial));
    setSavedAt(now);
  });
  const stored = useRef({ draft, callKey, picture, initial });
  useEffect(() => {
    const { current } = stored;
    if (
      current.draft === draft &&
      current.callKey === callKey &&
      current.picture === picture &&
      current.initial === initial
    )
      return;
    stored.current = { draft, callKey, picture, initial };
    schedule();
  }, [draft, callKey, picture, initial, schedule]);

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
