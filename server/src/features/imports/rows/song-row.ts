import { type AlbumType, albumTypes } from "@wrapsody/shared/catalogue/catalogue.ts";
import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import { lyricsWarnings } from "@wrapsody/shared/catalogue/lyrics.ts";
import { findCode, readIswc, readLanguages } from "@wrapsody/shared/studio/codes.ts";
import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { importColumns } from "@wrapsody/shared/studio/imports.ts";
import { type WrapPayloadInput, wrapPayload } from "@wrapsody/shared/studio/studio.ts";
import { normalizeText } from "@wrapsody/shared/text/text.ts";
import { type ParsedWrap, parseWrap } from "../../catalogue/index.ts";
import type { RowPictures } from "../archive/add-pictures.ts";
import type { Cells } from "../tsv/heading.ts";
import {
  type AlbumCell,
  collectParts,
  type OwnerCell,
  type ParsedCell,
  type Part,
  parseAlbums,
  parseArtistReference,
  parseDateCell,
  parseId,
  parseLine,
  parseLyricsCell,
  parseOwnerEmails,
  parseOwners,
  parsePlaces,
  parseWords,
  splitCell,
} from "./cells.ts";
import { findDoubtfulDurations, parseDurationCell } from "./durations.ts";
import { unescapeText } from "./escapes.ts";
import { dropRepeated, type ParsedRow, type RowProblem, rowProblem, schemaProblems } from "./row-problem.ts";

export const songColumns = importColumns.SONGS;
type Column = (typeof songColumns)[number];

/**
 * A song of a row, and its artist's name. `id` is that of an export, `artistReference` the artist's id or clean id; `albumTypes` are in the
 * order of the albums.
 */
export type SongPayload = {
  id: number | undefined;
  artist: string;
  artistReference: string | undefined;
  wrap: ParsedWrap;
  albumTypes: readonly (AlbumType | undefined)[];
  pictures: RowPictures;
};

/** Parses a row of songs by the form's rules. A wrong ISWC check digit is only a warning. */
export function parseSongRow(cells: Cells<Column>): ParsedRow<SongPayload> {
  const { id, problems: idProblems } = parseId(cells.id);
  const { typed, problems, entries } = toPayloadInput(cells);
  const { reference: artistReference, problems: artistProblems } = parseArtistReference(cells.artist_id);
  problems.push(...idProblems, ...artistProblems);
  const releases = parseReleases(cells, typed.albums?.length ?? 0);
  problems.push(...releases.problems);
  const artist = parseLine(cells.artist);
  if (artist === "") problems.push(rowProblem("artist", "MISSING", "Required"));
  const { data, error } = wrapPayload.safeParse(typed);
  const entryOf = ([field, row]: readonly PropertyKey[]) => entries[String(field)]?.[Number(row)];
  problems.push(...schemaProblems(error?.issues ?? [], (path) => columnOf(path, cells), cells, entryOf));
  const { wrap, errors } = data === undefined ? { wrap: undefined, errors: [] } : parseWrap(data);
  problems.push(
    ...errors.map(({ field, message }) =>
      rowProblem("dsps", "INVALID", message, entryOf(field.split(".")) ?? cells.dsps),
    ),
  );
  if (wrap === undefined || problems.length > 0)
    return { payload: undefined, problems: sortByColumn(dropRepeated(problems)) };
  const { albumTypes, pictures } = releases;
  return {
    payload: { id, artist, artistReference, wrap, albumTypes, pictures },
    problems: [
      ...findCheckDigitProblems(cells.iswc),
      ...findDoubtfulDurations(cells.duration),
      ...findDoubtfulTimes(cells.lyrics),
    ],
  };
}

/** Parses what a row says of the albums that it names, and of its pictures. */
function parseReleases(cells: Cells<Column>, albums: number) {
  const types = parsePlaces(cells.album_type, readAlbumType);
  const covers = parsePlaces(cells.album_cover, readFileName("album_cover"));
  const artwork = collectParts([readFileName("artwork")(parseLine(cells.artwork))]);
  const beyond = (["album_type", "album_cover"] as const).filter((column) => {
    const { items } = column === "album_type" ? types : covers;
    return items.findLastIndex((item) => item !== undefined && item !== "") >= albums;
  });
  return {
    albumTypes: types.items,
    pictures: { artwork: artwork.items[0] ?? "", covers: covers.items },
    problems: [
      ...types.problems,
      ...covers.problems,
      ...artwork.problems,
      ...beyond.map((column) => rowProblem(column, "INVALID", rowTexts.noAlbum, cells[column])),
    ],
  };
}

