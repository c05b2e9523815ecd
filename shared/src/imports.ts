import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";

export const importLimits = { bytes: 10_000_000, rows: 5_000 } as const;

/** Texts prescribed by the specification. */
export const importTexts = {
  noFile: "Please select a file to upload.",
  notTsv:
    "Please use the TSV format (tab separated values). Note that this is different from the CSV format but is available in all spreadsheet software.",
} as const;

/** Columns of each template, matched by name in the first line, in any order and case. */
export const importColumns = {
  ARTISTS: ["name", "description", "email"],
  SONGS: [
    "artist",
    "title",
    "iswc",
    "nickname",
    "duration",
    "description",
    "album",
    "track_number",
    "release_date",
    "isrc",
    "languages",
    "credits",
    "dates",
    "owners",
    "dsps",
    "genres",
    "tags",
    "lyrics",
  ],
} as const;
export type ImportKind = keyof typeof importColumns;

/** A problem of a row. `line` counts the file's lines from 1, heading included. */
export const importError = z.object({
  line: z.number().int(),
  /** Null if it concerns the whole line. */
  column: z.string().nullable(),
  code: z.enum(["MISSING", "INVALID", "TOO_LONG", "UNKNOWN", "REPEATED", "LIMIT", "FILE", "WARNING"]),
  message: z.string(),
  /** The value, truncated. */
  value: z.string(),
});
export type ImportError = z.output<typeof importError>;

const savedRow = z.object({
  line: z.number().int(),
  name: z.string(),
  /** Id of the artist or song; null in a dry run. */
  id: z.number().int().nullable(),
  /** It existed before and stays unchanged. */
  existing: z.boolean(),
});
const unsavedRow = z.object({ line: z.number().int(), name: z.string() });

export const importAnswer = z.object({
  dry_run: z.boolean(),
  saved: z.array(savedRow),
  notSaved: z.array(unsavedRow),
  errors: z.array(importError),
  /** The rows that were not saved, as TSV with the heading and a problem column; empty if all were saved. */
  failures: z.string(),
});
export type ImportAnswer = z.output<typeof importAnswer>;

const importCall = (path: string, what: string) =>
  endpoint({
    method: "POST",
    path,
    access: "session",
    limit: "upload",
    tag: "imports",
    summary:
      `Imports ${what} from a TSV file, for invited publishers. With \`dry_run\` everything is checked and nothing is ` +
      "saved. Existing rows stay unchanged, so a file may be sent again. With an Idempotency-Key, `my/import/{key}` " +
      "returns the progress.",
    body: z.object({ dry_run: z.enum(["true", "false"]).default("false") }),
    files: {
      tsvImport: {
        maxBytes: importLimits.bytes,
        tooLarge: "Please use files of at most 10Mb.",
        missing: importTexts.noFile,
      },
    },
    answer: importAnswer,
  });

export const postUserImport = importCall("user/import", "artists");
export const postSongImport = importCall("song/import", "songs");

export const importProgress = z.object({
  id: z.string(),
  kind: z.enum(["ARTISTS", "SONGS"]),
  dry_run: z.boolean(),
  state: z.enum(["READING", "RUNNING", "DONE", "FAILED"]),
  rows_total: z.number().int().nullable(),
  rows_done: z.number().int(),
  started_at: instant,
});

export const getImport = endpoint({
  method: "GET",
  path: "my/import/:id",
  access: "session",
  tag: "imports",
  summary: "Returns the progress of an import of the caller.",
  params: z.object({ id: z.string().min(1).max(128) }),
  answer: importProgress,
});

export const deleteImport = endpoint({
  method: "DELETE",
  path: "my/import/:id",
  access: "session",
  limit: "upload",
  tag: "imports",
  summary:
    "Undoes an import of songs of the last 30 days: deletes its drafts that have neither artwork, audio, rewards nor experiences, and " +
    "were not changed since. Returns the others as `kept`.",
  params: z.object({ id: z.string().min(1).max(128) }),
  answer: z.object({
    deleted: z.number().int(),
    kept: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
});

export const getImportAccess = endpoint({
  method: "GET",
  path: "my/imports",
  access: "session",
  tag: "imports",
  summary: "Returns whether the caller was invited to import in bulk.",
  answer: z.object({ invited: z.boolean() }),
});
