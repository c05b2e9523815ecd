import { useQueryClient } from "@tanstack/react-query";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import {
  getImportAccess,
  type ImportAnswer,
  type ImportKind,
  importLimits,
  importTexts,
  postSongImport,
  postUserImport,
} from "@wrapsody/shared/studio/imports.ts";
import { getMyArtists, getMySongs } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { ApiError } from "../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../lib/api/idempotency-key.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { uploadFiles } from "../../lib/api/upload-files.ts";

/** An upload. The key identifies it for progress and for idempotent repeats. */
type Upload = { file: File; dryRun: boolean; update: boolean; key: string };

export type ImportState =
  | { step: "choosing"; file: File | undefined; problem: string | undefined }
  /** `sent` is the uploaded share of the bytes, 0 to 1. */
  | ({ step: "sending"; sent: number } & Upload)
  | ({ step: "interrupted"; error: ApiError } & Upload)
  /** The dry run has finished. */
  | { step: "checked"; file: File; update: boolean; answer: ImportAnswer }
  /** `key` identifies the import, to undo it. */
  | { step: "done"; file: File; update: boolean; answer: ImportAnswer; key: string };

const start: ImportState = { step: "choosing", file: undefined, problem: undefined };

type SendOptions = { onProgress(sent: number): void };

/** Nodes of the previous version do not know `update`, so it is sent only if it is on. */
function sendFile(kind: ImportKind, { file, dryRun, update, key }: Upload, options: SendOptions) {
  const dry_run = dryRun ? "true" : "false";
  const files = { tsvImport: file };
  if (kind === "ARTISTS") return uploadFiles(postUserImport, { body: { dry_run }, files, key }, options);
  const body = update ? ({ dry_run, update: "true" } as const) : ({ dry_run } as const);
  return uploadFiles(postSongImport, { body, files, key }, options);
}

/** Manages an import from the selected file to its result. Selecting a file starts the dry run. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>(start);
  const [update, setUpdate] = useState(false);

  const send = async (sent: Upload) => {
    setState({ step: "sending", sent: 0, ...sent });
    const { file, dryRun, key } = sent;
    const onProgress = (share: number) => setState({ step: "sending", ...sent, sent: share });
    try {
      const answer = await sendFile(kind, sent, { onProgress });
      const finished = { file, answer, update: sent.update };
      setState(dryRun ? { step: "checked", ...finished } : { step: "done", ...finished, key });
      if (!dryRun) invalidateQueries(client, getImportAccess, getMyArtists, getMySongs, getMyPlan);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problem = error.errors.find(({ field }) => field === "tsvImport")?.message;
      if (problem !== undefined) setState({ step: "choosing", file, problem });
      else setState({ step: "interrupted", error, ...sent });
    }
  };

  return {
    state,
    /** Whether existing wraps are changed. */
    update,
    setUpdate,
    /** Validates and starts a dry run of the file. */
    choose(file: File | undefined, invited: boolean) {
      const problem = validateFile(file);
      if (file === undefined || problem !== undefined || !invited)
        setState({ step: "choosing", file, problem });
      else void send({ file, dryRun: true, update, key: newIdempotencyKey() });
    },
    /** Imports the checked file. */
    run(file: File) {
      void send({ file, dryRun: false, update, key: newIdempotencyKey() });
    },
    /** Retries the same upload; it is idempotent. */
    retry({ file, dryRun, update, key }: Upload) {
      void send({ file, dryRun, update, key });
    },
    restart: () => setState(start),
  };
}

function validateFile(file: File | undefined): string | undefined {
  if (file === undefined || file.size === 0) return importTexts.noFile;
  if (/\.zip$/i.test(file.name))
    return file.size > importLimits.archiveBytes ? importTexts.archiveTooLarge : undefined;
  if (!/\.tsv$/i.test(file.name)) return importTexts.notTsv;
  return file.size > importLimits.bytes ? importTexts.tooLarge : undefined;
}