function readAlbumType(text: string): Part<AlbumType | undefined> {
  if (text === "") return { item: undefined };
  const type = findCode(albumTypes, text);
  return type === undefined
    ? { problem: rowProblem("album_type", "UNKNOWN", rowTexts.word(albumTypes), text) }
    : { item: type };
}

/** Returns a function that reads the name of a file in the folder of pictures; empty for none. */
const readFileName =
  (column: Column) =>
  (text: string): Part<string> =>
    text.length > MAX_FILE_NAME_LENGTH || /[/\\]/.test(text)
      ? { problem: rowProblem(column, "INVALID", rowTexts.fileName, text) }
      : { item: text };

const MAX_FILE_NAME_LENGTH = 255;

type PayloadInput = {
  typed: WrapPayloadInput;
  problems: RowProblem[];
  /** The entries of cells as written, by list of the payload and in its order. */
  entries: Readonly<Record<string, readonly string[]>>;
};

/** Converts the cells to the form's input; unreadable values are omitted and reported. */
function toPayloadInput(cells: Cells<Column>): PayloadInput {
  const credits = parseWords("credits", cells.credits);
  const dates = parseWords("dates", cells.dates);
  const dsps = parseWords("dsps", cells.dsps);
  const shares = parseOwners(cells.owners);
  const owners = addEmails(shares.items, cells.owner_emails);
  const album = parseAlbum(cells);
  const moreAlbums = parseMoreAlbums(cells.more_albums);
  const days = dates.items.map(({ word, value }, at) => ({
    type: word,
    day: parseDateCell("dates", value, dates.entries[at]),
  }));
  const duration = parseDurationCell(cells.duration);
  const read = [
    credits,
    dates,
    ...days.map(({ day }) => day),
    dsps,
    shares,
    owners,
    album,
    moreAlbums,
    duration,
  ];
  const problems = read.flatMap((cell) => cell.problems);
  const [genres, otherTags] = [splitCell(cells.genres), splitCell(cells.tags)];
  const tags = [
    ...genres.map((tag) => ({ tag: unescapeText(tag), metadata: { genre: "true" as const } })),
    ...otherTags.map((tag) => ({ tag: unescapeText(tag), metadata: { genre: "false" as const } })),
  ];
  const typed = {
    name: parseLine(cells.title),
    iswc: cells.iswc,
    nickname: parseLine(cells.nickname) || null,
    artist: parseLine(cells.credited_artist) || null,
    description: cells.description,
    lyrics: parseLyricsCell(cells.lyrics),
    lyrics_language: cells.lyrics_language,
    duration: duration.items[0] ?? null,
    albums: [...album.items, ...moreAlbums.items],
    credits: credits.items.map(({ word: role, value: name }) => ({ role, name })),
    dates: days.flatMap(({ type, day }) =>
      day.items.flatMap((date) => (date === null ? [] : [{ type, date }])),
    ),
    owners: owners.items,
    dsps: dsps.items.map(({ word: id, value: songId }) => ({ id, songId })),
    tags,
  };
  const entries = {
    credits: credits.entries,
    dsps: dsps.entries,
    owners: shares.entries,
    tags: [...genres, ...otherTags],
  };
  return { typed, problems, entries };
}

const albumColumns = ["album", "track_number", "release_date", "isrc", "languages"] as const;

/** Parses the one album of a row. Any album column requires its name and track number. */
function parseAlbum(cells: Cells<Column>) {
  if (albumColumns.every((column) => cells[column] === "")) return { items: [], problems: [] };
  const problems = (["album", "track_number"] as const)
    .filter((column) => cells[column] === "")
    .map((column) => rowProblem(column, "MISSING", "Required"));
  const trackNumber = /^#?(\d{1,5})(?:[.,]0+)?$/.exec(cells.track_number)?.[1];
  const isWrong = cells.track_number !== "" && trackNumber === undefined;
  if (isWrong) problems.push(rowProblem("track_number", "INVALID", rowTexts.trackNumber, cells.track_number));
  // Placeholders for missing values, so that the rest is checked as well.
  const { release_date: releaseDate, isrc, languages } = cells;
  const name = parseLine(cells.album) || "?";
  const date = parseDateCell("release_date", releaseDate);
  problems.push(...date.problems);
  return {
    items: [toAlbum({ name, trackNumber: trackNumber ?? "1", isrc, languages }, date)],
    problems,
  };
}

