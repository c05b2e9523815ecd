import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { applyChange, type Change, type Draft, emptyDraft } from "./draft.ts";
import { draftKey, readDraft, removeDraft, type StoredDraft, storeDraft } from "./kept-draft.ts";
import { readPicture, storePicture } from "./kept-picture.ts";

/** Milliseconds without a key pressed, after which the draft is kept. */
const SAVE_DEBOUNCE_MS = 400;

export type Autosave = {
  /** When it was last kept; undefined before the first time. */
  savedAt: string | undefined;
  /** The browser keeps nothing: what is typed is gone with the page. */
  forbidden: boolean;
  /** It was there when the page was opened. */
  restored: boolean;
  /** What another tab did to the same draft. */
  elsewhere: "typed" | "ended" | undefined;
};

export type DraftState = {
  draft: Draft;
  change: Dispatch<Change>;
  callKey: string;
  /** Makes what is sent from now on another song than what was sent before. */
  renewKey(): void;
  picture: PictureState;
  autosave: Autosave;
  startOver(): void;
  /** The draft has become a song. */
  finish(): void;
};

/** The draft of a song for an artist: found again where it was left, and kept while it is typed. */
export function useDraft(artist: number): DraftState {
  // For good: a session that ends meanwhile does not move the draft to nobody's.
  const [place] = useState(() => draftKey(artist));
  const [found] = useState(() => readDraft(place));
  const [draft, change] = useReducer(applyChange, undefined, () => found?.draft ?? emptyDraft());
  const [callKey, setCallKey] = useState(() => found?.callKey ?? newIdempotencyKey());
  const [restored, setRestored] = useState(found !== undefined);
  const picture = usePicture(place, found?.picture ?? null);
  const content = { draft, callKey, picture: picture.name };
  const { savedAt, forbidden, stop } = useAutosave(place, content, found?.savedAt);
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

/** Keeps what is in hand after every pause, and at once when the page is left. */
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

export type PictureState = {
  file: File | undefined;
  /** Of the file, also of one that could not be kept. */
  name: string | null;
  /** It was chosen before the page was left, and has to be chosen again. */
  lost: boolean;
  /** Found again: what the field of the picture begins with. It is made anew whenever the round changes. */
  initial: File | undefined;
  round: number;
  choose(file: File | undefined): void;
  startOver(): void;
};

function usePicture(place: string, before: string | null): PictureState {
  const [file, setFile] = useState<File>();
  const [name, setName] = useState(before);
  const [lost, setLost] = useState(false);
  const [field, setField] = useState<{ initial: File | undefined; round: number }>({
    initial: undefined,
    round: 0,
  });
  const touched = useRef(false);
  useEffect(() => {
    if (before === null) return;
    void readPicture(place).then((found) => {
      if (touched.current) return;
      setFile(found);
      setLost(found === undefined);
      setField({ initial: found, round: 1 });
    });
  }, [place, before]);
  const choose = useCallback(
    (chosen: File | undefined) => {
      touched.current = true;
      setFile(chosen);
      setName(chosen?.name ?? null);
      setLost(false);
      void storePicture(place, chosen);
    },
    [place],
  );
  const startOver = () => {
    choose(undefined);
    setField(({ round }) => ({ initial: undefined, round: round + 1 }));
  };
  return { file, name, lost, ...field, choose, startOver };
}

/** Another tab with the same draft writes to the same place: the last one wins, and this one says so. */
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
