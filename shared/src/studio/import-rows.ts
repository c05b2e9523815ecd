import { keyDateTypes, streamingServices } from "../catalogue/catalogue.ts";
import { tsvRow } from "../text/tsv.ts";
import { contributorRoles } from "./contributor-roles.ts";
import { importColumns, importLimits } from "./imports.ts";

/** Extra column of a failures file: why a row was not saved. Ignored on import. */
export const problemColumn = "problem";

/** How a cell lists several values, as the template shows and errors repeat it. */
export const cellForms = {
  credits: "COMPOSER: Ada Lem; WRITER: Jo Fen",
  dates: "RELEASE: 2026-03-01; RECORDED: 2025-11-02",
  owners: "Ada Lem 50/50; Jo Fen 50/25",
  dsps: "SPOTIFY: id or address; DEEZER: id or address",
  owner_emails: "Ada Lem: ada@lem.example; Jo Fen: jo@fen.example",
  more_albums: "Ferry Songs | 2 | 2026-09-01 | GB-AYE-26-00124 | en, pt",
  album_type: "ALBUM; SINGLE",
  album_cover: "harbour.jpg; ferry.png",
  links: "SPOTIFY: address; Website: address",
} as const;
export type FormedColumn = keyof typeof cellForms;

/** The words before the colons. */
export const cellWords = {
  credits: contributorRoles,
  dates: keyDateTypes,
  dsps: streamingServices,
} as const;

/** Problems of a file as a whole; none of its rows is imported. */
export const fileTexts = {
  notClosed: (line: number) => `The quotation mark opened on line ${line} is never closed.`,
  tooMany: `The file can have at most ${importLimits.rows} rows.`,
  noRows: "This file has a heading but no rows.",
} as const;

/** Problems of a row or the heading, besides those of the forms. */
export const rowTexts = {
  missingColumn: "This column is missing.",
  repeatedColumn: "This column appears more than once.",
  unknownColumn: "Unknown column; it was ignored.",
  noHeading: "This value has no column heading.",
  form: (column: FormedColumn) => `Expected format: ${cellForms[column]}`,
  word: (words: readonly string[]) => `Allowed values: ${words.join(", ")}`,
  trackNumber: "Please enter a track number.",
  checkDigit: "The ISWC check digit is wrong. The row was imported anyway.",
  duration: (read: string, otherwise: string) =>
    `Read as ${read}. If you mean ${otherwise}, enter it like that.`,
  longDuration: (read: string) => `Read as ${read}. Most other durations are shorter than an hour.`,
  convertedDuration: "A spreadsheet has converted this duration. Enter it like 3m 45s.",
  repeated: (line: number) => `Duplicate of line ${line}.`,
  noArtist: "You don’t have an artist with this name.",
  similarArtist: (name: string) => `You don’t have an artist with this name, but you have “${name}”.`,
  sameNamedArtists: (cleanIds: readonly string[]) =>
    `You have several artists with this name. Enter one of these in artist_id: ${cleanIds.join(", ")}.`,
  otherArtistId: (name: string) => `This is the id of your artist “${name}”.`,
  noArtistId: "Enter the id of an artist, or the address of its page.",
  similarName: (name: string) => `You already have “${name}”, which is spelled differently.`,
  albumDate: (album: string, date: string) =>
    `The album “${album}” has the date ${date}, which this track takes. If it is on another album, enter its date.`,
  artistLimit: "You’ve reached your plan’s artist limit.",
  notSaved: "This row couldn’t be saved. Please try again.",
  gone: "This wrap was deleted meanwhile.",
  changedMeanwhile: "This wrap has changed meanwhile. Import the file again.",
  otherArtist: "A wrap can’t be moved to another artist.",
  noOwner: "No owner has this name.",
  noAlbum: "This row has fewer albums.",
  fileName: "This isn’t the name of a file in the folder covers.",
  noPicture: "The archive’s folder covers has no such file. The row was imported anyway.",
  id: "This isn’t an id from an export.",
} as const;

const examples = {
  ARTISTS: {
    name: "Ada Lem",
    description: "Felt piano and tape hiss, recorded in a lighthouse that still works.",
    email: "",
    links: "SPOTIFY: https://open.spotify.com/artist/4uLU6hMCjMI75M1A2tKUQC; Website: https://lem.example",
    id: "",
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
    lyrics: "We wrote on ferries\\nand paid in rain.",
    lyrics_language: "en",
    credited_artist: "Ada Lem & Jo Fen",
    owner_emails: "Ada Lem: ada@lem.example",
    more_albums: cellForms.more_albums,
    album_type: cellForms.album_type,
    album_cover: "",
    artwork: "",
    artist_id: "",
    id: "",
  },
} as const satisfies {
  [Kind in keyof typeof importColumns]: Record<(typeof importColumns)[Kind][number], string>;
};

/** The template of each kind: its heading and one valid row. */
export const importTemplates = {
  ARTISTS: tsvOf(importColumns.ARTISTS, [examples.ARTISTS]),
  SONGS: tsvOf(importColumns.SONGS, [examples.SONGS]),
} as const;

/** Formats rows by column names as a whole file. */
export function tsvOf(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return lines.map((cells) => `${tsvRow(cells)}\r\n`).join("");
}
