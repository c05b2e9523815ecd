import { componentLimits, postComponent } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import type { Size } from "@wrapsody/shared/experiences/placing.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../../../../lib/api/idempotency-key.ts";
import { RateLimitedError, uploadFiles } from "../../../../../lib/api/upload-files.ts";
import { type PreparedImage, prepareImage } from "../images/shrink-image.ts";
import { type EditorComponent, partsIn } from "../state/components.ts";
import type { StoredImage } from "../state/stored-edits.ts";
import { draftFor } from "../state/use-components.ts";
import type { SavedComponent } from "../state/use-saving.ts";
import type { AddedBatch } from "./distributing.ts";
import { nameFromFile, slotFromFile } from "./file-names.ts";
import type { NotAdded, QueuedPicture } from "./queued-picture.ts";
import { useStoredImages } from "./use-stored-images.ts";

/** Images that were shrunk: how many, the only one's name, and their bytes before and after. */
export type Shrunk = { count: number; file: string; from: number; to: number };
const nothingShrunk: Shrunk = { count: 0, file: "", from: 0, to: 0 };
export type Adding = ReturnType<typeof useAdding>;

type Options = {
  campaign: string;
  parts: readonly EditorComponent[];
  /** Puts every image into its own slot. */
  spread: boolean;
  /** Storage key of the editor's draft and its images. */
  place: string;
  stored: readonly StoredImage[];
  added(component: Component): void;
};

type Progress = { file: string; at: number; of: number /** Seconds until it continues. */; wait?: number };

/**
 * Creates a component for each image, one by one. Images chosen during an upload join the queue. Keeps failed images for a
 * retry, and in the browser until they are added.
 */
export function useAdding({ campaign, parts, spread, place, stored, added }: Options) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Progress>();
  const [notAdded, setNotAdded] = useState<readonly NotAdded[]>([]);
  const [count, setCount] = useState(0);
  const [shrunk, setShrunk] = useState(nothingShrunk);
  const [batch, setBatch] = useState<AddedBatch>();
  const { queue, gone } = useQueue();
  const images = useStoredImages(place, stored, (restored) =>
    setNotAdded((others) => [...restored, ...others]),
  );

  const offerDistribution = ({ batch: { slot }, file, draft }: QueuedPicture, { id }: Component) => {
    const { slot_number, layer_level } = draft;
    const entry = { id, file: file.name, added: { slot_number, layer_level } };
    setBatch((before) => ({ slot, files: [...(before?.slot === slot ? before.files : []), entry] }));
  };

  const addOne = async (picture: QueuedPicture) => {
    const showProgress = (wait?: number) =>
      setProgress({
        file: picture.file.name,
        at: queue.at + 1,
        of: queue.pictures.length,
        ...(wait === undefined ? {} : { wait }),
      });
    showProgress();
    try {
      picture.prepared ??= await prepareImage(picture.file);
      const component = await addWithRetry(campaign, picture, picture.prepared, { gone, showProgress });
      added(component);
      setCount((before) => before + 1);
      setShrunk((before) => addShrunk(before, picture.file, component.shrunk_bytes));
      if (!spread && picture.batch.size > 1) offerDistribution(picture, component);
      setNotAdded((before) => before.filter(({ key }) => key !== picture.key));
      images.forget([picture]);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (isRefused(error)) images.forget([picture]);
      setNotAdded((before) => [...before.filter(({ key }) => key !== picture.key), { ...picture, error }]);
    }
  };
  const run = async (all: readonly QueuedPicture[]) => {
    const isRunning = queue.pictures.length > 0;
    queue.pictures.push(...all);
    if (isRunning) return setProgress((before) => before && { ...before, of: queue.pictures.length });
    setCount(0);
    setShrunk(nothingShrunk);
    setBatch(undefined);
    for (let next = queue.pictures[0]; next !== undefined; next = queue.pictures[queue.at]) {
      await addOne(next);
      queue.at += 1;
      // The other images stay in the draft.
      if (gone.current.signal.aborted) return;
    }
    Object.assign(queue, emptyQueue());
    setProgress(undefined);
  };
  return {
    progress,
    /** Images that are not added yet, including the current one. */
    coming: progress === undefined ? 0 : progress.of - progress.at + 1,
    count,
    notAdded,
    shrunk,
    /** Several images that were added together, once all are. Undefined if they have slots of their own anyway. */
    batch: progress === undefined ? batch : undefined,
    dismissBatch: () => setBatch(undefined),
    addFiles(files: readonly File[], slot: number) {
      const otherwise = t("components.picture");
      const queued = toQueued(files, { parts, coming: queue.pictures, slot, spread, otherwise });
      images.store(queued);
      void run(queued);
    },
    retry: () => {
      const retryable = notAdded.filter(({ error, key }) => !isRefused(error) && !isIn(queue, key));
      void run(retryable);
    },
    canRepeat: notAdded.some(({ error }) => !isRefused(error)),
    dismiss() {
      images.forget(notAdded);
      setNotAdded([]);
    },
    images,
  };
}

