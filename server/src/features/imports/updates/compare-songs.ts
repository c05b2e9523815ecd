import { parseLyrics, toPlainText } from "@wrapsody/shared/catalogue/lrc.ts";
import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { studioTexts, type WrapChanges, type WrapPayload } from "@wrapsody/shared/studio/studio.ts";
import { isSameName } from "@wrapsody/shared/text/text.ts";
import { toSongLists } from "../../catalogue/index.ts";
import type { ExportedSong } from "../export/export.data.ts";
import { formatSong, type SongCells } from "../export/format-row.ts";
import { parseArtistReference, parseLine } from "../rows/cells.ts";
import { type RowProblem, rowProblem } from "../rows/row-problem.ts";
import { parseSongRow, type SongPayload } from "../rows/song-row.ts";

type Column = keyof SongCells;

/** The columns in which a wrap differs from a row, or why the row cannot be applied. */
export type Comparison = {
  before: Partial<SongCells>;
  after: Partial<SongCells>;
  problems: RowProblem[];
};

/**
 * The columns that describe new wraps only. They are empty where a row is compared with a wrap, whose albums it may change, and which belongs
 * to its artist whatever the row names.
 */
const ofNewWraps = {
  album_type: "",
  album_cover: "",
  artwork: "",
  artist_id: "",
} as const satisfies Partial<SongCells>;

/** Completes the cells of a row by those of the wrap: a column that the file lacks stays. */
export function completeCells(song: ExportedSong, written: Partial<SongCells>): SongCells {
  return { ...formatSong(song), ...ofNewWraps, ...written };
}

/** Compares a wrap with the cells of a row; pure. The artist stays: wraps cannot be moved. */
export function compareSong(song: ExportedSong, written: Partial<SongCells>): Comparison {
  const current = formatSong(song);
  const moved = findOtherArtist(song, written);
  if (moved !== undefined) return { before: {}, after: {}, problems: [moved] };
  const { payload, problems } = parseSongRow({
    ...current,
    ...written,
    ...ofNewWraps,
    artist: current.artist,
    id: current.id,
  });
  if (payload === undefined) return { before: {}, after: {}, problems };
  const next = formatSong(toExportedSong(song, payload));
  const columns = columnsOf(next).filter((column) => next[column] !== current[column]);
  if (song.has_audio && columns.includes("duration"))
    problems.push(rowProblem("duration", "INVALID", studioTexts.measuredDuration, written.duration));
  return { before: pickCells(current, columns), after: pickCells(next, columns), problems };
}

/** Returns the problem of a row that names another artist. */
function findOtherArtist(song: ExportedSong, written: Partial<SongCells>): RowProblem | undefined {
  const { artist, artist_id = "" } = written;
  if (artist !== undefined && !isSameName(parseLine(artist), song.artist))
    return rowProblem("artist", "INVALID", rowTexts.otherArtist, artist);
  const reference = parseArtistReference(artist_id).reference ?? song.artist_clean_id;
  if (reference !== song.artist_clean_id && reference !== String(song.artist_id))
    return rowProblem("artist_id", "INVALID", rowTexts.otherArtist, artist_id);
  return undefined;
}

function columnsOf(cells: Partial<SongCells>): Column[] {
  return Object.keys(cells) as Column[];
}

function pickCells(cells: SongCells, columns: readonly Column[]): Partial<SongCells> {
  return Object.fromEntries(columns.map((column) => [column, cells[column]]));
}

/** Returns whether the wrap has these values. */
export function hasCells(song: ExportedSong, expected: Partial<SongCells>): boolean {
  const cells = formatSong(song);
  return columnsOf(expected).every((column) => cells[column] === expected[column]);
}

/** The wrap as it is once the row is applied. */
function toExportedSong(song: ExportedSong, { wrap }: SongPayload): ExportedSong {
  const { payload } = wrap;
  const { owners, ...lists } = toSongLists(wrap);
  return {
    ...song,
    ...lists,
    name: payload.name,
    credited_artist: payload.artist || song.artist,
    nickname: payload.nickname || null,
    iswc: payload.iswc,
    duration: payload.duration ?? 0,
    description: payload.description ?? "",
    lyrics: toStoredText(payload.lyrics ?? ""),
    lyrics_language: payload.lyrics_language ?? null,
    owners: owners.map((owner, place) => ({ ...owner, email: payload.owners[place]?.email ?? null })),
  };
}

function toStoredText(text: string): string {
  const { isSynced, lines } = parseLyrics(text);
  return isSynced ? text : toPlainText(lines);
}

/** Selects the fields of a change from the columns that differ. */
export function toChanges(payload: WrapPayload, changed: Partial<SongCells>): WrapChanges {
  const has = (...columns: readonly Column[]) => columns.some((column) => changed[column] !== undefined);
  return {
    ...(has("title") && { name: payload.name }),
    ...(has("iswc") && { iswc: payload.iswc }),
    ...(has("nickname") && { nickname: payload.nickname ?? null }),
    ...(has("credited_artist") && { artist: payload.artist ?? null }),
    ...(has("description") && { description: payload.description ?? null }),
    ...(has("duration") && { duration: payload.duration ?? null }),
    ...(has("lyrics") && { lyrics: payload.lyrics ?? null }),
    ...(has("lyrics_language") && { lyrics_language: payload.lyrics_language ?? null }),
    ...(has("album", "track_number", "release_date", "isrc", "languages", "more_albums") && {
      albums: payload.albums,
    }),
    ...(has("credits") && { credits: payload.credits }),
    ...(has("dates") && { dates: payload.dates }),
    ...(has("owners", "owner_emails") && { owners: payload.owners }),
    ...(has("dsps") && { dsps: payload.dsps }),
    ...(has("genres", "tags") && { tags: payload.tags }),
  };
}
