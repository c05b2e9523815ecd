import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";

/** `bytes` are those of a table. An archive also has pictures. */
export const importLimits = {
  bytes: 10_000_000,
  rows: 5_000,
  archiveBytes: 1_000_000_000,
  archiveFiles: 20_000,
  pictureBytes: 30_000_000,
} as const;

/** Texts prescribed by the specification. */
export const importTexts = {
  noFile: "Please select a file to upload.",
  notTsv:
    "Please use the TSV format (tab separated values). Note that this is different from the CSV format but is available in all spreadsheet software.",
  tooLarge: "Please use files of at most 10Mb.",
  archiveTooLarge: "Please use archives of at most 1 GB.",
} as const;

/**
 * Columns of imports and exports, matched by name in the first line, in any order and case. The columns after `email` and `lyrics` hold
 * what exports need besides those of the specification.
 */
export const importColumns = {
  ARTISTS: ["name", "description", "email", "links", "id"],
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
    "lyrics_language",
    "credited_artist",
    "owner_emails",
    "more_albums",
    "album_type",
    "album_cover",
    "artwork",
    "artist_id",
    "id",
  ],
} as const;
export type ImportKind = keyof typeof importColumns;

/** A problem of a row. `line` counts the file's lines from 1, heading included. */
export const importError = z.object({
  line: z.number().int(),
  /** Null if it concerns the whole line. */
  column: z.string().nullable(),
  code: z.enum([
    "MISSING",
    "INVALID",
    "TOO_LONG",
    "UNKNOWN",
    "AMBIGUOUS",
    "REPEATED",
    "LIMIT",
    "FILE",
    "WARNING",
    "LYRICS_TIME",
    "LYRICS_OFFSET",
    "LYRICS_LINES",
    "LYRICS_SIZE",
  ]),
  message: z.string(),
  /** The original of a message that is translated. */
  english: z.string().optional(),
  /** The value, truncated. */
  value: z.string(),
});
export type ImportError = z.output<typeof importError>;

/** The artist of a song. Artists may have the same name. */
const importedArtist = z.object({ id: z.number().int(), artist_clean_id: z.string(), name: z.string() });
export type ImportedArtist = z.output<typeof importedArtist>;

const savedRow = z.object({
  line: z.number().int(),
  name: z.string(),
  /** Of a song. */
  artist: importedArtist.optional(),
  /** Id of the artist or song; null in a dry run. */
  id: z.number().int().nullable(),
  /** It existed before and stays unchanged. */
  existing: z.boolean(),
});
const unsavedRow = z.object({ line: z.number().int(), name: z.string() });

/** An existing wrap that a row changes, with the columns that differ as they are exported. */
const changedRow = z.object({
  line: z.number().int(),
  name: z.string(),
  artist: importedArtist.optional(),
  id: z.number().int(),
  differences: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});
export type ChangedRow = z.output<typeof changedRow>;

export const importAnswer = z.object({
  dry_run: z.boolean(),
  saved: z.array(savedRow),
  /** With `update`. A job applies them; see `my/import/{id}`. */
  changed: z.array(changedRow),
  notSaved: z.array(unsavedRow),
  errors: z.array(importError),
  /** The rows that were not saved, as TSV with the heading and a problem column; empty if all were saved. */
  failures: z.string(),
});
export type ImportAnswer = z.output<typeof importAnswer>;

const dryRun = z.enum(["true", "false"]).default("false");

const importCall = <Body extends z.ZodObject>(path: string, what: string, body: Body, more = "") =>
  endpoint({
    method: "POST",
    path,
    access: "session",
    limit: "upload",
    tag: "imports",
    summary:
      `Imports ${what} from a TSV file, or from that of an archive, for invited publishers. With \`dry_run\` everything is checked and nothing is ` +
      "saved. Existing rows stay unchanged, so a file may be sent again. With an Idempotency-Key, `my/import/{key}` " +
      `returns the progress.${more}`,
    body,
    files: {
      tsvImport: {
        maxBytes: importLimits.archiveBytes,
        tooLarge: importTexts.archiveTooLarge,
        missing: importTexts.noFile,
      },
    },
    answer: importAnswer,
  });