function addShrunk(before: Shrunk, file: File, bytes: number | undefined): Shrunk {
  if (bytes === undefined) return before;
  return { count: before.count + 1, file: file.name, from: before.from + file.size, to: before.to + bytes };
}

/** `at` is the number of processed images. */
type Queue = { pictures: QueuedPicture[]; at: number };
const emptyQueue = (): Queue => ({ pictures: [], at: 0 });
const isIn = ({ pictures, at }: Queue, key: string) =>
  pictures.slice(at).some((picture) => picture.key === key);

/** The queue of images and a signal that aborts waiting when the page is left. */
function useQueue() {
  const queue = useRef(emptyQueue());
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);
  return { queue: queue.current, gone };
}

type RetryOptions = {
  gone: { readonly current: AbortController };
  /** Receives the seconds left to wait; undefined once the upload continues. */
  showProgress(wait?: number): void;
};

/** As `add`, but waits and retries after a rate limit. */
async function addWithRetry(
  campaign: string,
  picture: QueuedPicture,
  prepared: PreparedImage,
  { gone, showProgress }: RetryOptions,
): Promise<SavedComponent> {
  for (;;) {
    try {
      return await createComponent(campaign, picture, prepared);
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      for (let secondsLeft = error.wait; secondsLeft > 0; secondsLeft -= 1) {
        if (gone.current.signal.aborted) throw error;
        showProgress(secondsLeft);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      showProgress();
    }
  }
}

const isRefused = (error: Error | undefined) => error instanceof ApiError && error.errors.length > 0;

type Choosing = {
  parts: readonly EditorComponent[];
  /** Queued images that are not added yet. */
  coming: readonly QueuedPicture[];
  slot: number;
  spread: boolean;
  /** Name of a component whose file has no usable name. */
  otherwise: string;
};

function toQueued(
  files: readonly File[],
  { parts, coming, slot, spread, otherwise }: Choosing,
): QueuedPicture[] {
  const usedNames = new Set([...parts, ...coming].map(({ draft }) => draft.name));
  const used = new Set(coming.map(({ draft }) => Number(draft.slot_number)));
  const free = Array.from({ length: componentLimits.slots }, (_, index) => index + 1).filter(
    (number) => !used.has(number) && partsIn(parts, number).length === 0,
  );
  const batch = { slot, size: files.length };
  return files.map((file, index) => {
    const name = nameFromFile(file.name, usedNames, otherwise);
    usedNames.add(name);
    const into = slotFromFile(file.name) ?? (spread ? free[index] : undefined) ?? slot;
    const isFirst = partsIn(parts, into).length === 0;
    return { file, key: newIdempotencyKey(), isFirst, batch, draft: { ...draftFor(parts, into), name } };
  });
}

async function createComponent(
  campaign: string,
  { key, draft, isFirst }: QueuedPicture,
  { file, size }: PreparedImage,
): Promise<SavedComponent> {
  const width = isFirst && size !== undefined ? { width: widthOf(size) } : {};
  const body = { ...draft, ...width, component_type: "IMAGE" as const };
  return uploadFiles(postComponent, { params: { id: campaign }, body, key, files: { image: file } });
}

/** The first component of a slot takes the width of its image, within the limits. The others follow it. */
function widthOf({ width }: Size): string {
  const { minWidth, side } = componentLimits;
  return String(Math.max(minWidth, Math.min(side, width)));
}
