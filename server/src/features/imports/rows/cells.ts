import { streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";
import { dateTexts, parseDate } from "@wrapsody/shared/catalogue/dates.ts";
import { findCode } from "@wrapsody/shared/studio/codes.ts";
import { cellWords, type FormedColumn, rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { normalizeText } from "@wrapsody/shared/text/text.ts";
import { splitUnescaped, unescapeText } from "./escapes.ts";
import { oneLine, type RowProblem, rowProblem } from "./row-problem.ts";

/** The values of a cell and its problems. */
export type ParsedCell<Item> = { items: Item[]; problems: RowProblem[] };
/** The values of a cell with several entries, and the entries as written. */
type ParsedList<Item> = ParsedCell<Item> & { entries: string[] };

/** Splits a cell at semicolons. The parts keep their escapes. */
export function splitCell(cell: string): string[] {
  return splitUnescaped(cell, ";")
    .map(oneLine)
    .filter((part) => part !== "");
}

type StreamingService = (typeof streamingServices)[number];
type WordColumn = keyof typeof cellWords;
export type Part<Item> = { item: Item } | { problem: RowProblem };

/**
 * Parses `WORD: value; WORD: value` with the column's words in any case, with spaces or hyphens. "Apple Music"
 * and the like name these services.
 */
export function parseWords<Column extends WordColumn>(
  column: Column,
  cell: string,
): ParsedList<{ word: (typeof cellWords)[Column][number]; value: string }> {
  const words: readonly (typeof cellWords)[Column][number][] = cellWords[column];
  return parseParts(cell, (part) => {
    const [, typed, value] = /^([^:]+?)\s*:\s*(.+)$/.exec(part) ?? [];
    if (typed === undefined || value === undefined) return { problem: malformed(column, part) };
    const word = findCode(words, typed.replace(/ music$/i, ""));
    if (word === undefined) return { problem: rowProblem(column, "UNKNOWN", rowTexts.word(words), typed) };
    return { item: { word, value: unescapeText(value) } };
  });
}

export type LinkCell = { dsp: StreamingService; link: string } | { name: string; link: string };

/** Parses `SPOTIFY: address; Website: address`: a streaming service, or the name of any other page. */
export function parseLinks(cell: string): ParsedCell<LinkCell> {
  return parseParts(cell, (part) => {
    const [, typed, address] = /^([^:]+?)\s*:\s*(.+)$/.exec(part) ?? [];
    if (typed === undefined || address === undefined) return { problem: malformed("links", part) };
    const dsp = findCode(streamingServices, typed.replace(/ music$/i, ""));
    const link = unescapeText(address);
    return { item: dsp === undefined ? { name: unescapeText(typed), link } : { dsp, link } };
  });
}

/** Parses `Ada Lem: ada@lem.example; Jo Fen: jo@fen.example`. An empty address is none. */
export function parseOwnerEmails(cell: string): ParsedCell<{ name: string; email: string }> {
  return parseParts(cell, (part) => {
    const [, name, email = ""] = /^(.+?)\s*:\s*(\S*)$/.exec(part) ?? [];
    if (name === undefined) return { problem: malformed("owner_emails", part) };
    return { item: { name: unescapeText(name), email } };
  });
}

export type AlbumCell = {
  name: string;
  trackNumber: string;
  releaseDate: string;
  isrc: string;
  languages: string;
};

/** Parses `Name | track number | date | ISRC | languages`; the last three may be missing or empty. */
export function parseAlbums(cell: string): ParsedList<AlbumCell> {
  return parseParts(cell, (part) => {
    const values = splitUnescaped(part, "|").map((value) => value.trim());
    const [name = "", trackNumber = "", releaseDate = "", isrc = "", languages = ""] = values;
    if (name === "" || !/^\d{1,5}$/.test(trackNumber) || values.length > 5)
      return { problem: malformed("more_albums", part) };
    return { item: { name: unescapeText(name), trackNumber, releaseDate, isrc, languages } };
  });
}

export type OwnerCell = { name: string; ownership: number; royalty: number | undefined };

const ownerPattern = /^(.+?)\s*:?\s+(\d+(?:[.,]\d+)?)\s*%?\s*(?:\/\s*(\d+(?:[.,]\d+)?)\s*%?)?$/;

/** Parses `Name 50/25; Name 50`: ownership and royalty in percent, with a decimal point or comma. */
export function parseOwners(cell: string): ParsedList<OwnerCell> {
  return parseParts(cell, (part) => {
    const [, name, ownership, royalty] = ownerPattern.exec(part) ?? [];
    if (name === undefined || ownership === undefined) return { problem: malformed("owners", part) };
    const royaltyShare = royalty === undefined ? undefined : parsePercent(royalty);
    return { item: { name: unescapeText(name), ownership: parsePercent(ownership), royalty: royaltyShare } };
  });
}

const parsePercent = (text: string) => Number(text.replace(",", "."));
const malformed = (column: FormedColumn, part: string) =>
  rowProblem(column, "INVALID", rowTexts.form(column), part);

/** Parses a cell with a value for each of several places; an empty part leaves its place out. */
export function parsePlaces<Item>(cell: string, read: (part: string) => Part<Item>): ParsedCell<Item> {
  return collectParts(cell === "" ? [] : splitUnescaped(cell, ";").map((part) => read(parseLine(part))));
}

function parseParts<Item>(cell: string, read: (part: string) => Part<Item>): ParsedList<Item> {
  const entries = splitCell(cell).map((entry) => ({ entry, part: read(entry) }));
  return {
    ...collectParts(entries.map(({ part }) => part)),
    entries: entries.flatMap(({ entry, part }) => ("item" in part ? [entry] : [])),
  };
}

/** Separates the values of parts from their problems. */
export function collectParts<Item>(parts: readonly Part<Item>[]): ParsedCell<Item> {
  return {
    items: parts.flatMap((part) => ("item" in part ? [part.item] : [])),
    problems: parts.flatMap((part) => ("problem" in part ? [part.problem] : [])),
  };
}

/** Parses the date of a cell or of an entry in it; null for an empty one. */
export function parseDateCell(column: string, text: string, entry = text): ParsedCell<string | null> {
  if (text === "") return { items: [null], problems: [] };
  const parsed = parseDate(text);
  if ("date" in parsed) return { items: [parsed.date], problems: [] };
  return { items: [], problems: [rowProblem(column, "INVALID", dateTexts[parsed.problem], entry)] };
}

/** Parses lyrics, plain or LRC. A cell without line breaks has them as escapes. */
export function parseLyricsCell(cell: string): string | null {
  if (cell === "") return null;
  return /[\r\n]/.test(cell) ? cell : unescapeText(cell);
}

/** Parses a text of one line. */
export function parseLine(cell: string): string {
  return unescapeText(oneLine(cell));
}

/** Parses how a row of a song names its artist: by id, clean id, or the address of the artist's page. */
export function parseArtistReference(cell: string): {
  reference: string | undefined;
  problems: RowProblem[];
} {
  if (cell === "") return { reference: undefined, problems: [] };
  const [, named = cell] = /\/artist\/([^/?#\s]+)\/?(?:[?#].*)?$/.exec(cell) ?? [];
  const reference = decodePath(named);
  return /^[^\s/?#]{1,120}$/.test(reference)
    ? { reference, problems: [] }
    : { reference: undefined, problems: [rowProblem("artist_id", "INVALID", rowTexts.noArtistId, cell)] };
}

function decodePath(text: string): string {
  try {
    return normalizeText(decodeURIComponent(text));
  } catch {
    return text;
  }
}

/** Parses the id of an exported artist or wrap; undefined for an empty cell. */
export function parseId(cell: string): { id: number | undefined; problems: RowProblem[] } {
  if (cell === "") return { id: undefined, problems: [] };
  const isId = /^[1-9]\d{0,8}$/.test(cell);
  return isId
    ? { id: Number(cell), problems: [] }
    : { id: undefined, problems: [rowProblem("id", "INVALID", rowTexts.id, cell)] };
}
