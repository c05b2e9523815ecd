import { patchSongArt, patchSongAudio } from "@wrapsody/shared/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { RateLimitedError, type UploadOptions, uploadFiles } from "../../../../../lib/api/upload-files.ts";
import { errorKey } from "../../../../accounts/index.ts";
import { studioErrorText } from "../../error-messages.ts";
import { audioErrorText } from "../../manage/audio/audio-errors.ts";
import { useSongChanged } from "../../manage/own-song.ts";
import type { MatchableSong, MatchedFile } from "./match-files.ts";

/** A file with the wrap that it is uploaded to; undefined if it is left out. */
export type Assignment = { match: MatchedFile; song: MatchableSong | undefined };

export type UploadState =
  | { step: "sending"; sent: number }
  | { step: "done" }
  | { step: "failed"; reason: string };

/** Uploads files one after the other. A further start repeats failed files and skips uploaded ones. */
export function useFileUploads(assignments: readonly Assignment[]) {
  const { t } = useTranslation();
  const [states, setStates] = useState<readonly (UploadState | undefined)[]>([]);
  const [busy, setBusy] = useState(false);
  const changed = useSongChanged();
  const setState = (index: number, state: UploadState) =>
    setStates((before) => assignments.map((_, at) => (at === index ? state : before[at])));
  const explain = (error: ApiError, kind: MatchedFile["kind"]) => {
    const [first] = error.errors;
    if (first === undefined) return t(errorKey(error));
    return kind === "audio" ? audioErrorText(t, first.message) : studioErrorText(t, first.message);
  };
  const run = async () => {
    const ids: number[] = [];
    for (const [index, { match, song }] of assignments.entries()) {
      if (song === undefined || states[index]?.step === "done") continue;
      setState(index, { step: "sending", sent: 0 });
      try {
        await sendFile(match, song.id, { onProgress: (sent) => setState(index, { step: "sending", sent }) });
        setState(index, { step: "done" });
        ids.push(song.id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setState(index, { step: "failed", reason: explain(error, match.kind) });
      }
    }
    await changed(...ids);
  };
  const start = () => {
    if (busy) return;
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  return { states, busy, start };
}

/** Waits as long as the server asks for before it sends further files. */
async function sendFile(
  { file, kind }: Pick<MatchedFile, "file" | "kind">,
  songId: number,
  options: UploadOptions,
): Promise<void> {
  const params = { id: String(songId) };
  try {
    await (kind === "audio"
      ? uploadFiles(patchSongAudio, { params, files: { audio: file } }, options)
      : uploadFiles(patchSongArt, { params, files: { artwork: file } }, options));
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, error.wait * 1000));
    await sendFile({ file, kind }, songId, options);
  }
}
