import { patchSongAudio, studioTexts } from "@wrapsody/shared/studio.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { uploadFiles } from "../../../../../lib/api/upload-files.ts";
import { useSongChanged } from "../own-song.ts";
import { isSendableAudio } from "./audio-file.ts";

/**
 * Where the upload of a recording stands. A file that could not be sent is held, so that it need not be chosen again;
 * `problem` is the server's word for what is wrong with it, or undefined where the way to it failed.
 */
export type AudioUpload =
  | { step: "idle"; refused: string | undefined }
  | { step: "sending"; file: File; sent: number }
  | { step: "failed"; file: File; error: ApiError };

export type AudioUploading = {
  upload: AudioUpload;
  choose(file: File): void;
  /** Sends the same file once more. */
  repeat(): void;
  /** Ends the sending, or lets go of the file that could not be sent. */
  cancel(): void;
};

const idle: AudioUpload = { step: "idle", refused: undefined };

/** Sends a recording, and goes on with it while other parts of the page are looked at. */
export function useAudioUpload(songId: number): AudioUploading {
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
      await uploadFiles(
        patchSongAudio,
        { params: { id: String(songId) }, files: { audio: file } },
        { onProgress, signal },
      );
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
      if (isSendableAudio(file)) void send(file);
      else setUpload({ step: "idle", refused: studioTexts.wrongAudio });
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

/** Closing the tab would end what is under way, and let go of what is held; the browser asks first, in its own words. */
function useLeaveWarning(underWay: boolean): void {
  useEffect(() => {
    if (!underWay) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [underWay]);
}
