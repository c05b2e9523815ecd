import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { useSongChanged } from "../own-song.ts";
import { findRefusal, sendAudio } from "./audio-files.ts";

/**
 * State of an audio upload. A failed upload keeps its file, so that the user need not select it again. `refused` and
 * the code of `error` say what is wrong.
 */
type AudioUpload =
  | { step: "idle"; refused: string | undefined }
  | { step: "sending"; file: File; sent: number }
  | { step: "failed"; file: File; error: ApiError };

export type AudioUploading = {
  upload: AudioUpload;
  choose(file: File): void;
  /** Uploads the same file again. */
  repeat(): void;
  /** Aborts the upload, or discards the file of a failed one. */
  cancel(): void;
};

const idle: AudioUpload = { step: "idle", refused: undefined };

/**
 * Uploads an mp3 or a master. The upload continues while other tabs of the page are open.
 * @param masterMaxBytes null if the site accepts no masters
 */
export function useAudioUpload(songId: number, masterMaxBytes: number | null): AudioUploading {
  const [upload, setUpload] = useState<AudioUpload>(idle);
  const stop = useRef<AbortController>(undefined);
  const changed = useSongChanged();
  useLeaveWarning(upload.step !== "idle");

  const send = async (file: File) => {
    const stopping = new AbortController();
    stop.current = stopping;
    const { signal } = stopping;
    setUpload({ step: "sending", file, sent: 0 });
    const onProgress = (sent: number) => {
      if (!signal.aborted) setUpload({ step: "sending", file, sent });
    };
    try {
      await sendAudio(songId, file, { onProgress, signal });
      await changed(songId);
      if (!signal.aborted) setUpload(idle);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setUpload({ step: "failed", file, error });
    }
  };
  return {
    upload,
    choose(file) {
      const refused = findRefusal(file, masterMaxBytes);
      if (refused === undefined) void send(file);
      else setUpload({ step: "idle", refused });
    },
    repeat() {
      if (upload.step === "failed") void send(upload.file);
    },
    cancel() {
      stop.current?.abort();
      setUpload(idle);
    },
  };
}

/** Warns before the page closes, because that aborts a pending upload and discards a failed one. */
function useLeaveWarning(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [enabled]);
}
