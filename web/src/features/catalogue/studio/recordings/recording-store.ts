import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ApiError } from "../../../../lib/api/api-fetch.ts";
import { draftPlace } from "../../../../lib/drafts/stored-drafts.ts";
import {
  changeTags,
  keepCover,
  type RecordingTags,
  type TagChanges,
  type TagReading,
} from "./recording-tags.ts";

/**
 * - `reading`: its tags are being read.
 * - `ready`: becomes a draft with the next start.
 * - `refused`: no recording that can be uploaded; `reason` says why.
 * - `waiting`: queued.
 * - `kept`: the plan allows no further wrap this month.
 */
export type RecordingState =
  | { step: "reading" | "ready" | "waiting" | "kept" }
  | { step: "refused"; reason: string }
  | { step: "sending"; sent: number }
  | { step: "failed"; error: ApiError }
  | { step: "done" };

export type Recording = {
  id: number;
  file: File;
  /** As read, then as the publisher changed them. */
  tags: RecordingTags;
  reading: TagReading;
  cover: File | undefined;
  title: string;
  /** The title was typed, so tags do not replace it. */
  isTyped: boolean;
  state: RecordingState;
  /** The draft, once it exists. A repeat uploads only its audio. */
  song: OwnSong | undefined;
};

type Chosen = {
  readonly recordings: readonly Recording[];
  /** Cover of the recordings that have none. */
  readonly commonCover: File | undefined;
  /** Drafts are being created. */
  readonly busy: boolean;
};

export type RecordingAction =
  | { type: "added"; recordings: readonly Recording[] }
  | { type: "read"; id: number; tags: RecordingTags; reading: TagReading; cover: File | undefined }
  | { type: "tags"; id: number; tags: TagChanges }
  | { type: "title"; id: number; title: string }
  | { type: "state"; id: number; state: RecordingState }
  | { type: "created"; id: number; song: OwnSong }
  | { type: "removed"; id: number }
  | { type: "cover"; cover: File | undefined }
  | { type: "busy"; busy: boolean }
  | { type: "opened" };

export type RecordingStore = {
  read(): Chosen;
  subscribe(listener: () => void): () => void;
  dispatch(action: RecordingAction): void;
};

const nothing: Chosen = { recordings: [], commonCover: undefined, busy: false };

/**
 * Chosen files, by account and artist. They outlive the page, so that a visit to the plans loses no file and uploads continue, but not the
 * tab: browsers do not keep files of this size reliably.
 */
const stores = new Map<string, RecordingStore>();

function openStore(place: string): RecordingStore {
  const store = stores.get(place) ?? createStore();
  stores.set(place, store);
  return store;
}

function createStore(): RecordingStore {
  let chosen = nothing;
  const listeners = new Set<() => void>();
  return {
    read: () => chosen,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch(action) {
      chosen = changeChosen(chosen, action);
      for (const listener of listeners) listener();
    },
  };
}

/** Returns what was chosen for an artist, without what is done. */
export function useRecordingStore(artist: number): { chosen: Chosen; store: RecordingStore } {
  const [store] = useState(() => openStore(draftPlace(`recordings-${artist}`)));
  const chosen = useSyncExternalStore(store.subscribe, store.read, () => nothing);
  useEffect(() => store.dispatch({ type: "opened" }), [store]);
  return { chosen, store };
}

function changeChosen(chosen: Chosen, action: RecordingAction): Chosen {
  const { recordings } = chosen;
  switch (action.type) {
    case "added":
      return { ...chosen, recordings: [...recordings, ...action.recordings] };
    case "removed":
      return { ...chosen, recordings: recordings.filter(({ id }) => id !== action.id) };
    case "cover":
      return { ...chosen, commonCover: action.cover };
    case "busy":
      return { ...chosen, busy: action.busy };
    case "opened": {
      const open = recordings.filter(({ state }) => !["done", "refused"].includes(state.step));
      return open.length === 0 ? nothing : { ...chosen, recordings: open };
    }
    default:
      return {
        ...chosen,
        recordings: recordings.map((recording) =>
          recording.id === action.id ? changeRecording(recording, action) : recording,
        ),
      };
  }
}

type RecordingChange = Extract<RecordingAction, { type: "read" | "tags" | "title" | "state" | "created" }>;

function changeRecording(recording: Recording, action: RecordingChange): Recording {
  switch (action.type) {
    case "read": {
      const { tags, reading, cover } = action;
      const title = recording.isTyped ? recording.title : (tags.title ?? recording.title);
      return { ...recording, tags, reading, cover, title, state: { step: "ready" } };
    }
    case "tags":
      return {
        ...recording,
        tags: changeTags(recording.tags, action.tags),
        cover: keepCover(recording.cover, action.tags),
      };
    case "title":
      return { ...recording, title: action.title, isTyped: true };
    case "state":
      return { ...recording, state: action.state };
    case "created":
      return { ...recording, song: action.song };
  }
}
