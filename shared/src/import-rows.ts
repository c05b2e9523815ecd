import { contributorRoles, keyDateTypes, streamingServices } from "./catalogue.ts";
import { importColumns, importLimits } from "./imports.ts";
import { tsvRow } from "./tsv.ts";

/** The column that a file of failures has besides: why its rows were not saved. It is not read. */
export const problemColumn = "problem";

/** How several values stand in one cell, as the template shows it and an error repeats it. */
export const cellForms = {
  credits: "COMPOSER: Ada Lem; WRITER: Jo Fen",
  dates: "RELEASE: 2026-03-01; RECORDED: 2025-11-02",
  owners: "Ada Lem 50/50; Jo Fen 50/25",
  dsps: "SPOTIFY: id or address; DEEZER: id or address",
} as const;
export type FormedColumn = keyof typeof cellForms;

/** The words that stand before the colons. */
export const cellWords = {
  credits: contributorRoles,
  dates: keyDateTypes,
  dsps: streamingServices,
} as const;

/** What is wrong with a file as a whole: then nothing of it was looked at. */
export const fileTexts = {
  notClosed: (line: number) => `The quotation mark that opens in line ${line} is never closed.`,
  tooMany: `Please use at most ${importLimits.rows} lines in one file.`,
  noRows: "There is nothing below the heading of this file.",
} as const;

/** What is wrong with a line or the heading, besides what the forms say of the same fields. */
export const rowTexts = {
  missingColumn: "This column is missing.",
  repeatedColumn: "This column is there more than once.",
  unknownColumn: "There is no such column. It was not read.",
  noHeading: "This value stands under no heading.",
  form: (column: FormedColumn) => `Please write this like: ${cellForms[column]}`,
  word: (words: readonly string[]) => `Please use one of these words: ${words.join(", ")}`,
  trackNumber: "Please enter a track number.",
  checkDigit: "The check digit of this ISWC is wrong. The line was taken all the same.",
  repeated: (line: number) => `This is the same as line ${line}.`,
  noArtist: "You have no artist of this name.",
  artistLimit: "Your plan has no room for another artist.",
  notSaved: "This line could not be saved. Please try it again.",
} as const;

const examples = {
  ARTISTS: {
    name: "Ada Lem",
    description: "Felt piano and tape hiss, recorded in a lighthouse that still works.",
    email: "",
  },
  SONGS: {
    artist: "Ada Lem",
    title: "Low Tide Ledger",
    iswc: "T-034.524.680-1",
    nickname: "Ledger",
    duration: "00:03:45",
    description: "Written between two ferries.",
    album: "Harbour Arithmetic",
    track_number: "3",
    release_date: "2026-03-01",
    isrc: "GB-AYE-26-00123",
    languages: "en, pt",
    credits: cellForms.credits,
    dates: cellForms.dates,
    owners: cellForms.owners,
    dsps: "SPOTIFY: 4uLU6hMCjMI75M1A2tKUQC",
    genres: "Ambient; Piano",
    tags: "rainy; ferry",
  },
} as const satisfies {
  [Kind in keyof typeof importColumns]: Record<(typeof importColumns)[Kind][number], string>;
};

/** The template of each kind: its heading and one row that would be taken. */
export const importTemplates = {
  ARTISTS: tsvOf(importColumns.ARTISTS, [examples.ARTISTS]),
  SONGS: tsvOf(importColumns.SONGS, [examples.SONGS]),
} as const;

/** Rows by the names of their columns as a whole file. */
export function tsvOf(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return lines.map((cells) => `${tsvRow(cells)}\r\n`).join("");
}
