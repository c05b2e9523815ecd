import { useQueryClient } from "@tanstack/react-query";
import { getMyAlbum } from "@wrapsody/shared/catalogue/albums.ts";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import {
  getMyArtist,
  getMyArtists,
  getMySongs,
  type OwnSong,
  patchSong,
  postSong,
  studioTexts,
} from "@wrapsody/shared/studio/studio.ts";
import pLimit from "p-limit";
import { useCallback, useEffect } from "react";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { RateLimitedError, uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { findRefusal, sendAudio } from "../manage/audio/audio-files.ts";
import { forgetFile, keyOfFile, storeTags, storeTitle, tagsOfFile, titleOfFile } from "./recording-keys.ts";
import {
  type Recording,
  type RecordingState,
  type RecordingStore,
  useRecordingStore,
} from "./recording-store.ts";
import {
  changeTags,
  keepCover,
  noTags,
  plainReading,
  readRecording,
  type TagChanges,
  titleOf,
  toWrapPayload,
} from "./recording-tags.ts";

/** Drafts that are created and uploaded at the same time. */
const MAX_UPLOADS = 2;

/** Numbers the recordings of all artists. */
let lastId = 0;

/**
 * Turns recordings into drafts: reads their tags, creates a wrap for each and uploads its audio. Leaving the page interrupts neither.
 * `masterMaxBytes` is null if the site accepts no masters.
 */
export function useRecordings(artist: number, masterMaxBytes: number | null) {
  const { chosen, store } = useRecordingStore(artist);
  const { recordings, commonCover, busy } = chosen;
  const { dispatch } = store;
  const client = useQueryClient();
  useLeaveWarning(recordings.some(({ state }) => !["done", "refused"].includes(state.step)));

  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file): Recording => {
        lastId += 1;
        const reason = findRefusal(file, masterMaxBytes);
        const state: RecordingState =
          reason === undefined ? { step: "reading" } : { step: "refused", reason };
        const typed = titleOfFile(artist, file);
        return {
          id: lastId,
          file,
          tags: noTags,
          reading: plainReading,
          cover: undefined,
          title: typed ?? titleOf(file),
          isTyped: typed !== undefined,
          state,
          song: undefined,
        };
      });
      dispatch({ type: "added", recordings: added });
      void readAll(artist, added, dispatch);
    },
    [artist, masterMaxBytes, dispatch],
  );

  const run = async () => {
    const limit = pLimit(MAX_UPLOADS);
    // Once the plan's limit is reached, every further wrap would be refused.
    let isFull = false;
    const queued = store.read().recordings.filter(({ state, song, cover }) => {
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
    invalidateQueries(client, getMySongs, getMyAlbum, getMyArtists, getMyArtist, getMyPlan);
  };
  return {
    recordings,
    commonCover,
    busy,
    add,
    setTitle: useCallback(
      (id: number, title: string) => {
        dispatch({ type: "title", id, title });
        const recording = store.read().recordings.find((each) => each.id === id);
        if (recording !== undefined) storeTitle(artist, recording.file, title);
      },
      [artist, store, dispatch],
    ),
    changeTags: useCallback(
      (id: number, tags: TagChanges) => {
        dispatch({ type: "tags", id, tags });
        const recording = store.read().recordings.find((each) => each.id === id);
        if (recording !== undefined) storeTags(artist, recording.file, tags);
      },
      [artist, store, dispatch],
    ),
    setCommonCover: useCallback((cover: File | undefined) => dispatch({ type: "cover", cover }), [dispatch]),
    remove: useCallback((id: number) => dispatch({ type: "removed", id }), [dispatch]),
    start() {
      if (store.read().busy) return;
      dispatch({ type: "busy", busy: true });
      void run().finally(() => dispatch({ type: "busy", busy: false }));
    },
  };
}

/** Reads one file after the other, because each is loaded into memory. */
async function readAll(
  artist: number,
  added: readonly Recording[],
  dispatch: RecordingStore["dispatch"],
): Promise<void> {
  for (const { id, file, state } of added) {
    if (state.step !== "reading") continue;
    const { tags, cover, reading } = await readRecording(file);
    const changes = tagsOfFile(artist, file);
    dispatch({
      type: "read",
      id,
      tags: changeTags(tags, changes),
      cover: keepCover(cover, changes),
      reading,
    });
  }
}

/** Creates the draft unless it exists, and uploads its audio. @throws ApiError */
async function sendRecording(
  artist: number,
  { id, file, title, tags, song }: Recording,
  image: File | undefined,
  dispatch: RecordingStore["dispatch"],
): Promise<void> {
  dispatch({ type: "state", id, state: { step: "sending", sent: 0 } });
  const created = song ?? (await createDraft(artist, { file, title, tags, image }));
  dispatch({ type: "created", id, song: created });
  const onProgress = (sent: number) => dispatch({ type: "state", id, state: { step: "sending", sent } });
  const key = keyOfFile(artist, file);
  await repeatLater(() => sendAudio(created.id, file, { onProgress, key }));
  if (tags.lyrics === "") await repeatLater(() => leaveOutLyrics(created.id));
  forgetFile(artist, file);
}

/** Removes the lyrics that the server has taken over from the file. */
function leaveOutLyrics(song: number): Promise<unknown> {
  return apiFetch(patchSong, { params: { id: String(song) }, body: { lyrics: null } });
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
