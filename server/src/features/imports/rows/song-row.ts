import { readDuration, readIswc, readLanguages } from "@wrapsody/shared/codes.ts";
import { rowTexts } from "@wrapsody/shared/import-rows.ts";
import { importColumns } from "@wrapsody/shared/imports.ts";
import { studioTexts, type WrapPayloadInput, wrapPayload } from "@wrapsody/shared/studio.ts";
import { type ParsedWrap, parseWrap } from "../../catalogue/index.ts";
import type { Cells } from "../tsv/heading.ts";
import { parseDay, parseLyricsCell, parseOwners, parseWords, splitCell } from "./cells.ts";
import { oneLine, type ParsedRow, type RowProblem, rowProblem, schemaProblems } from "./row-problem.ts";

export const songColumns = importColumns.SONGS;
type Column = (typeof songColumns)[number];

/** A song of a row, and its artist's name. */
export type SongPayload = { artist: string; wrap: ParsedWrap };

/** Parses a row of songs by the form's rules. A wrong ISWC check digit is only a warning. */
export function parseSongRow(cells: Cells<Column>): ParsedRow<SongPayload> {
  const { typed, problems } = toPayloadInput(cells);
  const artist = oneLine(cells.artist);
  if (artist === "") problems.push(rowProblem("artist", "MISSING", "Required"));
  const { data, error } = wrapPayload.safeParse(typed);
  problems.push(...schemaProblems(error?.issues ?? [], (path) => columnOf(path, cells), cells));
  const { wrap, errors } = data === undefined ? { wrap: undefined, errors: [] } : parseWrap(data);
  problems.push(...errors.map(({ message }) => rowProblem("dsps", "INVALID", message, cells.dsps)));
  if (wrap === undefined || problems.length > 0)
    return { payload: undefined, problems: sortByColumn(problems) };
  return { payload: { artist, wrap }, problems: findCheckDigitProblems(cells.iswc) };
}

/** Converts the cells to the form's input; unreadable values are omitted and reported. */
function toPayloadInput(cells: Cells<Column>): { typed: WrapPayloadInput; problems: RowProblem[] } {
  const credits = parseWords("credits", cells.credits);
  const dates = parseWords("dates", cells.dates);
  const dsps = parseWords("dsps", cells.dsps);
  const owners = parseOwners(cells.owners);
  const album = parseAlbum(cells);
  const duration = cells.duration === "" ? null : readDuration(cells.duration);
  const problems = [credits, dates, dsps, owners, album].flatMap((read) => read.problems);
  if (duration === undefined)
    problems.push(rowProblem("duration", "INVALID", studioTexts.duration, cells.duration));
  const tags = [
    ...splitCell(cells.genres).map((tag) => ({ tag, metadata: { genre: "true" as const } })),
    ...splitCell(cells.tags).map((tag) => ({ tag, metadata: { genre: "false" as const } })),
  ];
  const typed = {
    name: oneLine(cells.title),
    iswc: cells.iswc,
    nickname: oneLine(cells.nickname) || null,
    description: cells.description,
    lyrics: parseLyricsCell(cells.lyrics),
    duration: duration ?? null,
    albums: album.items,
    credits: credits.items.map(({ word: role, value: name }) => ({ role, name })),
    dates: dates.items.map(({ word: type, value }) => ({ type, date: parseDay(value) })),
    owners: owners.items,
    dsps: dsps.items.map(({ word: id, value: songId }) => ({ id, songId })),
    tags,
  };
  return { typed, problems };
}

const albumColumns = ["album", "track_number", "release_date", "isrc", "languages"] as const;

/** Parses the one album of a row. Any album column requires its name and track number. */
function parseAlbum(cells: Cells<Column>) {
  if (albumColumns.every((column) => cells[column] === "")) return { items: [], problems: [] };
  const problems = (["album", "track_number"] as const)
    .filter((column) => cells[column] === "")
    .map((column) => rowProblem(column, "MISSING", "Required"));
  const number = /^#?(\d{1,5})(?:[.,]0+)?$/.exec(cells.track_number)?.[1];
  const isWrong = cells.track_number !== "" && number === undefined;
  if (isWrong) problems.push(rowProblem("track_number", "INVALID", rowTexts.trackNumber, cells.track_number));
  // Placeholders for missing values, so that the rest is checked as well.
  const item = {
    name: oneLine(cells.album) || "?",
    trackNumber: Number(number ?? 1),
    releaseDate: parseDay(cells.release_date),
    isrc: cells.isrc,
    languages: readLanguages(cells.languages),
  };
  return { items: [item], problems };
}

const fields: Readonly<Record<string, Column>> = {
  name: "title",
  "albums.name": "album",
  "albums.trackNumber": "track_number",
  "albums.releaseDate": "release_date",
  "albums.isrc": "isrc",
  "albums.languages": "languages",
};

/** Returns the column of a payload field. */
function columnOf([field, row, inner]: readonly PropertyKey[], { genres }: Cells<Column>): string {
  if (field === "tags") return Number(row) < splitCell(genres).length ? "genres" : "tags";
  const path = field === "albums" ? `albums.${String(inner)}` : String(field);
  return fields[path] ?? path;
}

function sortByColumn(problems: readonly RowProblem[]): RowProblem[] {
  const order: readonly (string | null)[] = songColumns;
  return problems.toSorted((a, b) => order.indexOf(a.column) - order.indexOf(b.column));
}

function findCheckDigitProblems(iswc: string): RowProblem[] {
  const isWrong = iswc !== "" && readIswc(iswc)?.checked === false;
  return isWrong ? [rowProblem("iswc", "WARNING", rowTexts.checkDigit, iswc)] : [];
}

/** Returns the key that identifies a song; title and album are folded, so that case, accents and signs do not matter. */
export type SongIdentity = {
  artistId: number;
  title: string;
  isrc: string | null;
  album: string | null;
  trackNumber: number | null;
};

/** Returns the keys of a song, the preferred one first. */
export function songKeys({ artistId, title, isrc, album, trackNumber }: SongIdentity): string[] {
  const place = album === null ? ["title", title] : ["track", title, album, trackNumber];
  const keys = isrc === null ? [place] : [["isrc", isrc], place];
  return keys.map((key) => JSON.stringify([artistId, ...key]));
}
