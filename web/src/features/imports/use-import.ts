import { useQueryClient } from "@tanstack/react-query";
import {
  type ImportAnswer,
  type ImportKind,
  importLimits,
  importTexts,
  postSongImport,
  postUserImport,
} from "@wrapsody/shared/imports.ts";
import { getMyArtists, getMySongs } from "@wrapsody/shared/studio.ts";
import { getMyPlan } from "@wrapsody/shared/subscriptions.ts";
import { useState } from "react";
import { ApiError } from "../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../lib/api/idempotency-key.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { uploadFiles } from "../../lib/api/upload-files.ts";

/** An upload. The key identifies it for progress and for idempotent repeats. */
type Upload = { file: File; dryRun: boolean; key: string };

export type ImportState =
  | { step: "choosing"; file: File | undefined; problem: string | undefined }
  /** `sent` is the uploaded share of the bytes, 0 to 1. */
  | ({ step: "sending"; sent: number } & Upload)
  | ({ step: "interrupted"; error: ApiError } & Upload)
  /** The dry run has finished. */
  | { step: "checked"; file: File; answer: ImportAnswer }
  /** `key` identifies the import, to undo it. */
  | { step: "done"; file: File; answer: ImportAnswer; key: string };

const start: ImportState = { step: "choosing", file: undefined, problem: undefined };
const endpoints = { ARTISTS: postUserImport, SONGS: postSongImport } as const;

/** Manages an import from the selected file to its result. Selecting a file starts the dry run. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>(start);

  const send = async (sent: Upload) => {
    setState({ step: "sending", sent: 0, ...sent });
    const { file, dryRun, key } = sent;
    const options = {
      body: { dry_run: dryRun ? "true" : "false" } as const,
      files: { tsvImport: file },
      key,
    };
    const onProgress = (share: number) => setState({ step: "sending", ...sent, sent: share });
    try {
      const answer = await uploadFiles(endpoints[kind], options, { onProgress });
      setState(dryRun ? { step: "checked", file, answer } : { step: "done", file, answer, key });
      if (!dryRun) invalidateQueries(client, getMyArtists, getMySongs, getMyPlan);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problem = error.errors.find(({ field }) => field === "tsvImport")?.message;
      if (problem !== undefined) setState({ step: "choosing", file, problem });
      else setState({ step: "interrupted", error, ...sent });
    }
  };

  return {
    state,
    /** Validates and starts a dry run of the file. */
    choose(file: File | undefined, invited: boolean) {
      const problem = validateFile(file);
      if (file === undefined || problem !== undefined || !invited)
        setState({ step: "choosing", file, problem });
      else void send({ file, dryRun: true, key: newIdempotencyKey() });
    },
    /** Imports the checked file. */
    run(file: File) {
      void send({ file, dryRun: false, key: newIdempotencyKey() });
    },
    /** Retries the same upload; it is idempotent. */
    retry({ file, dryRun, key }: Upload) {
      void send({ file, dryRun, key });
    },
    restart: () => setState(start),
  };
}

function validateFile(file: File | undefined): string | undefined {
  if (file === undefined || file.size === 0) return importTexts.noFile;
  if (!/\.tsv$/i.test(file.name)) return importTexts.notTsv;
  return file.size > importLimits.bytes ? "Please use files of at most 10Mb." : undefined;
}
