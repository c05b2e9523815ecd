import { errorCodes } from "@wrapsody/shared/errors.ts";
import { masterTooLarge, putSongMaster } from "@wrapsody/shared/masters.ts";
import { patchSongAudio, studioTexts, uploadLimits } from "@wrapsody/shared/studio.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { uploadFiles } from "../../../../../lib/api/upload-files.ts";
import { useSongChanged } from "../own-song.ts";

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
      const params = { id: String(songId) };
      if (isMasterName(file.name))
        await uploadFiles(putSongMaster, { params, files: { master: file } }, { onProgress, signal });
      else await uploadFiles(patchSongAudio, { params, files: { audio: file } }, { onProgress, signal });
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

/** Accepted files. Browsers and systems use several media types for mp3, or none. */
export const audioAccept = ".mp3,audio/mpeg";
const kinds: ReadonlySet<string> = new Set([
  "audio/mpeg",
  "audio/mp3",
  "audio/x-mp3",
  "audio/x-mpeg",
  "audio/mpeg3",
]);

/** Returns true if a file can be uploaded: an mp3 by its media type, or by its name if the type is unknown. */
export function isSendableAudio({ name, type, size }: Pick<File, "name" | "type" | "size">): boolean {
  const isMp3 = type === "" ? /\.mp3$/i.test(name) : kinds.has(type.toLowerCase());
  return isMp3 && size > 0 && size <= uploadLimits.audioBytes;
}

/** Accepted masters by their names, because systems disagree about their media types. The server checks the content. */
export const masterAccept = ".wav,.aif,.aiff,.flac,.m4a,.aac,.ogg,.oga,.opus";

function isMasterName(name: string): boolean {
  return /\.(wav|aiff?|flac|m4a|aac|og[ga]|opus)$/i.test(name);
}

/** Returns why a file cannot be uploaded; undefined if it can. */
export function findRefusal(
  file: Pick<File, "name" | "type" | "size">,
  masterMaxBytes: number | null,
): string | undefined {
  if (!isMasterName(file.name)) return isSendableAudio(file) ? undefined : studioTexts.wrongAudio;
  if (masterMaxBytes === null) return errorCodes.E0072.message;
  return file.size > masterMaxBytes ? masterTooLarge(masterMaxBytes) : undefined;
}
