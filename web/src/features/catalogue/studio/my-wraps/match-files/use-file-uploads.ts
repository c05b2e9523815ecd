import { patchSongArt } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { RateLimitedError, type UploadOptions, uploadFiles } from "../../../../../lib/api/upload-files.ts";
import { errorKey } from "../../../../accounts/index.ts";
import { studioErrorText } from "../../error-messages.ts";
import { audioErrorText } from "../../manage/audio/audio-errors.ts";
import { sendAudio } from "../../manage/audio/audio-files.ts";
import { useSongChanged } from "../../manage/own-song.ts";
import type { MatchableSong, MatchedFile } from "./match-files.ts";

/** A file with the wrap that it is uploaded to; undefined if it is left out. */
export type Assignment = { match: MatchedFile; song: MatchableSong | undefined };

export type UploadState =
  | { step: "sending"; sent: number }
  | { step: "done" }
  | { step: "failed"; reason: string };

/**
 * Uploads files one after the other: masters first, so that an mp3 of the same wrap is what listeners hear. A further start repeats failed
 * files and skips uploaded ones.
 */
export function useFileUploads(assignments: readonly Assignment[]) {
  const { t } = useTranslation();
  const [states, setStates] = useState<readonly (UploadState | undefined)[]>([]);
  const [busy, setBusy] = useState(false);
  const changed = useSongChanged();
  const setState = (index: number, state: UploadState) =>
    setStates((before) => assignments.map((_, at) => (at === index ? state : before[at])));
  const explain = (error: ApiError, kind: MatchedFile["kind"]) => {
    const [first] = error.errors;
    if (error.code === "E0072") return audioErrorText(t, error.message);
    if (first === undefined) return t(error.status === 0 ? "recordings.notSent" : errorKey(error));
    return kind === "artwork" ? studioErrorText(t, first.message) : audioErrorText(t, first.message);
  };
  const run = async () => {
    const ids: number[] = [];
    const entries = [...assignments.entries()];
    const isMaster = ([, { match }]: (typeof entries)[number]) => Number(match.kind === "master");
    for (const [index, { match, song }] of entries.toSorted((a, b) => isMaster(b) - isMaster(a))) {
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
  try {
    const call = { params: { id: String(songId) }, files: { artwork: file } };
    await (kind === "artwork" ? uploadFiles(patchSongArt, call, options) : sendAudio(songId, file, options));
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, error.wait * 1000));
    await sendFile({ file, kind }, songId, options);
  }
}
