import { useQueryClient } from "@tanstack/react-query";
import {
  getMyArtist,
  getMyArtists,
  getMySongs,
  type OwnSong,
  patchSongAudio,
  postSong,
  studioTexts,
} from "@wrapsody/shared/studio.ts";
import { getMyPlan } from "@wrapsody/shared/subscriptions.ts";
import pLimit from "p-limit";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { RateLimitedError, uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { isSendableAudio } from "../manage/audio/use-audio-upload.ts";
import { forgetKey, keyOfFile } from "./recording-keys.ts";
import { noTags, type RecordingTags, readRecording, titleOf, toWrapPayload } from "./recording-tags.ts";

/**
 * - `reading`: its tags are being read.
 * - `ready`: becomes a draft with the next start.
 * - `refused`: no recording that can be uploaded.
 * - `waiting`: queued.
 * - `kept`: the plan allows no further wrap this month.
 */
export type RecordingState =
  | { step: "reading" | "ready" | "refused" | "waiting" | "kept" }
  | { step: "sending"; sent: number }
  | { step: "failed"; error: ApiError }
  | { step: "done" };

export type Recording = {
  id: number;
  file: File;
  tags: RecordingTags;
  cover: File | undefined;
  title: string;
  /** The title was typed, so tags do not replace it. */
  isTyped: boolean;
  state: RecordingState;
  /** The draft, once it exists. A repeat uploads only its audio. */
  song: OwnSong | undefined;
};

/** Drafts that are created and uploaded at the same time. */
const MAX_UPLOADS = 2;

type Options = { artist: number; commonCover: File | undefined };

/** Turns recordings into drafts: reads their tags, creates a wrap for each and uploads its audio. */
export function useRecordings({ artist, commonCover }: Options) {
  const [recordings, dispatch] = useReducer(changeRecordings, []);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const nextId = useRef(0);
  const latest = useRef(recordings);
  useEffect(() => {
    latest.current = recordings;
  });
  useLeaveWarning(recordings.some(({ state }) => !["done", "refused"].includes(state.step)));

  const add = useCallback((files: readonly File[]) => {
    const added = files.map((file): Recording => {
      nextId.current += 1;
      const state: RecordingState = { step: isSendableAudio(file) ? "reading" : "refused" };
      const title = titleOf(file);
      return {
        id: nextId.current,
        file,
        tags: noTags,
        cover: undefined,
        title,
        isTyped: false,
        state,
        song: undefined,
      };
    });
    dispatch({ type: "added", recordings: added });
    void readAll(added, dispatch);
  }, []);

  const run = async () => {
    const limit = pLimit(MAX_UPLOADS);
    // Once the plan's limit is reached, every further wrap would be refused.
    let isFull = false;
    const queued = latest.current.filter(({ state, song, cover }) => {
      if (!["ready", "failed", "kept"].includes(state.step)) return false;
      return song !== undefined || cover !== undefined || commonCover !== undefined;
    });
    for (const { id } of queued) dispatch({ type: "state", id, state: { step: "waiting" } });
    const send = async (recording: Recording) => {
      const { id } = recording;
      const setState = (state: RecordingState) => dispatch({ type: "state", id, state });
      if (isFull && recording.song === undefined) return setState({ step: "kept" });
      try {
        await sendRecording(artist, recording, recording.cover ?? commonCover, dispatch);
        setState({ step: "done" });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        isFull ||= error.code === "E0025";
        setState(error.code === "E0025" ? { step: "kept" } : { step: "failed", error });
      }
    };
    await Promise.all(queued.map((recording) => limit(send, recording)));
    invalidateQueries(client, getMySongs, getMyArtists, getMyArtist, getMyPlan);
  };
  return {
    recordings,
    busy,
    add,
    setTitle: useCallback((id: number, title: string) => dispatch({ type: "title", id, title }), []),
    remove: useCallback((id: number) => dispatch({ type: "removed", id }), []),
    start() {
      if (busy) return;
      setBusy(true);
      void run().finally(() => setBusy(false));
    },
  };
}

type Action =
  | { type: "added"; recordings: readonly Recording[] }
  | { type: "read"; id: number; tags: RecordingTags; cover: File | undefined }
  | { type: "title"; id: number; title: string }
  | { type: "state"; id: number; state: RecordingState }
  | { type: "created"; id: number; song: OwnSong }
  | { type: "removed"; id: number };

function changeRecordings(recordings: readonly Recording[], action: Action): readonly Recording[] {
  if (action.type === "added") return [...recordings, ...action.recordings];
  if (action.type === "removed") return recordings.filter(({ id }) => id !== action.id);
  return recordings.map((recording) =>
    recording.id === action.id ? changeOne(recording, action) : recording,
  );
}

function changeOne(recording: Recording, action: Exclude<Action, { type: "added" | "removed" }>): Recording {
  switch (action.type) {
    case "read": {
      const { tags, cover } = action;
      const title = recording.isTyped ? recording.title : (tags.title ?? recording.title);
      return { ...recording, tags, cover, title, state: { step: "ready" } };
    }
    case "title":
      return { ...recording, title: action.title, isTyped: true };
    case "state":
      return { ...recording, state: action.state };
    case "created":
      return { ...recording, song: action.song };
  }
}

/** Reads one file after the other, because each is loaded into memory. */
async function readAll(added: readonly Recording[], dispatch: (action: Action) => void): Promise<void> {
  for (const { id, file, state } of added) {
    if (state.step === "reading") dispatch({ type: "read", id, ...(await readRecording(file)) });
  }
}

/** Creates the draft unless it exists, and uploads its audio. @throws ApiError */
async function sendRecording(
  artist: number,
  { id, file, title, tags, song }: Recording,
  image: File | undefined,
  dispatch: (action: Action) => void,
): Promise<void> {
  dispatch({ type: "state", id, state: { step: "sending", sent: 0 } });
  const created = song ?? (await createDraft(artist, { file, title, tags, image }));
  dispatch({ type: "created", id, song: created });
  const onProgress = (sent: number) => dispatch({ type: "state", id, state: { step: "sending", sent } });
  const call = { params: { id: String(created.id) }, files: { audio: file } };
  await repeatLater(() => uploadFiles(patchSongAudio, call, { onProgress }));
  forgetKey(artist, file);
}

type NewDraft = Pick<Recording, "file" | "title" | "tags"> & { image: File | undefined };

async function createDraft(artist: number, { file, title, tags, image }: NewDraft): Promise<OwnSong> {
  const missing = image === undefined ? [{ field: "image", message: studioTexts.noFile }] : [];
  const body = await validate(postSong.body, toWrapPayload(title, tags), missing);
  const call = { params: { id: String(artist) }, body, files: { image }, key: keyOfFile(artist, file) };
  return repeatLater(() => uploadFiles(postSong, call));
}

/** Waits as long as the server asks for. */
async function repeatLater<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.wait * 1_000));
    }
  }
}

/** Warns before the page closes while recordings are not uploaded. */
function useLeaveWarning(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [enabled]);
}