export const postUserImport = importCall("user/import", "artists", z.object({ dry_run: dryRun }));
export const postSongImport = importCall(
  "song/import",
  "songs",
  z.object({ dry_run: dryRun, update: z.enum(["true", "false"]).default("false") }),
  " With `update`, rows change the existing wraps that they name by `id`, ISRC, title and album, or an ISWC that no other wrap of the artist " +
    "has, by the rules of `PATCH song/{id}`: an empty cell removes the value, and columns that the file lacks stay. `album_type`, `album_cover` and " +
    "`artwork` describe new drafts and never change what a wrap or album has. The last two name files in the folder `covers` of an archive, which " +
    "also adds them to drafts and albums that have none. `artist_id` (an id, a clean id or the address of the artist’s page) tells artists of " +
    "one name apart.",
);

const exportCall = (path: string, what: string) =>
  endpoint({
    method: "GET",
    path,
    access: "session",
    limit: "upload",
    tag: "imports",
    summary:
      `Returns ${what} of the caller as a TSV file (text/tab-separated-values, no JSON) in the format of the import, ordered by id. A row ` +
      "is read when it is sent. Imports take at most 5,000 rows per file.",
    /** The file. */
    answer: z.string(),
  });

export const getArtistsExport = exportCall("my/artists/export", "all artists");
export const getSongsExport = exportCall("my/songs/export", "all wraps");

export const getCatalogueExport = endpoint({
  method: "GET",
  path: "my/catalogue/export",
  access: "session",
  limit: "upload",
  tag: "imports",
  summary:
    "Returns the catalogue of the caller as an archive (application/zip, no JSON): `artists.tsv` and `songs.tsv` as in the other exports, and the " +
    "artworks and album covers that `songs.tsv` names, in the folder `covers`. The imports take it as it is.",
  /** The file. */
  answer: z.string(),
});

const importChanges = z.object({
  total: z.number().int(),
  pending: z.number().int(),
  refused: z.number().int(),
});
export type ImportChanges = z.output<typeof importChanges>;

export const importProgress = z.object({
  id: z.string(),
  kind: z.enum(["ARTISTS", "SONGS"]),
  dry_run: z.boolean(),
  state: z.enum(["READING", "RUNNING", "DONE", "FAILED"]),
  rows_total: z.number().int().nullable(),
  rows_done: z.number().int(),
  started_at: instant,
  /** Changes of existing wraps, which a job applies. */
  changes: importChanges,
});

/** A change that was refused when it was applied. */
export const importRefusal = z.object({
  line: z.number().int(),
  id: z.number().int(),
  name: z.string(),
  problems: z.array(importError.omit({ line: true })),
});
export type ImportRefusal = z.output<typeof importRefusal>;

export const getImport = endpoint({
  method: "GET",
  path: "my/import/:id",
  access: "session",
  tag: "imports",
  summary: "Returns the progress of an import of the caller.",
  params: z.object({ id: z.string().min(1).max(128) }),
  answer: importProgress,
});

export const getImportRefusals = endpoint({
  method: "GET",
  path: "my/import/:id/refusals",
  access: "session",
  tag: "imports",
  summary: "Lists the rows of an import of the caller whose changes were refused when they were applied.",
  params: z.object({ id: z.string().min(1).max(128) }),
  answer: z.object({ data: z.array(importRefusal) }),
});

export const deleteImport = endpoint({
  method: "DELETE",
  path: "my/import/:id",
  access: "session",
  limit: "upload",
  tag: "imports",
  summary:
    "Undoes an import of the last 30 days, as far as nothing was changed since. Of an import of songs: deletes its drafts that have neither " +
    "audio, rewards, experiences nor artwork that was added since, and restores the values of wraps that it changed. Of artists: deletes those of the caller that have " +
    "neither image, wraps, experiences nor edited albums. Returns the others as `kept`. Returns E0005 while changes are being applied.",
  params: z.object({ id: z.string().min(1).max(128) }),
  answer: z.object({
    deleted: z.number().int(),
    restored: z.number().int(),
    kept: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
});

/** An import that can be undone. */
const recentImport = z.object({
  id: z.string(),
  kind: z.enum(["ARTISTS", "SONGS"]),
  started_at: instant,
  /** Artists or wraps that it added and that still exist. */
  added: z.number().int(),
  /** Wraps that have the values of the import instead of their former ones. */
  changed: z.number().int(),
});
export type RecentImport = z.output<typeof recentImport>;

export const MAX_RECENT_IMPORTS = 20;

export const getImportAccess = endpoint({
  method: "GET",
  path: "my/imports",
  access: "session",
  tag: "imports",
  summary:
    `Returns whether the caller was invited to import in bulk and, of the latest ${MAX_RECENT_IMPORTS} imports of the last 30 days, those of ` +
    "which something is left to undo, newest first (`DELETE my/import/{id}`).",
  answer: z.object({ invited: z.boolean(), recent: z.array(recentImport) }),
});