/** Parses the further albums of a row. */
function parseMoreAlbums(cell: string) {
  const { items, problems, entries } = parseAlbums(cell);
  const albums = items.map((album, at) => {
    const date = parseDateCell("more_albums", album.releaseDate, entries[at]);
    return { item: toAlbum(album, date), problems: date.problems };
  });
  return {
    items: albums.map(({ item }) => item),
    problems: [...problems, ...albums.flatMap((album) => album.problems)],
  };
}

const toAlbum = (
  { name, trackNumber, isrc, languages }: Omit<AlbumCell, "releaseDate">,
  { items: [releaseDate = null] }: ParsedCell<string | null>,
) => ({
  name,
  trackNumber: Number(trackNumber),
  releaseDate,
  isrc,
  languages: readLanguages(languages),
});

/** Adds the addresses of `owner_emails` by name; owners of one name get them in order. */
function addEmails(shares: readonly OwnerCell[], cell: string) {
  const { items: emails, problems } = parseOwnerEmails(cell);
  const remaining = [...emails];
  const items = shares.map((share) => {
    const at = remaining.findIndex(({ name }) => name === share.name);
    const [named] = at < 0 ? [] : remaining.splice(at, 1);
    return { ...share, email: named?.email ?? null };
  });
  const unknown = remaining.map(({ name }) => rowProblem("owner_emails", "UNKNOWN", rowTexts.noOwner, name));
  return { items, problems: [...problems, ...unknown] };
}

const fields: Readonly<Record<string, Column>> = {
  name: "title",
  artist: "credited_artist",
  "owners.email": "owner_emails",
  "albums.name": "album",
  "albums.trackNumber": "track_number",
  "albums.releaseDate": "release_date",
  "albums.isrc": "isrc",
  "albums.languages": "languages",
};

/** Returns the column of a payload field. */
export function columnOf([field, row, inner]: readonly PropertyKey[], cells: Cells<Column>): string {
  if (field === "tags") return Number(row) < splitCell(cells.genres).length ? "genres" : "tags";
  const isFurther = field === "albums" && Number(row) >= parseAlbum(cells).items.length;
  if (isFurther) return "more_albums";
  return fields[`${String(field)}.${String(inner)}`] ?? fields[String(field)] ?? String(field);
}

function sortByColumn(problems: readonly RowProblem[]): RowProblem[] {
  const order: readonly (string | null)[] = songColumns;
  return problems.toSorted((a, b) => order.indexOf(a.column) - order.indexOf(b.column));
}

function findCheckDigitProblems(iswc: string): RowProblem[] {
  const isWrong = iswc !== "" && readIswc(iswc)?.checked === false;
  return isWrong ? [rowProblem("iswc", "WARNING", rowTexts.checkDigit, iswc)] : [];
}

/** Warns of times within the lines of lyrics that may be meant otherwise. */
function findDoubtfulTimes(cell: string): RowProblem[] {
  const warnings = lyricsWarnings(parseLyrics(parseLyricsCell(cell) ?? ""));
  return warnings.map((warning) => rowProblem("lyrics", "WARNING", warning, cell));
}

/** Identity of a song. Spellings of its title and album are not folded. */
export type SongIdentity = {
  artistId: number;
  title: string;
  isrc: string | null;
  album: string | null;
  trackNumber: number | null;
};

/** Returns the keys of a song, the preferred one first. */
export function songKeys({ artistId, title, isrc, album, trackNumber }: SongIdentity): string[] {
  const name = normalizeText(title).trim();
  const place = album === null ? ["title", name] : ["track", name, normalizeText(album).trim(), trackNumber];
  const keys = isrc === null ? [place] : [["isrc", isrc], place];
  return keys.map((key) => JSON.stringify([artistId, ...key]));
}
